import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { OutsideLink } from '@shared/app/deep-link';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '../stores/profiles';
import DeepLinkQuestion from './DeepLinkQuestion.vue';

afterEach(() => document.body.replaceChildren());

const linkTo = (end: string): { readonly link: OutsideLink } => ({
  link: { sessionId: `00000000-0000-4000-8000-00000000000${end}`, profileName: null },
});
const words = (): string => document.querySelector('[role="alertdialog"]')?.textContent ?? '';
const settled = () => nextTick().then(() => nextTick());

it('stays about its own link while others come, opens that one, and asks about the last of the others then', async () => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => () => undefined });
  const active = testingProfile({ id: 'a', name: 'Sandbox EU' });
  useProfilesStore().accept({ profiles: [active], activeId: 'a', notice: null });
  const routes = [{ path: '/:sessionId?', name: 'sessions', component: { render: () => null } }];
  const router = createRouter({ history: createMemoryHistory(), routes });
  const global = { plugins: [router] };
  const asked = mount(DeepLinkQuestion, {
    attachTo: document.body,
    global,
    props: { asked: linkTo('1') },
  });
  await settled();
  await asked.setProps({ asked: linkTo('2') });
  await asked.setProps({ asked: linkTo('3') });
  await settled();
  expect(words()).toContain('0001');
  const open = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent.trim() === 'Open',
  );
  open?.click();
  await settled();
  await vi.waitFor(() =>
    expect(router.currentRoute.value.fullPath).toBe('/00000000-0000-4000-8000-000000000001?look=now'),
  );
  await vi.waitFor(() => expect(words()).toContain('0003'));
});
