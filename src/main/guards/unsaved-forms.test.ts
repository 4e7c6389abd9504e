import { expect, it } from 'vitest';
import { unsavedFormHandlers } from './unsaved-form-handlers';
import { UnsavedForms } from './unsaved-forms';

const PROFILES = [
  { id: 'a', name: 'EU' },
  { id: 'b', name: 'US' },
];

function start({ profiles = async () => PROFILES } = {}) {
  const unsaved = new UnsavedForms();
  const { noteUnsavedForms } = unsavedFormHandlers({ unsaved, profiles });
  const note = async (argument: unknown) => noteUnsavedForms.handle(noteUnsavedForms.parse.parse(argument));
  return { unsaved, note };
}

it('asks before the app ends, naming what has a form with changes, until these are saved or discarded', async () => {
  const { unsaved, note } = start();
  expect(unsaved.question).toBeNull();
  await note({ kind: 'profile', ids: ['b', 'new'] });
  await note({ kind: 'import', ids: ['new'] });
  expect(unsaved.question).toMatchObject({
    title: 'Quit and lose what you typed?',
    facts: [
      { label: 'Profiles', value: 'US\na new profile' },
      { label: 'Import', value: 'text that is not opened as a draft' },
    ],
    cancelLabel: 'Stay',
  });
  await note({ kind: 'profile', ids: [] });
  expect(unsaved.question?.facts).toHaveLength(1);
  await note({ kind: 'import', ids: [] });
  expect(unsaved.question).toBeNull();
});

it('asks nothing about what was deleted, or after the page was loaded again', async () => {
  const { unsaved, note } = start();
  await note({ kind: 'profile', ids: ['gone'] });
  expect(unsaved.question).toBeNull();
  await note({ kind: 'profile', ids: ['a'] });
  unsaved.clear();
  expect(unsaved.question).toBeNull();
});

it('goes by what the window said last, even if the profiles for something earlier were read more slowly', async () => {
  let answer: () => void = () => undefined;
  const { unsaved, note } = start({
    profiles: () => new Promise((resolve) => (answer = () => resolve(PROFILES))),
  });
  const slow = note({ kind: 'profile', ids: ['a'] });
  await note({ kind: 'profile', ids: [] });
  answer();
  await slow;
  expect(unsaved.question).toBeNull();
});

it('asks even if the names cannot be read', async () => {
  const { unsaved, note } = start({ profiles: () => new Promise(() => undefined) });
  void note({ kind: 'profile', ids: ['a'] });
  expect(unsaved.question?.facts).toEqual([{ label: 'Profile', value: '1 form' }]);
});
