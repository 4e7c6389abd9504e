import { describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { checkFields } from '@shared/vault-forward/checks';
import { emptyDraft } from '@shared/vault-forward/draft';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useDatabaseStore } from '@renderer/stores/database';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { textKey, useKeptTextsStore } from '@renderer/stores/kept-texts';
import { useUndoStore } from '@renderer/stores/undo';
import { draftOf, tabTitle } from './draft-tab';
import { active, composerEach, kept, main, start } from './composer.fixture';

composerEach();

describe('draft tabs', () => {
  it('are restored as they were', async () => {
    const composer = await start([kept('a'), kept('b', { name: 'Mine' })], 'b');
    expect(composer.tabs.map(tabTitle)).toEqual(['POST /v1/charges', 'Mine']);
    expect(draftOf(active(composer))).toEqual(draftWith({}));
    expect(active(composer).document.place).toEqual({ anchor: 2, head: 1, top: 0 });
    expect(main.keepDraft).not.toHaveBeenCalled();
  });

  it('are saved whole if the stored drafts cannot be reached', async () => {
    const composer = await start([kept('a'), kept('b', { draft: emptyDraft() })], 'a');
    const { fields } = active(composer);
    useDatabaseStore().state = {
      kind: 'session-only',
      reason: 'locked',
      detail: '',
      showsKept: false,
      hidesKept: true,
    };
    await vi.advanceTimersByTimeAsync(500);
    const { body } = draftWith({});
    expect(main.keepDraft.mock.calls).toEqual([
      [{ id: 'a', change: expect.objectContaining({ fields, body, profileId: 'p' }) as unknown }],
    ]);
  });

  it('are saved when the page closes, together with the active tab, even if an earlier save is pending', async () => {
    const composer = await start([kept('a'), kept('b')], 'a');
    main.keepDraft.mockReturnValue(new Promise(() => undefined));
    composer.patch(active(composer), { method: 'PUT' });
    await vi.advanceTimersByTimeAsync(500);
    composer.activeId = 'b';
    composer.patch(active(composer), { destinationUrl: 'https://last.example' });
    await nextTick();
    main.keepDraft.mockClear();
    main.arrangeDrafts.mockClear();
    window.dispatchEvent(new Event('pagehide'));
    expect(JSON.stringify(main.keepDraft.mock.calls)).toContain('https://last.example');
    expect(main.arrangeDrafts).toHaveBeenCalledWith({ ids: ['a', 'b'], activeId: 'b' });
  });

  it('start with an empty one', async () => {
    const composer = await start();
    expect(composer.tabs.map(tabTitle)).toEqual(['New request']);
    expect(draftOf(active(composer))).toEqual(emptyDraft());
  });

  it('are saved a moment after a change, and only what changed', async () => {
    const composer = await start([kept('a')]);
    composer.patch(active(composer), { method: 'PUT' });
    active(composer).document.replace('{}');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft).toHaveBeenCalledOnce();
    expect(main.keepDraft.mock.lastCall).toMatchObject([
      { id: 'a', change: { body: '{}', fields: { method: 'PUT' } } },
    ]);
    composer.patch(active(composer), { method: 'PATCH' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.lastCall).not.toHaveProperty('0.change.body');
  });

  it('save a large body as edits, and whole once typing pauses', async () => {
    const composer = await start([kept('a', { draft: draftWith({ body: 'x'.repeat(200_000) }) })]);
    active(composer).document.edit({ changes: { from: 0, to: 1, insert: 'y' } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.lastCall).toMatchObject([
      { change: { edits: [{ from: 0, to: 1, insert: 'y' }] } },
    ]);
    expect(main.keepDraft.mock.lastCall).not.toHaveProperty('0.change.body');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(main.keepDraft.mock.lastCall).toHaveProperty('0.change.body', `y${'x'.repeat(199_999)}`);
  });

  it('are replaced by a new one only while empty', async () => {
    const composer = await start();
    composer.openDraft(draftWith({}));
    expect(composer.tabs).toHaveLength(1);
    composer.openEmpty();
    expect(composer.tabs).toHaveLength(2);
    composer.openEmpty();
    expect(composer.tabs).toHaveLength(2);
  });

  it('can be closed and restored in place', async () => {
    const composer = await start([kept('a'), kept('b', { name: 'Mine' }), kept('c')], 'b');
    active(composer).document.replace('typed');
    const text = { key: textKey('outcome', 'b', 'outcome'), text: 'typed about it' };
    useKeptTextsStore().keep(text.key, text.text);
    composer.close('b');
    expect(composer.activeId).toBe('c');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.discardDraft).toHaveBeenCalledWith({ id: 'b' });
    expect(main.keepTyped).not.toHaveBeenCalled();
    const undo = useUndoStore();
    expect(undo.entries[0]?.words).toBe('Closed “Mine”.');
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(composer.tabs.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(draftOf(active(composer)).body).toBe('typed');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.lastCall).toMatchObject([
      { id: 'b', change: { body: 'typed', name: 'Mine' } },
    ]);
    expect(main.keepTyped.mock.calls).toEqual([[text]]);
  });

  it('always include at least one', async () => {
    const composer = await start([kept('a')]);
    composer.close('a');
    expect(composer.tabs.map(tabTitle)).toEqual(['New request']);
    const filling = active(composer).id;
    await vi.advanceTimersByTimeAsync(1_000);
    const undo = useUndoStore();
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(composer.tabs.map(({ id }) => id)).toEqual(['a']);
    // The draft that took its place does not come back after a restart either.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.discardDraft).toHaveBeenLastCalledWith({ id: filling });
  });

  it('say, when closed during a send, that History will show the outcome', async () => {
    const composer = await start([kept('a'), kept('b', { name: 'Mine' })], 'b');
    const profile = { id: 'p', name: 'Sandbox EU', environment: 'sandbox' } as const;
    const about = { host: 'psp.example', profile };
    void active(composer).sending.run(about, () => new Promise(() => undefined));
    composer.close('b');
    expect(useUndoStore().entries[0]?.words).toBe(
      'Closed “Mine”. Sending continues: History will show how it ends.',
    );
  });

  it('are not saved after being closed, until they are restored', async () => {
    const composer = await start([kept('a'), kept('b', { name: 'Mine' })], 'b');
    const closed = active(composer);
    composer.close('b');
    composer.rebase(closed, 'p');
    closed.document.moved({ anchor: 0, head: 0, top: 3 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft).not.toHaveBeenCalled();
    const undo = useUndoStore();
    await undo.undo(undo.entries[0]?.id ?? 0);
    composer.rebase(closed, 'q');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.calls).toMatchObject([
      [{ id: 'b', change: { name: 'Mine' } }],
      [{ id: 'b', change: { profileId: 'q' } }],
    ]);
  });

  it('can be closed except for one, and restored together', async () => {
    const composer = await start([kept('a'), kept('b'), kept('c'), kept('d')], 'a');
    composer.closeOthers('c');
    expect(composer.tabs.map(({ id }) => id)).toEqual(['c']);
    expect(composer.activeId).toBe('c');
    const undo = useUndoStore();
    expect(undo.entries.map(({ words }) => words)).toEqual(['Closed 3 drafts.']);
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(composer.tabs.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('can be renamed, and lose an emptied name', async () => {
    const composer = await start([kept('a')]);
    composer.rename(active(composer), 'Charge');
    expect(tabTitle(active(composer))).toBe('Charge');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.lastCall).toEqual([{ id: 'a', change: { name: 'Charge' } }]);
    composer.rename(active(composer), null);
    expect(tabTitle(active(composer))).toBe('POST /v1/charges');
  });

  it('can be duplicated with new row IDs, and moved, but not past the ends', async () => {
    const row = { id: 'r', name: 'a', value: '1', secret: false, enabled: true };
    const draft = draftWith({ headers: [row] });
    const composer = await start([kept('a', { name: 'Mine', draft }), kept('b')], 'a');
    composer.duplicate(active(composer));
    expect(composer.tabs.map(tabTitle)).toEqual(['Mine', 'Mine (copy)', 'POST /v1/charges']);
    expect(composer.tabs.map(({ familyId }) => familyId)).toEqual(['a', 'a', 'b']);
    const [original, copy] = composer.tabs.map(draftOf);
    const withoutIds = (draft = emptyDraft()) => ({
      ...draft,
      headers: draft.headers.map((row) => ({ ...row, id: '' })),
    });
    expect(withoutIds(copy)).toEqual(withoutIds(original));
    expect(copy?.headers[0]?.id).not.toBe(original?.headers[0]?.id);
    composer.move('a', 5);
    expect(composer.tabs.map(tabTitle)).toEqual(['Mine (copy)', 'POST /v1/charges', 'Mine']);
    composer.move('a', -1);
    expect(composer.tabs.map(tabTitle)).toEqual(['Mine (copy)', 'Mine', 'POST /v1/charges']);
  });

  it('keep the family ID of the draft they were made from, also as copies of copies', async () => {
    const composer = await start([kept('a')], 'a');
    composer.openDraft(draftWith({ body: 'from the history' }), { familyId: 'the exchange' });
    composer.duplicate(active(composer));
    composer.duplicate(active(composer));
    expect(composer.tabs.map(({ familyId }) => familyId)).toEqual(['a', ...Array(3).fill('the exchange')]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft).toHaveBeenCalledWith({
      id: active(composer).id,
      change: expect.objectContaining({ familyId: 'the exchange' }),
    });
    composer.openEmpty();
    expect(active(composer).familyId).toBe(active(composer).id);
  });

  it('can be fixed as a finding suggests', async () => {
    const composer = await start([
      kept('a', { draft: draftWith({ destinationUrl: 'http://psp.example/' }) }),
    ]);
    const [first] = checkFields(draftOf(active(composer)));
    expect(first?.mend?.label).toBe('Use https');
    if (first) composer.mend(active(composer), first);
    expect(active(composer).fields.destinationUrl).toBe('https://psp.example/');
  });

  it('can be stepped through, wrapping around at the ends', async () => {
    const composer = await start([kept('a'), kept('b')], 'a');
    composer.step(-1);
    expect(composer.activeId).toBe('b');
    composer.step(1);
    expect(composer.activeId).toBe('a');
  });
});

describe('a draft of a saved request', () => {
  it('becomes unsaved with a change, and that state is saved too', async () => {
    const composer = await start([kept('a', { saved: { id: 's', unsaved: false } })]);
    const tab = active(composer);
    composer.patch(tab, { method: 'PUT' });
    expect(tab.saved).toEqual({ id: 's', unsaved: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.lastCall).toMatchObject([{ change: { saved: { id: 's', unsaved: true } } }]);
    composer.bind(tab, { id: 's', unsaved: false });
    tab.document.edit({ changes: { from: 0, to: 0, insert: ' ' } });
    expect(tab.saved).toEqual({ id: 's', unsaved: true });
  });

  it('is opened only once, with its changes kept', async () => {
    const composer = await start([kept('a', { saved: { id: 's', unsaved: true } }), kept('b')], 'b');
    const before = draftOf(composer.tabs[0] ?? active(composer));
    composer.openDraft(draftWith({ body: 'another' }), { name: 'Saved', profileId: 'p', savedId: 's' });
    expect(composer.tabs).toHaveLength(2);
    expect(composer.activeId).toBe('a');
    expect(draftOf(active(composer))).toEqual(before);
    composer.duplicate(active(composer));
    expect(active(composer).saved).toBeNull();

    // A draft without changes takes over what was saved, whoever saved it.
    composer.activeId = 'a';
    composer.bind(active(composer), { id: 's', unsaved: false });
    composer.openDraft(draftWith({ method: 'PUT', body: 'another' }), {
      name: 'Saved',
      profileId: 'p',
      savedId: 's',
    });
    expect(draftOf(active(composer))).toMatchObject({ method: 'PUT', body: 'another' });
    expect(active(composer).saved).toEqual({ id: 's', unsaved: false });
  });
  it('takes the new name of its saved request, unless the person has named the tab', async () => {
    const composer = await start([
      kept('a', { name: 'Charge', saved: { id: 's', unsaved: true } }),
      kept('b', { name: 'Mine', saved: { id: 't', unsaved: false } }),
      kept('c', { name: 'Charge' }),
    ]);
    const named = (charge: string, refund: string) =>
      [
        { id: 's', name: charge },
        { id: 't', name: refund },
      ] as SavedRequestLine[];
    const saved = useSavedRequestsStore();
    saved.lines = named('Charge', 'Refund');
    await nextTick();
    saved.lines = named('Charge once', 'Refund once');
    await nextTick();
    expect(composer.tabs.map(tabTitle)).toEqual(['Charge once', 'Mine', 'Charge']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(main.keepDraft.mock.calls).toEqual([[{ id: 'a', change: { name: 'Charge once' } }]]);
  });
});
