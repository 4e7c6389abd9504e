import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import type { ParameterDetails } from '@shared/documents/operation-details';
import { testingSchema } from '@shared/testing/testing-schema';
import type { RequestFinding } from './check-request';
import ParameterRows from './ParameterRows.vue';

const WRONG: RequestFinding = { severity: 'error', place: 'path', name: 'session_id', message: 'Required.' };
const EMPTY: RequestFinding = { ...WRONG, isEmpty: true };
const known: ParameterDetails = {
  ...{ name: 'session_id', place: 'path', required: true, deprecated: false, description: null },
  ...{ schema: testingSchema({ types: ['string'] }), style: 'simple', explode: false, mediaType: null },
  examples: [],
};

it('shows the description of an empty parameter, or that it is required if it has none', () => {
  const noteOf = (of: readonly ParameterDetails[], finding: RequestFinding): string =>
    mount(ParameterRows, {
      props: {
        ...{ id: 'p', label: 'Path parameters', fixed: true, known: of, findings: [finding] },
        rows: [{ id: 'session_id', name: 'session_id', value: '', enabled: true }],
      },
    })
      .get('#p-0-note')
      .text();
  expect(noteOf([known], EMPTY)).toBe('text, required');
  expect(noteOf([], EMPTY)).toBe('Required.');
  expect(noteOf([known], WRONG)).toBe('Required.');
});
