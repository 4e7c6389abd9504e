import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { OutsideLink } from '@shared/app/deep-link';
import { refuse, succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '../stores/profiles';
import DeepLinkQuestion from './DeepLinkQuestion.vue';

afterEach(() => document.body.replaceChildren());
// Runs before that: the last one first.
enableAutoUnmount(afterEach);

const linkTo = (end: string, profileName: string | null = null): { readonly link: OutsideLink } => ({
  link: { sessionId: `00000000-0000-4000-8000-00000000000${end}`, profileName },
});
const words = (): string => document.querySelector('[role="alertdialog"]')?.textContent ?? '';
const settled = () => nextTick().then(() => nextTick());

async function ask(link: { readonly link: OutsideLink }) {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    describeCredential: async ({ profileId }: { profileId: string }) => succeed({ profileId, kind: 'none' }),
  });
  const active = testingProfile({ id: 'a', name: 'Sandbox EU' });
  // The component's own, whichever pinia is the active one later.
  const store = useProfilesStore();
  store.accept({ profiles: [active], activeId: 'a', notice: null });
  const routes = [{ path: '/:sessionId?', name: 'sessions', component: { render: () => null } }];
  const router = createRouter({ history: createMemoryHistory(), routes });
  const asked = mount(DeepLinkQuestion, {
    attachTo: document.body,
    global: { plugins: [router] },
    props: { asked: link },
  });
  await settled();
  return { asked, router, store };
}
function press(name: string): void {
  const buttons = [...document.querySelectorAll('button')];
  const button = buttons.find(({ textContent }) => textContent.trim() === name);
  expect(button, document.body.textContent).toBeDefined();
  button?.click();
}

it('keeps asking about its link while others arrive, opens it, and then asks about the latest one', async () => {
  const { asked, router } = await ask(linkTo('1'));
  await asked.setProps({ asked: linkTo('2') });
  await asked.setProps({ asked: linkTo('3') });
  await settled();
  expect(words()).toContain('0001');
  press('Open');
  await settled();
  await vi.waitFor(() =>
    expect(router.currentRoute.value.fullPath).toBe('/00000000-0000-4000-8000-000000000001?look=now'),
  );
  await vi.waitFor(() => expect(words()).toContain('0003'));
});

it('asks once about a link that arrives twice, but again if it arrives later', async () => {
  const { asked } = await ask(linkTo('1'));
  await asked.setProps({ asked: linkTo('1') });
  press('Cancel');
  await vi.waitFor(() => expect(words()).toBe(''));
  await settled();
  expect(words()).toBe('');
  await asked.setProps({ asked: linkTo('1') });
  await vi.waitFor(() => expect(words()).toContain('0001'));
});

it('opens nothing if the profile of the link cannot be activated', async () => {
  const { asked, router, store } = await ask(linkTo('1'));
  const other = testingProfile({ id: 'b', name: 'Sandbox US' });
  store.accept({ profiles: [...store.profiles, other], activeId: 'a', notice: null });
  const problem = { code: 'x', title: 'x', meaning: 'x', nextStep: 'x', detail: null };
  const activateProfile = vi.fn(async () => refuse(problem));
  const push = vi.spyOn(router, 'push');
  vi.stubGlobal('explorer', { ...window.explorer, activateProfile });
  press('Cancel');
  await asked.setProps({ asked: linkTo('2', 'Sandbox US') });
  await vi.waitFor(() => expect(words()).toContain('0002'));
  press('Switch to Sandbox US');
  await vi.waitFor(() => expect(activateProfile).toHaveBeenCalledWith({ profileId: 'b' }));
  await flushPromises();
  expect(push).not.toHaveBeenCalled();
});

it('of a link that names a profile unknown here, puts the ID into the field, without looking it up', async () => {
  const { router } = await ask(linkTo('1', 'EU of a colleague'));
  expect(words()).toContain('EU of a colleague, which does not exist here; you are on Sandbox EU.');
  expect(words()).toContain('The ID is put into the field, and nothing is sent until you press Look up.');
  press('Open');
  await vi.waitFor(() =>
    expect(router.currentRoute.value.fullPath).toBe('/00000000-0000-4000-8000-000000000001'),
  );
});

it('shows a text direction character in a profile name as an escape', async () => {
  await ask(linkTo('1', 'Nobody\u202e.gnihton ,senod'));
  expect(words()).toContain('Nobody\\u202e');
});

it('sends nothing to production because of another link that arrived during the question', async () => {
  const { asked, router, store } = await ask(linkTo('1'));
  const live = testingProfile({ id: 'p', name: 'Live EU', environment: 'production' });
  store.accept({ profiles: [...store.profiles, live], activeId: 'a', notice: null });
  const activateProfile = async () => succeed({ profiles: store.profiles, activeId: 'p', notice: null });
  vi.stubGlobal('explorer', { ...window.explorer, activateProfile });
  press('Cancel');
  await asked.setProps({ asked: linkTo('2', 'Live EU') });
  await vi.waitFor(() => expect(words()).toContain('0002'));
  await asked.setProps({ asked: linkTo('3', 'Sandbox EU') });
  press('Switch to Live EU');
  await vi.waitFor(() =>
    expect(router.currentRoute.value.fullPath).toBe('/00000000-0000-4000-8000-000000000002'),
  );
});
