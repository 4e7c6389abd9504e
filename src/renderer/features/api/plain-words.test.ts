import { expect, it } from 'vitest';
import { plainWords } from './plain-words';

it.each([
  ['a line that\nwent on', 'a line that went on'],
  ['one\r\n\r\n\r\ntwo\r\nmore', 'one\n\ntwo more'],
  ['these:\n- a\n  of it\n- b', 'these:\n- a of it\n- b'],
  ['first:\n1. a\n2. b', 'first:\n1. a\n2. b'],
  ['\n  ends  \n', 'ends'],
  ['5 of\n10 items', '5 of 10 items'],
])('%j reads as %j', (text, words) => expect(plainWords(text)).toBe(words));
