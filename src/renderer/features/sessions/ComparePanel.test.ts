import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { succeed, type Result } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import ComparePanel from './ComparePanel.vue';

afterEach(() => vi.unstubAllGlobals());

const SHOWN = '11111111-0000-4000-8000-000000000001';
const PASTED = '22222222-0000-4000-8000-000000000002';

it('keeps the focus on Look up and compare, ignores a non-ID, and looks up an ID once', async () => {
  let answer: (result: Result<Exchange>) => void = () => undefined;
  const lookUpSession = vi.fn(() => new Promise<Result<Exchange>>((resolve) => (answer = resolve)));
  const copyText = vi.fn(() => Promise.resolve(succeed(null)));
  vi.stubGlobal('explorer', {
    copyText,
    on: vi.fn(),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    lookUpSession,
    listSessionLists: vi.fn(() => Promise.resolve(succeed([]))),
    listRecentSessions: vi.fn(() => Promise.resolve(succeed([]))),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const panel = mount(ComparePanel, {
    attachTo: document.body,
    props: { exchange: exchangeOf(200, '{}'), sessionId: SHOWN },
    global: {
      stubs: { ExchangeCompare: true },
      plugins: [routerOf()],
    },
  });
  const button = panel.get<HTMLButtonElement>('button[type="submit"]');
  button.element.focus();
  expect(button.attributes('aria-disabled')).toBe('true');
  await panel.get('form').trigger('submit');
  expect(lookUpSession).not.toHaveBeenCalled();

  // Text that is not an ID stays in the field, with a message.
  await panel.get('input').setValue('order 20417');
  await panel.get('form').trigger('submit');
  await vi.waitFor(() => expect(panel.get('[role="alert"]').text()).toMatch(/^No UUID found/));
  expect(panel.get('input').attributes('aria-describedby')).toBe(
    panel.get('[role="alert"]').attributes('id'),
  );
  expect(panel.get('input').element.value).toBe('order 20417');
  expect(lookUpSession).not.toHaveBeenCalled();

  await panel.get('input').setValue(PASTED);
  expect(panel.find('[role="alert"]').exists()).toBe(false);
  expect(button.attributes('aria-disabled')).toBe('false');
  await panel.get('form').trigger('submit');
  expect(button.attributes('aria-disabled')).toBe('true');
  await panel.get('form').trigger('submit');
  expect(lookUpSession).toHaveBeenCalledOnce();
  answer(succeed({ ...exchangeOf(200, '{}'), id: 'pasted', operation: 'get_checkout_session' }));
  await flushPromises();
  // The ID is shortened in the narrow field, but complete in its tooltip and when copied.
  expect(panel.get('select').text()).toMatch(/^22222222…0002, /);
  expect(panel.get('select').attributes('title')).toContain(PASTED);
  expect(panel.get('select').text()).not.toContain('200');
  expect(document.activeElement).toBe(button.element);
  await panel.get('[aria-label="Copy differences"]').trigger('click');
  expect(copyText).toHaveBeenCalledWith({
    what: 'differences',
    text: expect.stringMatching(/^Before: 2{8}-.*-0{11}2, .*\nAfter: Shown now\n\nNo difference$/),
  });

  // A session that was not found says so before it is chosen.
  await panel.get('input').setValue(PASTED.replace('2', '3'));
  await panel.get('form').trigger('submit');
  answer(succeed({ ...exchangeOf(404, '{}'), id: 'missing', operation: 'get_checkout_session' }));
  await flushPromises();
  expect(panel.findAll('option').map((option) => option.text())).toContainEqual(
    expect.stringMatching(/^32222222…0002, 404( \w|,)/),
  );

  // Nor does a 200 that broke off, or that a login page gave, look like a session.
  const cut = exchangeOf(200, '{');
  const broken = {
    ...cut,
    outcome: { kind: 'failed', failure: 'truncated', detail: '', mayHaveArrived: true },
  };
  const page = exchangeOf(200, '<h1>Sign in</h1>', [['content-type', 'text/html']]);
  for (const [digit, reading, word] of [
    ['4', broken, 'No complete answer · 200 broke off'],
    ['5', page, 'Unexpected answer'],
  ] as const) {
    await panel.get('input').setValue(PASTED.replace('2', digit));
    await panel.get('form').trigger('submit');
    answer(succeed({ ...(reading as Exchange), id: word, operation: 'get_checkout_session' }));
    await flushPromises();
    expect(panel.get('select').text()).toContain(`${digit}2222222…0002, ${word}, `);
  }

  // Of several IDs none is chosen in silence: they stay in the field.
  lookUpSession.mockClear();
  const two = `${PASTED} ${SHOWN}`;
  await panel.get('input').setValue(two);
  await panel.get('form').trigger('submit');
  await vi.waitFor(() =>
    expect(panel.get('[role="alert"]').text()).toBe('2 IDs. One at a time can be compared with: leave one.'),
  );
  expect(panel.get('input').element.value).toBe(two);
  expect(lookUpSession).not.toHaveBeenCalled();
  panel.unmount();
});
