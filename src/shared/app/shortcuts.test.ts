import { describe, expect, it } from 'vitest';
import {
  acceleratorOf,
  ariaKeys,
  combinationOf,
  describeKeys,
  isTyped,
  keyLabels,
  refusalOf,
} from './key-combination';
import { findClash } from './shortcut-clash';
import { keysOf, SHORTCUT_IDS, SHORTCUTS } from './shortcuts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('combinationOf', () => {
  it.each([
    ['Ctrl+K', { ...plain, key: 'k', ctrlKey: true }, false, 'Mod+K'],
    ['the same with Caps Lock', { ...plain, key: 'K', ctrlKey: true }, false, 'Mod+K'],
    ['Cmd+K on a Mac', { ...plain, key: 'k', metaKey: true }, true, 'Mod+K'],
    ['Ctrl+K on a Mac is another', { ...plain, key: 'k', ctrlKey: true }, true, 'Ctrl+K'],
    ['the Windows key', { ...plain, key: 'k', metaKey: true }, false, 'Meta+K'],
    ['?', { ...plain, key: '?', shiftKey: true }, false, '?'],
    ['+ with Ctrl', { ...plain, key: '+', ctrlKey: true, shiftKey: true }, false, 'Mod+Plus'],
    ['Alt+1', { ...plain, key: '1', altKey: true }, false, 'Alt+1'],
    ['Option+1 on a Mac', { ...plain, key: '¡', code: 'Digit1', altKey: true }, true, 'Alt+1'],
    ['Ctrl+Shift+Tab', { ...plain, key: 'Tab', ctrlKey: true, shiftKey: true }, false, 'Ctrl+Shift+Tab'],
    ['Ctrl+Tab on a Mac', { ...plain, key: 'Tab', ctrlKey: true }, true, 'Ctrl+Tab'],
    ['Space', { ...plain, key: ' ', ctrlKey: true }, false, 'Mod+Space'],
    ['a modifier alone', { ...plain, key: 'Control', ctrlKey: true }, false, null],
    ['half of a character', { ...plain, key: 'Dead' }, false, null],
  ])('%s', (_name, press, apple, combination) => {
    expect(combinationOf(press, apple)).toBe(combination);
  });
});

describe('words for keys', () => {
  it('writes keys as the platform does', () => {
    expect(describeKeys('Mod+Shift+K', false)).toBe('Ctrl+Shift+K');
    expect(describeKeys('Mod+Shift+K', true)).toBe('⌘⇧K');
    expect(describeKeys('Mod+Enter', false)).toBe('Ctrl+Enter');
    expect(keyLabels('Alt+ArrowLeft', false)).toEqual(['Alt', 'Left']);
    expect(ariaKeys('Mod+K', false)).toBe('Control+K');
    expect(acceleratorOf('Alt+ArrowLeft')).toBe('Alt+Left');
    expect(acceleratorOf('?')).toBeNull();
  });

  it('knows which keys type a character, and which no shortcut may use', () => {
    expect(['?', 'Shift+K'].map(isTyped)).toEqual([true, true]);
    expect(['Mod+K', 'F5', 'Escape'].map(isTyped)).toEqual([false, false, false]);
    for (const taken of ['Mod+C', 'Enter', 'Shift+Tab', 'A', '7']) expect(refusalOf(taken)).not.toBeNull();
    for (const free of ['Mod+J', 'Alt+Shift+Q', 'F9', '/']) expect(refusalOf(free)).toBeNull();
  });
});

describe('the registry', () => {
  it.each([false, true])('has no two shortcuts active at once on the same keys (macOS: %s)', (apple) => {
    const clashes = SHORTCUT_IDS.flatMap((id) =>
      keysOf(id, {}, apple).map((keys) => [id, keys, findClash(id, keys, {}, apple)] as const),
    ).filter(([, , clash]) => clash !== null);
    expect(clashes).toEqual([]);
  });

  it('has no default keys that a person could not choose', () => {
    const refused = SHORTCUT_IDS.filter((id) => !SHORTCUTS[id].fixed).flatMap((id) =>
      keysOf(id, {}, false).filter((keys) => refusalOf(keys) !== null),
    );
    expect(refused).toEqual([]);
  });

  it('uses the chosen keys instead of the defaults, even if none are chosen', () => {
    expect(keysOf('refresh', {}, false)).toEqual(['F5', 'Mod+R']);
    expect(keysOf('refresh', { refresh: ['F6'] }, false)).toEqual(['F6']);
    expect(keysOf('refresh', { refresh: [] }, false)).toEqual([]);
    expect(keysOf('cancel', { cancel: ['F6'] }, false)).toEqual(['Escape', 'Mod+.']);
    expect(keysOf('back', {}, true)).toEqual(['Mod+[']);
  });

  it('names the shortcut that already has the keys', () => {
    expect(findClash('refresh', 'Mod+K', {}, false)).toBe('palette');
    expect(findClash('refresh', 'Mod+T', {}, false)).toBe('draft-new');
    expect(findClash('refresh', 'Mod+K', { palette: ['Mod+J'] }, false)).toBeNull();
    expect(findClash('palette', 'Mod+3', {}, false)).toBe('profile-3');
    expect(findClash('find', 'F3', {}, false)).toBeNull();
  });
});
