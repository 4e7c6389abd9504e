/** Where a text stops being JSON, found the simple way: by recursion, one function per grammar rule of RFC 8259. */
class Impossible extends Error {
  constructor(readonly at: number) {
    super(`impossible at ${at}`);
  }
}

/**
 * The offset of the first byte that no JSON text could have there; the length of a truncated text; null for valid JSON.
 */
export function firstImpossible(bytes: Uint8Array): number | null {
  try {
    const end = spaceFrom(bytes, valueFrom(bytes, spaceFrom(bytes, 0)));
    return end === bytes.length ? null : end;
  } catch (error) {
    if (error instanceof Impossible) return error.at;
    throw error;
  }
}

function at(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(bytes[offset] ?? 0x1_0000);
}

function spaceFrom(bytes: Uint8Array, offset: number): number {
  return ' \t\n\r'.includes(at(bytes, offset)) && offset < bytes.length
    ? spaceFrom(bytes, offset + 1)
    : offset;
}

function expectAt(bytes: Uint8Array, offset: number, allowed: RegExp): number {
  if (offset >= bytes.length || !allowed.test(at(bytes, offset))) throw new Impossible(offset);
  return offset + 1;
}

function valueFrom(bytes: Uint8Array, offset: number): number {
  const first = at(bytes, offset);
  if (offset >= bytes.length) throw new Impossible(offset);
  if (first === '{') return listFrom(bytes, offset + 1, '}', memberFrom);
  if (first === '[') return listFrom(bytes, offset + 1, ']', valueFrom);
  if (first === '"') return stringFrom(bytes, offset);
  for (const word of ['true', 'false', 'null']) {
    if (word[0] === first)
      return [...word].reduce((next, letter) => expectAt(bytes, next, new RegExp(letter)), offset);
  }
  return numberFrom(bytes, offset);
}

function listFrom(
  bytes: Uint8Array,
  offset: number,
  close: string,
  itemFrom: (bytes: Uint8Array, offset: number) => number,
): number {
  let next = spaceFrom(bytes, offset);
  if (at(bytes, next) === close) return next + 1;
  for (;;) {
    next = spaceFrom(bytes, itemFrom(bytes, spaceFrom(bytes, next)));
    if (at(bytes, next) === close) return next + 1;
    next = expectAt(bytes, next, /,/);
  }
}

function memberFrom(bytes: Uint8Array, offset: number): number {
  const colon = expectAt(bytes, spaceFrom(bytes, stringFrom(bytes, offset)), /:/);
  return valueFrom(bytes, spaceFrom(bytes, colon));
}

function stringFrom(bytes: Uint8Array, offset: number): number {
  let next = expectAt(bytes, offset, /"/);
  while (at(bytes, next) !== '"') {
    if (at(bytes, next) !== '\\') next = expectAt(bytes, next, /[^\u0000-\u001f]/);
    else {
      next = expectAt(bytes, next + 1, /["\\/bfnrtu]/);
      if (at(bytes, next - 1) === 'u')
        for (let digit = 0; digit < 4; digit++) next = expectAt(bytes, next, /[\da-fA-F]/);
    }
  }
  return next + 1;
}

function numberFrom(bytes: Uint8Array, offset: number): number {
  let next = at(bytes, offset) === '-' ? offset + 1 : offset;
  next = at(bytes, next) === '0' ? next + 1 : digitsFrom(bytes, next);
  if (at(bytes, next) === '.') next = digitsFrom(bytes, next + 1);
  if (/[eE]/.test(at(bytes, next)) && next < bytes.length) {
    next++;
    if (/[+-]/.test(at(bytes, next)) && next < bytes.length) next++;
    next = digitsFrom(bytes, next);
  }
  return next;
}

function digitsFrom(bytes: Uint8Array, offset: number): number {
  let next = expectAt(bytes, offset, /\d/);
  while (next < bytes.length && /\d/.test(at(bytes, next))) next++;
  return next;
}
