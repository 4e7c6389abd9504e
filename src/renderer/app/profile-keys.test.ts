import { describe, expect, it } from 'vitest';
import { describeProfileKey, profilePlaceOf } from './profile-keys';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('profilePlaceOf', () => {
  it.each([
    ['Ctrl+1', { ...plain, key: '1', ctrlKey: true }, false, 0],
    ['Ctrl+9', { ...plain, key: '9', ctrlKey: true }, false, 8],
    ['Ctrl+0', { ...plain, key: '0', ctrlKey: true }, false, null],
    ['1 alone', { ...plain, key: '1' }, false, null],
    ['Alt+Ctrl+1', { ...plain, key: '1', ctrlKey: true, altKey: true }, false, null],
    ['Shift+Ctrl+1', { ...plain, key: '1', ctrlKey: true, shiftKey: true }, false, null],
    ['Meta+1 elsewhere', { ...plain, key: '1', metaKey: true }, false, null],
    ['Cmd+2 on a Mac', { ...plain, key: '2', metaKey: true }, true, 1],
    ['Ctrl+2 on a Mac', { ...plain, key: '2', ctrlKey: true }, true, null],
  ] as const)('%s', (_name, event, apple, place) => {
    expect(profilePlaceOf(event, apple)).toBe(place);
  });
});

it('writes the keys of the first nine', () => {
  expect([0, 8, 9].map((place) => describeProfileKey(place, false))).toEqual(['Ctrl+1', 'Ctrl+9', null]);
  expect(describeProfileKey(0, true)).toBe('⌘1');
});
