import { readJson } from '@shared/json/read-json';
import { isJsonSpace } from '@shared/json/json-space';

/**
 * Formats JSON text by changing only the white space between its tokens: digits, escapes, the order of keys and
 * repeated keys stay as written. Null for invalid JSON.
 */
export function formatJson(text: string): string | null {
  return rewrite(text, (depth) => `\n${'  '.repeat(depth)}`, ': ');
}

/** Like `formatJson`, without any white space between the tokens. */
export function minifyJson(text: string): string | null {
  return rewrite(text, () => '', ':');
}

function rewrite(text: string, lineBreak: (depth: number) => string, colon: string): string | null {
  const pieces: string[] = [];
  /** For each open bracket, whether it already has content. */
  const filled: boolean[] = [];
  let afterKey = false;

  const before = (): void => {
    if (afterKey) {
      afterKey = false;
      return;
    }
    const depth = filled.length;
    if (depth > 0) {
      pieces.push(filled[depth - 1] === true ? ',' : '', lineBreak(depth));
      filled[depth - 1] = true;
    }
  };
  const open = (bracket: string): void => {
    before();
    pieces.push(bracket);
    filled.push(false);
  };
  const close = (bracket: string): void => {
    if (filled.pop() === true) {
      pieces.push(lineBreak(filled.length));
    }
    pieces.push(bracket);
  };

  const problem = readJson(text, {
    openObject: () => open('{'),
    openArray: () => open('['),
    closeObject: () => close('}'),
    closeArray: () => close(']'),
    key: (start, end) => {
      before();
      pieces.push(text.slice(start, end), colon);
      afterKey = true;
    },
    scalar: (_kind, start, end) => {
      before();
      pieces.push(text.slice(start, end));
    },
  });
  return problem === null ? pieces.join('') : null;
}

/**
 * Maps an offset to the same character after only the white space between the tokens of a text has changed, by counting
 * characters that are not white space.
 */
export function sameCharacter(before: string, offset: number, after: string): number {
  let count = 0;
  for (let at = 0; at < offset; at += 1) if (!isJsonSpace(before.charCodeAt(at))) count += 1;
  let at = 0;
  for (; at < after.length && count > 0; at += 1) if (!isJsonSpace(after.charCodeAt(at))) count -= 1;
  return at;
}
