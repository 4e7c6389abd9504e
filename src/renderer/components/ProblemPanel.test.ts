import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { apiError } from '@shared/testing/exchanges';
import ProblemPanel from './ProblemPanel.vue';

it('says what the raw detail is about in one line beside it, and all of it once it is opened', async () => {
  const problem = { code: 'x', title: 'T', meaning: 'M', nextStep: 'N', detail: apiError(404, 'not_found') };
  const panel = mount(ProblemPanel, { props: { problem }, global: { plugins: [createPinia()] } });
  await vi.dynamicImportSettled();
  await flushPromises();
  const details = panel.get('details');
  expect(details.get('summary').text()).toBe('Raw detail404 · not_found · said by the service');
  const { element } = details;
  if (!(element instanceof HTMLDetailsElement)) throw new Error('no details');
  element.open = true;
  await details.trigger('toggle');
  expect(details.get('pre').text()).toBe(problem.detail);
  expect(details.get('summary').text()).toBe('Raw detail');
});
