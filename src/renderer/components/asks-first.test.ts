import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { composedElsewhere } from './asks-first';

const profiles = [
  testingProfile({ id: 'a', name: 'Sandbox EU' }),
  testingProfile({ id: 'b', name: 'Live EU' }),
];

it('names the profile of a draft composed under another one', () => {
  expect(composedElsewhere('a', { profiles, activeId: 'a' })).toBeNull();
  expect(composedElsewhere('b', { profiles, activeId: 'a' })).toBe('It was composed under Live EU.');
  expect(composedElsewhere('gone', { profiles, activeId: 'a' })).toBe(
    'It was composed under a profile that was deleted.',
  );
});
