import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import type { Exchange } from '@shared/http/exchange';
import { refuse, succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useDatabaseStore } from '@renderer/stores/database';
import { useProfilesStore } from '@renderer/stores/profiles';
import { draftOf } from './drafts/draft-tab';
import { useComposerStore } from './drafts/composer-store';
import { usePaneStore } from './drafts/pane-store';
import { PROFILE, fakeMain, leaveWindow, setUpComposer } from './drafts/testing-composer';
import SendSlot from './SendSlot.vue';

afterEach(async () => {
  vi.useRealTimers();
  await leaveWindow();
});

const asPost = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, method: 'POST' },
});
const BROKEN_OFF = asPost(
  unanswered({ kind: 'failed', failure: 'truncated', detail: '', mayHaveArrived: true }),
);

/** Shows the text beside Send for a draft that may be sent. */
async function open() {
  const main = fakeMain();
  setUpComposer(main);
  const composer = useComposerStore();
  await composer.start();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  composer.patch(tab, {
    destinationUrl: 'https://psp.example/charge',
    paymentMethods: [crypto.randomUUID()],
  });
  const slot = mount(SendSlot, { props: { tab } });
  const said = (): [string, string | undefined] => [slot.text(), slot.attributes('title')];
  const sent = async (exchange: Exchange): Promise<void> => {
    tab.sending.show({
      draft: draftOf(tab),
      revision: tab.revision,
      exchange,
      host: 'psp.example',
      profile: PROFILE,
    });
    await flushPromises();
  };
  /** Sets which families have a send that may have taken effect; main is asked about them when the history changes. */
  const opens = async (...familyIds: string[]): Promise<void> => {
    main.listOpenSends.mockResolvedValue(succeed({ families: familyIds, any: familyIds.length > 0 }));
    for (const [event, hear] of main.on.mock.calls) if (event === 'historyChanged') hear();
    await flushPromises();
  };
  return { main, composer, tab, slot, said, sent, opens };
}

it('opens the findings of a draft that is ready to send', async () => {
  const { slot, said } = await open();
  expect(said()).toEqual(['Ready to send', 'Show the findings']);
  await slot.trigger('click');
  expect(usePaneStore().shown).toBe('findings');
});

it('says that Send asks first about a draft composed under another profile', async () => {
  const { said } = await open();
  const other = testingProfile({ id: 'other', name: 'Live EU' });
  useProfilesStore().accept({ profiles: [PROFILE, other], activeId: 'other', notice: null });
  await flushPromises();
  expect(said()).toEqual(['Send asks first', `It was composed under ${PROFILE.name}.`]);
});

it('says that Send asks first after a send that may have taken effect, also if the draft has changed', async () => {
  const { composer, tab, said, sent, opens } = await open();
  await sent(asPost(exchangeOf(200, '{}')));
  expect(said()[0]).toBe('Ready to send');
  await sent(BROKEN_OFF);
  expect(said()).toEqual(['Send asks first', 'It may have reached the destination already.']);
  composer.patch(tab, { destinationUrl: 'https://psp.example/refund' });
  await opens(tab.familyId);
  expect(said()).toEqual(['Send asks first', 'What was sent last may have reached the destination.']);
  // A copy was sent, and carried out, instead.
  await opens();
  expect(said()[0]).toMatch(/^Ready/);
});

it('says that Send asks first if another version of the draft may have taken effect', async () => {
  const { tab, said, opens } = await open();
  await opens('another family');
  expect(said()[0]).toBe('Ready to send');
  await opens('another family', tab.familyId);
  expect(said()).toEqual(['Send asks first', 'Another version of it may have reached the destination.']);
});

it('asks main about other drafts with the same content while a send is unsettled, each time the draft changes', async () => {
  vi.useFakeTimers();
  const { main, composer, tab, said, opens } = await open();
  const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(300);
  await settle();
  expect(main.isOut).not.toHaveBeenCalled();
  main.isOut.mockResolvedValue(succeed(true));
  await opens('another family');
  await settle();
  expect(said()).toEqual(['Send asks first', 'The same content may have reached the destination already.']);
  const about = main.isOut.mock.calls.at(-1)?.[0];
  expect(about).toMatchObject({ request: { operation: 'vault_forward' }, familyId: tab.familyId });

  main.isOut.mockResolvedValue(succeed(false));
  composer.patch(tab, { destinationUrl: 'https://psp.example/refund' });
  await settle();
  expect(said()[0]).toMatch(/^Ready/);
  // Send would give the reason instead.
  main.isOut.mockResolvedValue(
    refuse({ code: 'masked', title: '', meaning: '', nextStep: '', detail: null }),
  );
  tab.document.replace('{}');
  await settle();
  expect(main.isOut).toHaveBeenCalledTimes(3);
  expect(said()[0]).toMatch(/^Ready/);
  await opens();
  await settle();
  expect(main.isOut).toHaveBeenCalledTimes(3);
});

it('says that Send asks first while the earlier history cannot be read, but not after an answer in this run', async () => {
  const { said, sent } = await open();
  const hidden = {
    kind: 'session-only',
    reason: 'locked',
    detail: '',
    showsKept: false,
    hidesKept: true,
  } as const;
  useDatabaseStore().state = hidden;
  await flushPromises();
  expect(said()).toEqual([
    'Send asks first',
    'The earlier history cannot be read: whether it went out before is not known.',
  ]);
  await sent(asPost(exchangeOf(200, '{}')));
  expect(said()[0]).toMatch(/^Ready/);
  await sent(BROKEN_OFF);
  expect(said()[0]).toBe('Send asks first');
  useDatabaseStore().state = { ...hidden, hidesKept: false };
  await sent(asPost(exchangeOf(200, '{}')));
  expect(said()[0]).toMatch(/^Ready/);
});
