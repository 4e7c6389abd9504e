import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MAX_TYPED_LENGTH } from '@shared/bridge/drafts';
import { succeed } from '@shared/problem';
import { useDatabaseStore } from './database';
import { useKeptTextsStore } from './kept-texts';
import { closePage, fakeTexts } from './kept-texts.fixture';
import { useTypedStore } from './typed';

let main: ReturnType<typeof fakeTexts>;
beforeEach(() => {
  main = fakeTexts();
  vi.stubGlobal('explorer', main);
  setActivePinia(createPinia());
});
afterEach(() => vi.unstubAllGlobals());

const nameOf = (id: string) =>
  useTypedStore().field(
    'list',
    () => id,
    'name',
    () => 'As saved',
  );

it('keeps what is typed while an earlier text is being saved', () => {
  const typed = useTypedStore();
  const name = nameOf('a');
  name.value = 'First';
  const { texts } = typed;
  name.value = 'Second';
  typed.forget('list', 'a', texts);
  expect(name.value).toBe('Second');
  typed.forget('list', 'a', typed.texts);
  expect(name.value).toBe('As saved');
});

it('shows and forgets only the text of its own subject', () => {
  const typed = useTypedStore();
  const [name, other] = [nameOf('a'), nameOf('b')];
  name.value = 'Mine';
  expect(other.value).toBe('As saved');
  other.value = 'Other';
  typed.forget('list', 'a');
  expect([name.value, other.value]).toEqual(['As saved', 'Other']);
});

it('keeps no text that is the same as the saved one again', () => {
  const name = nameOf('a');
  name.value = 'Mine';
  name.value = 'As saved';
  expect(useTypedStore().texts.size).toBe(0);
});

it('gives main what is typed, and tells it what is saved or discarded', () => {
  const name = nameOf('a');
  name.value = 'Mine';
  closePage();
  useTypedStore().forget('list', 'a');
  closePage();
  expect(main.keepTyped.mock.calls.map(([typed]) => typed)).toEqual([
    { key: 'list\na\nname', text: 'Mine' },
    { key: 'list\na\nname', text: null },
  ]);
});

it('shows what an earlier run left, but not in place of what was typed or discarded since', async () => {
  const left = ['a', 'b', 'c'].map((id) => ({ key: `list\n${id}\nname`, text: `Left ${id}` }));
  Object.assign(main, fakeTexts([...left, { key: 'details\na\n', text: '{}' }]));
  const [first, second, third] = [nameOf('a'), nameOf('b'), nameOf('c')];
  second.value = 'Mine';
  third.value = 'Mine';
  useTypedStore().forget('list', 'c');
  await flushPromises();
  expect([first.value, second.value, third.value]).toEqual(['Left a', 'Mine', 'As saved']);
  expect(useTypedStore().texts.size).toBe(2);
});

it('keeps no text for the next run that is longer than main takes', () => {
  const name = nameOf('a');
  name.value = 'x'.repeat(MAX_TYPED_LENGTH + 1);
  closePage();
  expect(main.keepTyped.mock.calls).toEqual([[{ key: 'list\na\nname', text: null }]]);
  expect(name.value).toHaveLength(MAX_TYPED_LENGTH + 1);
});

it('shows what is on the disk once main has the file again', async () => {
  const name = nameOf('a');
  const database = useDatabaseStore();
  database.state = {
    ...{ kind: 'session-only', reason: 'locked', detail: '' },
    ...{ showsKept: false, hidesKept: true },
  };
  await flushPromises();
  main.openTyped.mockResolvedValue(succeed([{ key: 'list\na\nname', text: 'Left' }]));
  database.state = { kind: 'open', notice: null };
  await flushPromises();
  expect(name.value).toBe('Left');
});

it('writes nothing of what was just typed after its subject was deleted, and all of it once that is back', () => {
  main = fakeTexts([{ key: 'list\na\nother', text: 'Left' }]);
  vi.stubGlobal('explorer', main);
  const kept = useKeptTextsStore();
  kept.left = [{ key: 'list\na\nother', text: 'Left' }];
  const [name, other] = [nameOf('a'), nameOf('b')];
  name.value = 'Mine';
  other.value = 'Other';
  kept.drop(['a']);
  closePage();
  expect(main.keepTyped.mock.calls.map(([typed]) => typed)).toEqual([
    { key: 'list\nb\nname', text: 'Other' },
  ]);
  expect(name.value).toBe('Mine');
  main.keepTyped.mockClear();
  kept.restore(['a']);
  closePage();
  expect(main.keepTyped.mock.calls.map(([{ text }]) => text)).toEqual(['Left', 'Mine']);
});
