import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import AmountText from './AmountText.vue';

it.each([
  ['-1,000', 1],
  ['-$0.05', 1],
  ['1,000', 0],
  ['not computed', 0],
])('copies %s as written, with a separate element for a minus sign', (text, signs) => {
  const amount = mount(AmountText, { props: { text } });
  expect(amount.text()).toBe(text);
  expect(amount.findAll('.minus')).toHaveLength(signs);
});
