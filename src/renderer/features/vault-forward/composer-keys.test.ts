import { describe, expect, it } from 'vitest';
import { composerKeyOf, type ComposerKey } from './composer-keys';

const press = (keys: string) => {
  const parts = keys.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
};

describe('composerKeyOf', () => {
  it.each<[string, ComposerKey | null, ComposerKey | null]>([
    // Keys, elsewhere, on macOS.
    ['Ctrl+Enter', 'send', null],
    ['Meta+Enter', null, 'send'],
    ['Enter', null, null],
    ['Ctrl+Shift+Enter', null, null],
    ['Ctrl+Alt+Enter', null, null],
    ['Ctrl+t', 'new', null],
    ['Meta+t', null, 'new'],
    ['Ctrl+w', 'close', null],
    ['Meta+w', null, 'close'],
    ['Ctrl+i', 'placeholder', null],
    ['Ctrl+s', 'save', null],
    ['Meta+s', null, 'save'],
    ['Ctrl+.', 'cancel', null],
    ['Ctrl+Tab', 'next', 'next'],
    ['Ctrl+Shift+Tab', 'previous', 'previous'],
    ['Alt+Tab', null, null],
    ['Tab', null, null],
  ])('%s', (keys, elsewhere, apple) => {
    expect(composerKeyOf(press(keys), false)).toBe(elsewhere);
    expect(composerKeyOf(press(keys), true)).toBe(apple);
  });
});
