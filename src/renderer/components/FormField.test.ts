import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import type { Problem } from '@shared/problem';
import FormField from './FormField.vue';

const PROBLEM: Problem = {
  code: 'name-missing',
  title: 'Name cannot be used',
  meaning: 'A profile needs a name.',
  nextStep: 'Enter one.',
  detail: null,
};

it('shows the hint or the problem, and describes the control by it', async () => {
  const field = mount(FormField, {
    props: { id: 'name', label: 'Name', hint: 'As it is called in lists.' },
    slots: { default: '<template #default="{ control }"><input v-bind="control" /></template>' },
  });
  const input = field.get('input');
  const lines = (): string[] => field.findAll('p').map((line) => line.text());
  const described = (): string => field.get(`#${input.attributes('aria-describedby') ?? ''}`).text();
  expect(lines()).toEqual(['As it is called in lists.']);
  expect(described()).toBe('As it is called in lists.');
  expect(input.attributes('aria-invalid')).toBeUndefined();
  await field.setProps({ problem: PROBLEM });
  expect(lines()).toEqual(['A profile needs a name. Enter one.']);
  expect(described()).toBe('A profile needs a name. Enter one.');
  expect(input.attributes('aria-invalid')).toBe('true');
  await field.setProps({ hint: null, problem: null });
  expect(lines()).toEqual([]);
  expect(input.attributes('aria-describedby')).toBeUndefined();
});
