import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { KeptDraft } from '@shared/bridge/drafts';
import { refuse, succeed, type Problem } from '@shared/problem';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useDatabaseStore } from '@renderer/stores/database';
import { useUndoStore } from '@renderer/stores/undo';
import { useComposerStore } from './composer-store';
import { fakeMain, setUpComposer } from './testing-composer';

const kept = (id: string): KeptDraft => ({
  id,
  familyId: id,
  name: null,
  profileId: 'p',
  draft: draftWith({}),
  place: { anchor: 0, head: 0, top: 0 },
  exchangeId: null,
  saved: null,
});
const PROBLEM: Problem = { code: 'drafts-not-kept', title: 't', meaning: 'm', nextStep: 'n', detail: null };
const HIDDEN = {
  kind: 'session-only',
  reason: 'locked',
  detail: '',
  showsKept: false,
  hidesKept: true,
} as const;

let main: ReturnType<typeof fakeMain>;
async function start(drafts: readonly KeptDraft[], activeId: string) {
  main = fakeMain({ drafts, activeId, unreadable: 0 });
  setUpComposer(main);
  const composer = useComposerStore();
  await composer.start();
  return composer;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('drafts while the database fails', () => {
  it('are added to those of this run once they can be read, except closed ones', async () => {
    const composer = await start([kept('a'), kept('b')], 'b');
    useDatabaseStore().state = HIDDEN;
    await nextTick();
    composer.close('a');
    main.openDrafts.mockResolvedValue(
      succeed({ drafts: ['old', 'a', 'b'].map(kept), activeId: 'old', unreadable: 1 }),
    );
    useDatabaseStore().state = { kind: 'open', notice: null };
    await vi.advanceTimersByTimeAsync(500);
    expect([composer.tabs.map(({ id }) => id), composer.activeId]).toEqual([['old', 'b'], 'b']);
    expect(composer.unreadable).toBe(1);
  });

  it('are read again after a failed read', async () => {
    main = fakeMain();
    setUpComposer(main);
    main.openDrafts.mockResolvedValueOnce(refuse(PROBLEM));
    const composer = useComposerStore();
    await composer.start();
    expect(composer.trouble).toEqual(PROBLEM);
    const empty = composer.tabs[0]?.id;
    main.openDrafts.mockResolvedValue(succeed({ drafts: [kept('a')], activeId: 'a', unreadable: 0 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([composer.tabs.map(({ id }) => id), composer.trouble]).toEqual([['a', empty], null]);
    expect(main.arrangeDrafts.mock.lastCall).toMatchObject([{ ids: ['a', empty] }]);
  });

  it('save that one was closed, and their order, again after a failure', async () => {
    const composer = await start([kept('a'), kept('b'), kept('c')], 'a');
    main.discardDraft.mockResolvedValueOnce(refuse(PROBLEM));
    main.arrangeDrafts.mockResolvedValueOnce(refuse(PROBLEM));
    composer.close('b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(composer.trouble).toEqual(PROBLEM);
    main.arrangeDrafts.mockClear();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(main.discardDraft.mock.calls).toEqual([[{ id: 'b' }], [{ id: 'b' }]]);
    expect(main.arrangeDrafts).toHaveBeenLastCalledWith({ ids: ['a', 'c'], activeId: 'a' });
    expect(composer.trouble).toBeNull();
  });

  it('are discarded when the page closes, even if an earlier save is pending', async () => {
    const composer = await start([kept('a'), kept('b')], 'a');
    main.keepDraft.mockReturnValue(new Promise(() => undefined));
    composer.rename(composer.tabs[0] ?? expect.fail('no tab'), 'Mine');
    await vi.advanceTimersByTimeAsync(1_000);
    composer.close('b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.discardDraft).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pagehide'));
    expect(main.discardDraft).toHaveBeenCalledWith({ id: 'b' });
  });

  it('are discarded after pending saves when closed a second time', async () => {
    const composer = await start([kept('a'), kept('b')], 'a');
    const answers: (() => void)[] = [];
    main.keepDraft.mockImplementation(
      () => new Promise((resolve) => answers.push(() => resolve(succeed(null)))),
    );
    composer.rename(composer.tabs[0] ?? expect.fail('no tab'), 'Mine');
    await vi.advanceTimersByTimeAsync(1_000);
    composer.close('b');
    await useUndoStore().undo(useUndoStore().entries[0]?.id ?? 0);
    await vi.advanceTimersByTimeAsync(1_000);
    composer.close('b');
    for (let count = 0; count < 3; count += 1) {
      answers[count]?.();
      await vi.advanceTimersByTimeAsync(100);
    }
    const [last = 0] = main.keepDraft.mock.invocationCallOrder.slice(-1);
    expect(main.discardDraft.mock.invocationCallOrder.at(-1)).toBeGreaterThan(last);
  });

  it('are not discarded after an undo, if discarding had failed before', async () => {
    const composer = await start([kept('a'), kept('b')], 'a');
    main.discardDraft.mockResolvedValueOnce(refuse(PROBLEM));
    composer.close('b');
    await vi.advanceTimersByTimeAsync(1_000);
    await useUndoStore().undo(useUndoStore().entries[0]?.id ?? 0);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(main.discardDraft).toHaveBeenCalledOnce();
  });

  it('have their order saved again once a new one could be saved', async () => {
    const composer = await start([kept('a'), kept('b')], 'a');
    main.keepDraft.mockResolvedValueOnce(refuse(PROBLEM));
    const { id } = composer.openDraft(draftWith({ body: 'new' }));
    await vi.advanceTimersByTimeAsync(1_000);
    main.arrangeDrafts.mockClear();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(main.keepDraft).toHaveBeenCalledTimes(2);
    expect(main.arrangeDrafts).toHaveBeenCalledWith({ ids: ['a', id, 'b'], activeId: id });
  });
});
