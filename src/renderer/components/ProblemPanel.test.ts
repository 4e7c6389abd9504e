import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { apiError } from '@shared/testing/exchanges';
import ProblemPanel from './ProblemPanel.vue';

/** How changes to this element are announced. */
function regionOf(element: Element): string | null | undefined {
  const region = element.closest('[aria-live], [role="status"], [role="alert"]');
  return region?.getAttribute('aria-live') ?? region?.getAttribute('role');
}

it('summarises the raw detail in one line, and shows all of it when opened', async () => {
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

it.each([
  ['keychain-locked', 'p', false],
  // Without suggested actions, as while a secret is being saved, and when the first action says something else.
  ['keychain-locked', undefined, true],
  ['keychain-crashed', 'p', true],
])('says what to do unless a button below says it: %s of %s', (code, profileId, isSaid) => {
  const problem = { code, title: 'T', meaning: 'M', nextStep: 'Do this.', detail: null };
  const panel = mount(ProblemPanel, {
    props: { problem: profileId === undefined ? problem : { ...problem, profileId } },
    global: { plugins: [createPinia()], stubs: { KeychainWays: true } },
  });
  expect(panel.text().includes('Do this.')).toBe(isSaid);
  // A heading, as “What to tell the customer” below it is.
  expect(panel.get('h3').text()).toBe('What to do');
});

it('is not announced again when the buttons in it change, or the raw detail comes later', async () => {
  const problem = { code: 'x', title: 'T', meaning: 'M', nextStep: 'N', detail: 'D' };
  const panel = mount(ProblemPanel, {
    props: { problem },
    slots: { default: '<button>Try on all</button>' },
    global: { plugins: [createPinia()] },
  });
  await vi.dynamicImportSettled();
  await flushPromises();
  expect(regionOf(panel.get('h2').element)).toBe('alert');
  expect(regionOf(panel.get('button').element)).toBe('off');
  expect(regionOf(panel.get('details').element)).toBe('off');
});

it('leaves out the next step if a list below says it', () => {
  const problem = { code: 'c', title: 'T', meaning: 'M', nextStep: 'Do this.', detail: null };
  const panel = mount(ProblemPanel, {
    props: { problem, saidBelow: true },
    slots: { default: '<ul><li>Do it here</li></ul>' },
    global: { plugins: [createPinia()] },
  });
  expect(panel.text()).toBe('TMWhat to doDo it here');
});

it.each(['no-base-url', 'no-credential'])('names the profile that lacks something: %s', async (code) => {
  const problem = { code, title: 'T', meaning: 'M', nextStep: 'N', profileId: 'eu', detail: null };
  const panel = mount(ProblemPanel, {
    props: { problem },
    global: {
      plugins: [createPinia()],
      stubs: { EditProfile: { props: ['of'], template: '<i>{{ of }}</i>' } },
    },
  });
  await vi.dynamicImportSettled();
  await flushPromises();
  // Another profile may be active by now, and its form must not be opened for this.
  expect(panel.get('i').text()).toBe('eu');
});
