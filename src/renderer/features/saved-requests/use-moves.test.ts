import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse, succeed, type Problem } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useUndoStore } from '@renderer/stores/undo';
import { useMoves, type Moves } from './use-moves';

const line = (id: string, folder: string): SavedRequestLine => ({
  ...{ id, folder, name: `Request ${id}`, description: '', operation: 'vault_forward' },
  ...{ subject: '', expectations: 0 },
});
const BEFORE = [line('a', 'Cards'), line('b', 'Cards'), line('c', 'Cards/Old'), line('d', 'Other')];
const PROBLEM: Problem = {
  ...{ code: 'folder-not-moved', title: 'The folder cannot go there', meaning: '' },
  ...{ nextStep: '', detail: null },
};
const placeSavedRequest = vi.fn<Window['explorer']['placeSavedRequest']>();
const moveSavedFolder = vi.fn<Window['explorer']['moveSavedFolder']>();
const moveSavedRequests = vi.fn<Window['explorer']['moveSavedRequests']>();
let moves: Moves;

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { placeSavedRequest, moveSavedFolder, moveSavedRequests });
  useSavedRequestsStore().lines = BEFORE;
  moves = useMoves();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

async function undoIt(): Promise<void> {
  const undo = useUndoStore();
  await undo.undo(undo.entries[0]?.id ?? 0);
}

describe('moving a request', () => {
  it('to another folder can be undone: it is before the same request again', async () => {
    placeSavedRequest.mockResolvedValue(
      succeed([line('b', 'Cards'), line('d', 'Other'), line('a', 'Other')]),
    );
    await moves.move('a', 'Other', null);
    expect(useUndoStore().entries).toMatchObject([{ words: 'Moved “Request a” to “Other”.', line: 'a' }]);
    placeSavedRequest.mockResolvedValue(succeed(BEFORE));
    await undoIt();
    expect(placeSavedRequest).toHaveBeenLastCalledWith({ id: 'a', folder: 'Cards', before: 'b' });
    expect(useSavedRequestsStore().lines).toEqual(BEFORE);
    expect(useUndoStore().entries).toEqual([]);
  });

  it('within its folder can be undone, and says nothing of a folder', async () => {
    placeSavedRequest.mockResolvedValue(succeed([line('b', 'Cards'), line('a', 'Cards')]));
    await moves.move('b', 'Cards', 'a');
    expect(useUndoStore().entries).toMatchObject([{ words: 'Moved “Request b”.' }]);
    await undoIt();
    expect(placeSavedRequest).toHaveBeenLastCalledWith({ id: 'b', folder: 'Cards', before: null });
  });

  it('offers no undo if it stays where it was, or was not moved', async () => {
    placeSavedRequest.mockResolvedValue(succeed(BEFORE));
    await moves.move('b', 'Cards', null);
    placeSavedRequest.mockResolvedValue(refuse(PROBLEM));
    await moves.move('b', 'Other', null);
    expect(useSavedRequestsStore().problem).toEqual(PROBLEM);
    expect(useUndoStore().entries).toEqual([]);
  });
});

describe('moving a folder', () => {
  it('takes the folder of the last save along, which the next one suggests, also back', async () => {
    const saved = useSavedRequestsStore();
    saved.lastFolder = 'Cards/Old';
    const renamed = [line('a', 'Tests'), line('b', 'Tests'), line('c', 'Tests/Old'), line('d', 'Other')];
    moveSavedFolder.mockResolvedValue(succeed(renamed));
    await moves.moveFolder('Cards', 'Tests', vi.fn());
    expect(saved.lastFolder).toBe('Tests/Old');
    moveSavedRequests.mockResolvedValue(succeed(BEFORE));
    await undoIt();
    expect(saved.lastFolder).toBe('Cards/Old');
  });

  it('can be undone for what was in it, also if the other folder had requests', async () => {
    moveSavedFolder.mockResolvedValue(succeed([line('a', 'Other'), line('d', 'Other')]));
    const undone = vi.fn();
    await moves.moveFolder('Cards', 'Other', undone);
    expect(useUndoStore().entries).toMatchObject([{ words: 'Moved “Cards” to “Other”.' }]);
    moveSavedRequests.mockResolvedValue(succeed(BEFORE));
    await undoIt();
    expect(moveSavedRequests).toHaveBeenCalledWith({
      places: [
        { id: 'a', folder: 'Cards' },
        { id: 'b', folder: 'Cards' },
        { id: 'c', folder: 'Cards/Old' },
      ],
    });
    expect(undone).toHaveBeenCalledOnce();
    expect(useSavedRequestsStore().lines).toEqual(BEFORE);
  });

  it('says why its undo failed, and lets the person try again', async () => {
    moveSavedFolder.mockResolvedValue(succeed([line('a', '')]));
    const undone = vi.fn();
    await moves.moveFolder('Cards', '', undone);
    moveSavedRequests.mockResolvedValue(refuse(PROBLEM));
    await undoIt();
    expect(useUndoStore().entries).toMatchObject([
      { words: 'Moved “Cards” to the top level.', problem: PROBLEM },
    ]);
    expect(undone).not.toHaveBeenCalled();
  });
});
