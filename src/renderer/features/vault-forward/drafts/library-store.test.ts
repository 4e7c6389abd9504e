import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { EMPTY_LIBRARY, type ComposerLibrary } from '@shared/bridge/drafts';
import { refuse, succeed } from '@shared/problem';
import { useUndoStore } from '@renderer/stores/undo';
import { useDatabaseStore } from '@renderer/stores/database';
import { useLibraryStore } from './library-store';
import { fakeMain, leaveWindow, setUpComposer } from './testing-composer';

afterEach(leaveWindow);

const OLD: ComposerLibrary = {
  ...EMPTY_LIBRARY,
  snippets: [{ id: 'a', name: 'Old', text: 'old' }],
  paymentMethods: [{ id: 'pm', name: 'Before' }],
};
const problem = { code: 'x', title: 'Busy', meaning: '', nextStep: '', detail: null };
const names = ({ snippets }: ComposerLibrary) => snippets.map(({ name }) => name);

/** A main that keeps a library; what it had before cannot be read until the database is back. */
function start(kept: ComposerLibrary) {
  const file = { kept };
  const main = {
    ...fakeMain(),
    readComposerLibrary: vi.fn(() => Promise.resolve(succeed(file.kept))),
    keepComposerLibrary: vi.fn(({ library }: { readonly library: ComposerLibrary }) => {
      file.kept = library;
      return Promise.resolve(succeed(null));
    }),
  };
  setUpComposer(main);
  return { file, main, library: useLibraryStore() };
}

it('adds what was collected in memory to the stored library', async () => {
  const { file, library } = start(EMPTY_LIBRARY);
  const database = useDatabaseStore();
  database.state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false };
  await library.addSnippet('New', 'new');
  await library.nameCard('pm', 'After');
  file.kept = OLD;
  database.state = { kind: 'open', notice: null };
  await flushPromises();
  await library.addSnippet('Newer', 'newer');
  expect(names(file.kept)).toEqual(['Old', 'New', 'Newer']);
  expect(names(library.library)).toEqual(['Old', 'New', 'Newer']);
  expect(file.kept.paymentMethods).toEqual([{ id: 'pm', name: 'After' }]);
});

it('does not overwrite a library that could not be read', async () => {
  const { file, main, library } = start(OLD);
  main.readComposerLibrary.mockReturnValueOnce(Promise.resolve(refuse(problem)) as never);
  await library.addSnippet('New', 'new');
  expect(library.problem).toEqual(problem);
  expect(names(file.kept)).toEqual(['Old']);
  await library.addSnippet('New', 'new');
  expect(library.problem).toBe(null);
  expect(names(file.kept)).toEqual(['Old', 'New']);
});

it('keeps what was collected in memory until a read succeeds', async () => {
  const { file, main, library } = start(EMPTY_LIBRARY);
  const database = useDatabaseStore();
  database.state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false };
  await library.addSnippet('New', 'new');
  file.kept = OLD;
  main.readComposerLibrary.mockReturnValueOnce(Promise.resolve(refuse(problem)) as never);
  database.state = { kind: 'open', notice: null };
  await flushPromises();
  expect(names(file.kept)).toEqual(['Old']);
  await library.addSnippet('Newer', 'newer');
  expect(names(file.kept)).toEqual(['Old', 'New', 'Newer']);
});

it('restores a removed snippet or placeholder, unless one of the same name was added since', async () => {
  const placeholder = { name: 'CARD_NICKNAME', becomes: 'the name of the card', sample: 'Ada' };
  const { file, library } = start({ ...OLD, placeholders: [placeholder] });
  const undo = useUndoStore();
  await library.start();
  await library.removeSnippet('a');
  await library.removePlaceholder('CARD_NICKNAME');
  expect(file.kept).toMatchObject({ snippets: [], placeholders: [] });
  expect(undo.entries.map(({ words }) => words)).toEqual(['Removed “CARD_NICKNAME”.', 'Removed “Old”.']);
  const [first, second] = undo.entries.map(({ id }) => id);
  await undo.undo(first ?? 0);
  await library.addSnippet('Old', 'newer');
  await undo.undo(second ?? 0);
  expect(file.kept.placeholders).toEqual([placeholder]);
  expect(file.kept.snippets.map(({ text }) => text)).toEqual(['newer']);
});

it('says why a removed snippet could not be restored, and offers no undo for one that was not removed', async () => {
  const { file, main, library } = start(OLD);
  const undo = useUndoStore();
  await library.start();
  await library.removeSnippet('b');
  expect(undo.entries).toEqual([]);
  await library.removeSnippet('a');
  main.keepComposerLibrary.mockReturnValueOnce(Promise.resolve(refuse(problem)) as never);
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(undo.entries).toMatchObject([{ problem }]);
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(names(file.kept)).toEqual(['Old']);
});
