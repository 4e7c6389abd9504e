import { expect, it } from 'vitest';
import { UnsavedProfiles } from './unsaved-profiles';

const profiles = async () => [
  { id: 'a', name: 'EU' },
  { id: 'b', name: 'US' },
];

it('asks before the app ends, naming the profiles, until their forms are saved or discarded', async () => {
  const unsaved = new UnsavedProfiles();
  expect(unsaved.question).toBeNull();
  await unsaved.note(['b'], true, profiles);
  expect(unsaved.question).toMatchObject({
    title: 'Quit and lose what you typed?',
    facts: [{ label: 'Profiles', value: 'US\na new profile' }],
    cancelLabel: 'Stay',
  });
  await unsaved.note([], false, profiles);
  expect(unsaved.question).toBeNull();
});

it('asks nothing for a profile that was deleted, or after the page was loaded again', async () => {
  const unsaved = new UnsavedProfiles();
  await unsaved.note(['gone'], false, profiles);
  expect(unsaved.question).toBeNull();
  await unsaved.note(['a'], false, profiles);
  unsaved.clear();
  expect(unsaved.question).toBeNull();
});

it('goes by what the window said last, even if the profiles were read more slowly for something earlier', async () => {
  const unsaved = new UnsavedProfiles();
  let answer: (found: { id: string; name: string }[]) => void = () => undefined;
  const slow = unsaved.note(['a'], false, () => new Promise((resolve) => (answer = resolve)));
  await unsaved.note([], false, profiles);
  answer(await profiles());
  await slow;
  expect(unsaved.question).toBeNull();
});
