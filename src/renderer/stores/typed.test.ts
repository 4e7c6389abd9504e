import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it } from 'vitest';
import { useTypedStore } from './typed';

beforeEach(() => {
  setActivePinia(createPinia());
});

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

it('shows and forgets the text of one thing only', () => {
  const typed = useTypedStore();
  const [name, other] = [nameOf('a'), nameOf('b')];
  name.value = 'Mine';
  expect(other.value).toBe('As saved');
  other.value = 'Other';
  typed.forget('list', 'a');
  expect([name.value, other.value]).toEqual(['As saved', 'Other']);
});

it('keeps no text that is the saved one again', () => {
  const name = nameOf('a');
  name.value = 'Mine';
  name.value = 'As saved';
  expect(useTypedStore().texts.size).toBe(0);
});
