import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import type { Expectation } from '@shared/requests/saved-requests';
import ExpectationText from './ExpectationText.vue';

const CARD = '4111111111111111';

it('keeps the space before a value out of the typewriter face, where it is twice as wide', () => {
  const shown = mount(ExpectationText, { props: { expectation: { kind: 'status', status: 200 } } });
  expect(shown.text()).toBe('status 200');
  expect(shown.get('.mono').element.textContent).toBe('200');
});

it.each([
  { kind: 'json-path', path: '$.number', is: { how: 'equals', value: `"${CARD}"` } },
  { kind: 'json-path', path: `$[?@.number == '${CARD}'].id`, is: { how: 'kept', as: 'id' } },
  { kind: 'json-path', path: '$.cvc', is: { how: 'equals', value: '"987"' } },
  { kind: 'header', name: 'x-card', is: { how: 'contains', text: CARD } },
] satisfies Expectation[])('masks card data: %j', (expectation) => {
  const text = mount(ExpectationText, { props: { expectation } }).text();
  expect(text).toContain('•••');
  expect(text).not.toMatch(/4111111111111111|987/);
});
