import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { h, KeepAlive, nextTick, ref } from 'vue';
import type { Problem } from '@shared/problem';
import { useStatusStore } from '@renderer/stores/status';
import { routerOf } from '@renderer/stores/router.fixture';
import { changeShortcuts } from '@renderer/stores/shortcuts.fixture';
import RefusedResult from './RefusedResult.vue';
import { useSessionStore } from './session-store';

const ID = '8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55';
const problem = (code: string): Problem => ({ code, title: 'T', meaning: 'M', nextStep: 'N', detail: null });

beforeEach(() => {
  vi.setSystemTime('2026-11-21T22:00:00Z');
  vi.stubGlobal('explorer', { on: vi.fn() });
  setActivePinia(createPinia());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(code: string) {
  return mount(RefusedResult, {
    props: { sessionId: ID, problem: problem(code), at: Date.UTC(2026, 10, 21, 21, 58, 4) },
    global: {
      plugins: [routerOf()],
      stubs: { KeychainWays: true, MoveSecret: true, EditProfile: true },
    },
  });
}

it.each([
  ['keychain-locked', 'Keychain locked', 'nothing was sent · tried 21:58:04 UTC'],
  ['keychain-crashed', 'Keychain process crashed', 'nothing was sent · tried 21:58:04 UTC'],
  ['no-credential', 'No token', 'nothing was sent · tried 21:58:04 UTC'],
  ['credential-detached', 'Held back', 'nothing was sent · tried 21:58:04 UTC'],
  ['cancelled', 'Cancelled', 'nothing was sent · tried 21:58:04 UTC'],
  ['profile-switched', 'Held back', 'nothing was sent · tried 21:58:04 UTC'],
  ['profile-changed', 'Held back', 'nothing was sent · tried 21:58:04 UTC'],
  // After an error inside the app, it is not known whether anything was sent.
  ['defect', 'Failed', 'tried 21:58:04 UTC'],
])('is headed for %s by the reason, and by whether anything was sent', (code, chip, facts) => {
  const result = open(code);
  expect(result.get('.chip').text()).toBe(chip);
  expect(result.get('.head__slot').text()).toBe(facts);
  expect(result.get('[title="' + ID + '"]').text()).toContain(ID);
  expect(result.findAll('[role="tab"]').map((tab) => tab.text())).toEqual([
    'Overview',
    'JSON',
    'Request',
    'Findings',
    'Compare',
  ]);
  expect(result.get('[role="alert"]').attributes('aria-label')).toBe('T');
});

it('says of which day it is, if not of today', () => {
  vi.setSystemTime('2026-11-22T08:00:00Z');
  expect(open('keychain-locked').get('.head__slot').text()).toBe(
    'nothing was sent · tried 21 Nov 2026 21:58:04 UTC',
  );
});

it('names the keys that look it up again as they are now', async () => {
  const button = open('keychain-locked').get('.head .button--edge');
  expect(button.attributes('title')).toBe('Look the session up again (F5)');
  changeShortcuts({ refresh: ['Alt+2'] });
  await nextTick();
  expect(button.attributes('title')).toBe('Look the session up again (Alt+2)');
});

it('looks the session up again on request', async () => {
  const result = open('keychain-locked');
  const refresh = vi.spyOn(useSessionStore(), 'refresh').mockResolvedValue();
  await result.get('.head .button--edge').trigger('click');
  expect(refresh).toHaveBeenCalledOnce();
});

it('opens on Overview with the reason, also after a second refusal', async () => {
  const result = open('no-credential');
  await result.findAll('[role="tab"]')[1]?.trigger('mousedown', { button: 0 });
  expect(result.text()).toContain('There is no answer: Overview says why.');
  expect(result.find('[role="alert"]').exists()).toBe(false);
  await result.setProps({ problem: problem('no-base-url') });
  await flushPromises();
  expect(result.find('[role="alert"]').exists()).toBe(true);
});

it("sets the text of the status bar only while visible, and leaves another screen's text alone", async () => {
  const status = useStatusStore();
  const shown = ref(true);
  const host = mount(
    () =>
      h(KeepAlive, null, [
        shown.value ? h(RefusedResult, { sessionId: ID, problem: problem('no-credential'), at: 0 }) : null,
      ]),
    { global: { stubs: { EditProfile: true }, plugins: [routerOf()] } },
  );
  await nextTick();
  expect(status.words).toBe('No token: nothing was sent');
  shown.value = false;
  await nextTick();
  expect(status.words).toBeNull();
  status.tell('of another screen');
  host.unmount();
  expect(status.words).toBe('of another screen');
});
