import { mount } from '@vue/test-utils';
import { nextTick } from 'vue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from '@shared/bridge/sending';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { secretReference } from '@shared/secrets/secret-reference';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import ForwardHead from '../pane/ForwardHead.vue';
import { useComposerStore } from './composer-store';
import type { DraftTab } from './draft-tab';
import { useFindingsStore } from './findings-store';
import { usePaneStore } from './pane-store';
import { useSendStore } from './send-store';
import { fakeMain, PROFILE, setUpComposer } from './testing-composer';

const PROBLEM: Problem = { code: 'x', title: 'No', meaning: '', nextStep: '', detail: null };
let main: ReturnType<typeof fakeMain>;
/** Answers the Send that is under way. */
let answer: (result: Result<SendResult>) => void;

async function start(draft = draftWith({}), profile = PROFILE): Promise<DraftTab> {
  main = fakeMain();
  main.sendRequest.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  setUpComposer(main, profile);
  const composer = useComposerStore();
  await composer.start();
  return composer.openDraft(draft);
}

/** Waits until the checks are done and main was called. */
const asked = (times = 1) => vi.waitFor(() => expect(main.sendRequest).toHaveBeenCalledTimes(times));

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('Send', () => {
  it('is refused with a finding if the secret of a header is gone, until it is entered again', async () => {
    const gone = '5e550000-0000-4000-8000-000000000001';
    const header = {
      id: 'h',
      name: 'authorization',
      value: secretReference(gone),
      secret: true,
      enabled: true,
    };
    const tab = await start(draftWith({}));
    main.findMissingSecrets.mockResolvedValue(succeed([gone]));
    useComposerStore().patch(tab, { headers: [header] });
    await useSendStore().send(tab);
    expect(main.sendRequest).not.toHaveBeenCalled();
    expect(useFindingsStore().list).toContainEqual(
      expect.objectContaining({
        code: 'secret-missing',
        severity: 'error',
        where: { field: 'headers', index: 0, part: 'value' },
      }),
    );
    useComposerStore().patch(tab, { headers: [{ ...header, value: 'Bearer new' }] });
    void useSendStore().send(tab);
    await asked();
  });

  it('saves the draft first', async () => {
    const tab = await start();
    useComposerStore().patch(tab, { method: 'PATCH' });
    main.keepDraft.mockClear();
    const sent = useSendStore().send(tab);
    await asked();
    expect(main.keepDraft).toHaveBeenCalledWith(
      expect.objectContaining({
        id: tab.id,
        change: expect.objectContaining({ fields: expect.objectContaining({ method: 'PATCH' }) }),
      }),
    );
    answer(refuse(PROBLEM));
    await sent;
  });

  it('sends once, however often it is requested during the send', async () => {
    const tab = await start();
    const { send } = useSendStore();
    const all = Promise.all([send(tab), send(tab), send(tab)]);
    await asked();
    expect(tab.sending.state).toMatchObject({ kind: 'working', host: 'psp.example' });
    await send(tab);
    answer(refuse(PROBLEM));
    expect(await all).toEqual([true, false, false]);
    expect(main.sendRequest).toHaveBeenCalledOnce();
    expect(tab.sending.state).toMatchObject({ kind: 'refused', problem: PROBLEM });
  });

  it('ignores the second click of a double click, even after a fast answer', async () => {
    const tab = await start();
    const { send } = useSendStore();
    const first = send(tab);
    await asked();
    answer(refuse(PROBLEM));
    await first;
    expect(await send(tab)).toBe(false);
    // A changed draft is sent, and a moment later so is the same one.
    tab.document.edit({ changes: { from: 0, to: 0, insert: ' ' } });
    void send(tab);
    await asked(2);
    answer(refuse(PROBLEM));
    await vi.advanceTimersByTimeAsync(1_000);
    void send(tab);
    await asked(3);
  });

  it('sends once while the key is held, during a slow answer and after it', async () => {
    const tab = await start();
    const { send } = useSendStore();
    const first = send(tab);
    await asked();
    for (let held = 0; held < 3_000; held += 500) {
      await vi.advanceTimersByTimeAsync(500);
      expect(await send(tab)).toBe(false);
    }
    answer(refuse(PROBLEM));
    await first;
    for (let held = 0; held < 3_000; held += 500) {
      expect(await send(tab)).toBe(false);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(main.sendRequest).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    void send(tab);
    await asked(2);
  });

  it('sends the current body', async () => {
    const tab = await start();
    tab.document.replace('{"n": "{{CARD_NUMBER_1}}"}');
    void useSendStore().send(tab);
    await asked();
    expect(main.sendRequest).toHaveBeenCalledWith(
      expect.objectContaining({
        request: requestOfDraft(draftWith({ body: '{"n": "{{CARD_NUMBER_1}}"}' })),
        composedUnder: 'p',
        draftId: tab.id,
        familyId: tab.familyId,
      }),
    );
  });

  it('is stopped by errors, and shows the first one', async () => {
    const tab = await start(draftWith({ destinationUrl: '' }));
    expect(await useSendStore().send(tab)).toBe(false);
    expect(main.sendRequest).not.toHaveBeenCalled();
    expect(usePaneStore().shown).toBe('findings');
    expect(useFindingsStore().target).toEqual({ field: 'destinationUrl' });
    expect(tab.tried).toBe(true);
  });

  it('says so when the body cannot be checked, and can be tried again', async () => {
    const tab = await start();
    const { send } = useSendStore();
    await vi.waitFor(() => expect(tab.report).not.toBeNull());
    const { worker } = useComposerStore();
    vi.spyOn(worker, 'ask').mockRejectedValueOnce(new Error('The worker could not be started.'));
    expect(await send(tab)).toBe(false);
    expect(main.sendRequest).not.toHaveBeenCalled();
    expect(usePaneStore().shown).toBe('result');
    expect(tab.sending.state).toMatchObject({
      kind: 'refused',
      host: 'psp.example',
      problem: {
        title: 'The request could not be checked',
        detail: 'Error: The worker could not be started.',
      },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    void send(tab);
    await asked();
  });

  it.each<[string, (tab: DraftTab) => void]>([
    ['its body', (tab) => tab.document.replace('{"amount": 600}')],
    ['a field', (tab) => useComposerStore().patch(tab, { method: 'PATCH' })],
    ['its tab', (tab) => useComposerStore().close(tab.id)],
    [
      'the profile',
      () => {
        const other = testingProfile({ id: 'q' });
        useProfilesStore().accept({ profiles: [PROFILE, other], activeId: 'q', notice: null });
      },
    ],
  ])(
    'sends nothing that was not there when it was pressed: changed during the check was %s',
    async (_what, change) => {
      const tab = await start();
      const { send } = useSendStore();
      await vi.waitFor(() => expect(tab.report).not.toBeNull());
      const sent = send(tab);
      change(tab);
      expect(await sent).toBe(false);
      expect(main.sendRequest).not.toHaveBeenCalled();
      expect(tab.sending.problem?.code).toBe('changed-while-checked');
    },
  );

  it('is refused for a read-only profile', async () => {
    const tab = await start(draftWith({}), { ...PROFILE, readOnly: true });
    expect(await useSendStore().send(tab)).toBe(false);
    expect(main.sendRequest).not.toHaveBeenCalled();
  });

  it('returns to idle when the person declines', async () => {
    const tab = await start();
    const sent = useSendStore().send(tab);
    await asked();
    answer(succeed({ kind: 'declined' }));
    await sent;
    expect(main.sendRequest).toHaveBeenCalledOnce();
    expect(tab.sending.state).toEqual({ kind: 'idle' });
  });

  it('shows nothing of an earlier attempt when the person declines the next one', async () => {
    const tab = await start();
    const refused = useSendStore().send(tab);
    await asked();
    answer(refuse(PROBLEM));
    await refused;
    expect(tab.sending.problem).toBe(PROBLEM);
    await vi.advanceTimersByTimeAsync(1_000);
    const declined = useSendStore().send(tab);
    await asked(2);
    answer(succeed({ kind: 'declined' }));
    await declined;
    expect(tab.sending.state).toEqual({ kind: 'idle' });
  });

  it('names the profile that it was for, even if a different one is active', async () => {
    const tab = await start();
    const live = testingProfile({ id: 'live', name: 'Live EU', environment: 'production' });
    const use = (activeId: string): void =>
      useProfilesStore().accept({ profiles: [PROFILE, live], activeId, notice: null });
    const refused = useSendStore().send(tab);
    await asked();
    const head = mount(ForwardHead, { props: { tab } });
    expect(head.text()).toContain(`as ${PROFILE.name}`);
    use('live');
    await nextTick();
    expect(head.text()).toContain(`as ${PROFILE.name}`);
    answer(refuse(PROBLEM));
    await refused;
    await nextTick();
    expect(head.text()).toContain('Not sent');
    expect(head.text()).toContain(`From ${PROFILE.name} (sandbox), not the profile in use`);
    expect(head.text()).not.toContain('Live EU');
    use('p');
    await nextTick();
    expect(head.text()).toContain(`as ${PROFILE.name}`);
  });

  it('says that the answer below is an earlier one while the next one is awaited', async () => {
    const tab = await start();
    const head = mount(ForwardHead, { props: { tab } });
    const first = useSendStore().send(tab);
    await asked();
    await nextTick();
    expect(head.text()).not.toContain('below');
    answer(succeed({ kind: 'sent', exchange: exchangeOf(201, '{}') }));
    await first;
    tab.document.edit({ changes: { from: 0, to: 0, insert: ' ' } });
    void useSendStore().send(tab);
    await asked(2);
    await nextTick();
    expect(head.text()).toContain('Sending');
    expect(head.text()).toContain('below is an earlier answer');
    answer(refuse(PROBLEM));
  });

  it('can be cancelled', async () => {
    const tab = await start();
    const store = useSendStore();
    void store.send(tab);
    await asked();
    await tab.sending.cancel();
    const callId = tab.sending.working?.callId;
    expect(main.cancelCall).toHaveBeenCalledWith({ callId });
  });
});
