import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { DocumentSummary } from '@shared/documents/document-summary';
import DocumentPane from './DocumentPane.vue';

afterEach(() => vi.unstubAllGlobals());

const summary: DocumentSummary = {
  id: 'd',
  title: 'Shop API',
  version: '1.0',
  openapi: '3.1.0',
  source: { kind: 'built-in' },
  addedAt: null,
  areas: [],
  problems: [],
  problemCount: 0,
  servers: [],
  profileIds: [],
};

it('offers actions for an added document, but none for the built-in one', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const buttonsOf = (document: DocumentSummary): string[] =>
    mount(DocumentPane, { props: { document } })
      .findAll('button')
      .map((button) => button.attributes('aria-label') ?? button.text());
  expect(buttonsOf(summary)).toEqual(['Back to API']);
  expect(buttonsOf({ ...summary, source: { kind: 'pasted' } })).toEqual(['Back to API', 'Document actions']);
});

it('names the servers of a document, which the base URL of a profile has to be', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const textOf = (servers: readonly string[]): string =>
    mount(DocumentPane, {
      props: { document: { ...summary, source: { kind: 'pasted' }, servers } },
    }).text();
  expect(textOf([])).not.toContain('Servers');
  expect(textOf(['https://eu.shop.example/v1', 'https://us.shop.example/v1'])).toContain(
    'Servershttps://eu.shop.example/v1, https://us.shop.example/v1',
  );
});

it('Facts about a document as a whole, the problems found in it, and the actions for it.', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const area = (name: string, operations: DocumentSummary['areas'][number]['operations']) => ({
    ...{ name, description: null, counted: true, operations },
  });
  const operation = { id: 'o', method: 'GET', path: '/o', summary: null, deprecated: false };
  const textOf = (...areas: DocumentSummary['areas']): string =>
    mount(DocumentPane, { props: { document: { ...summary, areas } } }).text();
  expect(textOf(area('Orders', [operation]))).not.toContain('Named, not described');
  expect(textOf(area('Orders', [operation]), area('Refunds', []), area('Payouts', []))).toMatch(
    /This document only names these areas\. .*Refunds, Payouts/,
  );
});
