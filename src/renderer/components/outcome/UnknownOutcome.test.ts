import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { succeed, type Problem } from '@shared/problem';
import { unanswered } from '@shared/testing/exchanges';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import UnknownOutcome from './UnknownOutcome.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => undefined,
    openHistoryEntry: () => Promise.resolve(succeed(null)),
  });
});

const problem: Problem = { code: 'c', title: 'Unknown', meaning: 'm', nextStep: 'n', detail: null };

it('is not announced again when its buttons change', () => {
  const exchange = unanswered({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true });
  const outcome = mount(UnknownOutcome, { props: { exchange, problem } });
  for (const button of outcome.findAll('button'))
    expect(button.element.closest('[aria-live], [role="alert"]')?.getAttribute('aria-live')).toBe('off');
  expect(outcome.findAll('button')).not.toEqual([]);
});

it.each([
  ['POST', true],
  ['GET', false],
])('mentions a possible charge for a lost Vault Forward with %s: %s', (method, mayCharge) => {
  const lost = unanswered({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true });
  const request = {
    ...lost.request,
    method: 'POST',
    headers: [
      ['x-vault-forward-url', 'https://psp.example/charge'],
      ['x-vault-forward-http-method', method],
      ['x-vault-forward-payment-methods', 'pm_1'],
    ] as const,
  };
  const exchange = { ...lost, operation: 'vault_forward' as const, request };
  const text = mount(UnknownOutcome, { props: { exchange, problem } }).text();
  expect(text).toContain('It may have reached psp.example');
  expect([/charge|pay /.test(text), text.includes('meant to read only')]).toEqual([mayCharge, !mayCharge]);
});

it.each([
  ['x-vault-forward-payment-methods', 'pm_1', true],
  ['x-vault-forward-checkout-session', 'cs_1', true],
  ['x-vault-forward-payment-methods', '', false],
])('says that a card may have been charged if the request carries one: %s "%s"', (name, value, says) => {
  const lost = unanswered({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true });
  const headers = [
    ['x-vault-forward-url', 'https://psp.example/charge'],
    ['x-vault-forward-http-method', 'POST'],
    [name, value],
  ] as const;
  const exchange = { ...lost, operation: 'vault_forward' as const, request: { ...lost.request, headers } };
  const text = mount(UnknownOutcome, { props: { exchange, problem } }).text();
  expect([text.includes('The card may have been charged'), text.includes('It may have arrived')]).toEqual([
    says,
    !says,
  ]);
});
