import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { UNDO_MS, useUndoStore } from '@renderer/stores/undo';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';

export interface Moves {
  /** Places a request before another one, or at the end of a folder; this can be undone. */
  readonly move: (id: string, folder: string, before: string | null) => Promise<void>;
  /** Notes where a request is. The returned function, called after it may have moved, offers to put it back there. */
  readonly leaving: (id: string) => () => void;
  /** Moves a request up or down in its folder; does nothing at the ends. */
  readonly shift: (id: string, by: -1 | 1) => Promise<void>;
  /** @param undone called when it was.~ */
  readonly moveFolder: (from: string, to: string, undone: () => void) => Promise<void>;
}

export function useMoves(): Moves {
  const saved = useSavedRequestsStore();
  const undo = useUndoStore();

  async function place(id: string, folder: string, before: string | null): Promise<void> {
    saved.accept(await window.explorer.placeSavedRequest({ id, folder, before }));
  }

  async function move(id: string, folder: string, before: string | null): Promise<void> {
    const offerBack = leaving(id);
    await place(id, folder, before);
    if (saved.problem === null) offerBack();
  }

  function leaving(id: string): () => void {
    const lineNow = (): SavedRequestLine | undefined => saved.lines.find((line) => line.id === id);
    const was = lineNow();
    const next = nextTo(id);
    return () => {
      const now = lineNow();
      if (was === undefined || now === undefined) return;
      const isElsewhere = was.folder !== now.folder;
      if (!isElsewhere && nextTo(id) === next) return;
      const back = { id, folder: was.folder, before: next };
      undo.offer(
        `Moved “${now.name}”${isElsewhere ? ` ${toFolder(now.folder)}` : ''}.`,
        async () => saved.acceptUndo(await window.explorer.placeSavedRequest(back)),
        UNDO_MS,
        { line: id },
      );
    };
  }

  async function shift(id: string, by: -1 | 1): Promise<void> {
    const folder = saved.lines.find((line) => line.id === id)?.folder ?? '';
    const inside = saved.lines.filter((line) => line.folder === folder);
    const at = inside.findIndex((line) => line.id === id);
    if (at === -1 || inside[at + by] === undefined) return;
    await place(id, folder, inside[by === -1 ? at - 1 : at + 2]?.id ?? null);
  }

  /** The request after this one in its folder; null for the last one. */
  function nextTo(id: string): string | null {
    const at = saved.lines.findIndex((line) => line.id === id);
    const next = saved.lines[at + 1];
    return next?.folder === saved.lines[at]?.folder ? (next?.id ?? null) : null;
  }

  async function moveFolder(from: string, to: string, undone: () => void): Promise<void> {
    const places = saved.lines
      .filter(({ folder }) => folder === from || folder.startsWith(`${from}/`))
      .map(({ id, folder }) => ({ id, folder }));
    saved.accept(await window.explorer.moveSavedFolder({ from, to }));
    if (saved.problem !== null) return;
    undo.offer(
      `Moved “${from}” ${toFolder(to)}.`,
      async () => {
        const answer = saved.acceptUndo(await window.explorer.moveSavedRequests({ places }));
        if (answer.ok) undone();
        return answer;
      },
      UNDO_MS,
    );
  }

  return { move, leaving, shift, moveFolder };
}

const toFolder = (path: string): string => (path === '' ? 'to the top level' : `to “${path}”`);
