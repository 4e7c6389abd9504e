import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it } from 'vitest';
import FilesReport from './FilesReport.vue';

it('groups the digits of the import counts, and can be scrolled with the keyboard', () => {
  setActivePinia(createPinia());
  const imported = {
    added: Array.from({ length: 3_000 }, (_none, at) => `Request ${at}`),
    replaced: [],
    unchanged: 1_200,
    refused: [],
    notes: [],
    secretsToEnter: [],
    collections: [],
  };
  const report = mount(FilesReport, {
    props: { outcome: { imported, exported: null, script: null, problem: null } },
  });
  expect(report.text().replaceAll(/\s+/g, ' ')).toContain(
    '3,000 new, 0 replaced, 1,200 unchanged, 0 refused.',
  );
  // Nothing in a list of thousands takes the focus, so the list itself takes it, to be scrolled with the keyboard.
  expect(report.get('[role="status"]').attributes('tabindex')).toBe('0');
});

it.each([
  [{ refused: [{ file: 'request 1', why: 'It is empty.' }] }, 'Nothing imported'],
  [{ refused: [{ file: 'request 1', why: 'It is empty.' }], unchanged: 1 }, 'Imported'],
  [{ replaced: ['One'] }, 'Imported'],
])('has a heading that fits the result: %j is %s', (part, title) => {
  setActivePinia(createPinia());
  const none = { added: [], replaced: [], unchanged: 0, refused: [], notes: [], secretsToEnter: [] };
  const imported = { ...none, collections: [], ...part };
  const report = mount(FilesReport, {
    props: { outcome: { imported, exported: null, script: null, problem: null } },
  });
  expect(report.get('h2').text()).toBe(title);
});
