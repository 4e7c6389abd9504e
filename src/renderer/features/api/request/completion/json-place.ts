/** Where the cursor is in a JSON text that may be incomplete. */
export interface JsonPlace {
  /** Keys and indices from the root to the value being written, or to the object in which a name is being written. */
  readonly path: readonly (string | number)[];
  readonly kind: 'name' | 'value';
  /** Offset at which the name or value being written begins, after an opening quote. */
  readonly from: number;
  readonly quoted: boolean;
  /** The other names in the object, before and after the cursor; empty for an item of a list. */
  readonly names: ReadonlySet<string>;
}

/** In characters. A longer text would take too long to scan at each keystroke. */
const MAX_LENGTH = 300_000;

/** An object or list that is open at some place of the text; the first one stands for the text itself. */
interface Open {
  readonly kind: 'text' | 'object' | 'list';
  readonly names: Set<string>;
  key: string | number | null;
  expects: 'name' | 'colon' | 'value' | 'comma';
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
const WHOLE_STRING = /^"(?:[^"\\\n]|\\.)*"$/;

/** Null where no name or value can be written: after a value, before a colon, or in a text that is too long. */
export function jsonPlace(text: string, at: number): JsonPlace | null {
  if (text.length > MAX_LENGTH) return null;
  const stack: [Open, ...Open[]] = [{ kind: 'text', names: new Set(), key: null, expects: 'value' }];
  let place: JsonPlace | null = null;
  let holder: Open | null = null;
  for (const { 0: token, index: begin = 0 } of text.matchAll(TOKEN)) {
    // Names after the cursor count as well, until their object ends.
    if (holder !== null && !stack.includes(holder)) break;
    const isTyped = place === null && isBeingTyped(token, begin, at);
    if (place === null && (isTyped || begin >= at)) {
      const quoted = isTyped && token.startsWith('"');
      place = placeOf(stack, isTyped ? begin + (quoted ? 1 : 0) : at, quoted);
      if (place === null) return null;
      holder = topOf(stack);
    }
    if (isTyped) takeWord(topOf(stack), null);
    else take(stack, token);
  }
  return place ?? placeOf(stack, at, false);
}

function isBeingTyped(token: string, begin: number, at: number): boolean {
  if (/^[{}[\],:]/.test(token) || begin >= at) return false;
  const end = begin + token.length;
  return WHOLE_STRING.test(token) ? at < end : at <= end;
}

function placeOf(stack: readonly [Open, ...Open[]], from: number, quoted: boolean): JsonPlace | null {
  const top = topOf(stack);
  if (top.expects !== 'name' && top.expects !== 'value') return null;
  const leading = top.expects === 'name' ? stack.slice(0, -1) : stack;
  const path = leading.flatMap(({ key }) => (key === null ? [] : [key]));
  return { path, kind: top.expects, from, quoted, names: top.names };
}

function take(stack: [Open, ...Open[]], token: string): void {
  const top = topOf(stack);
  switch (token) {
    case '{':
      stack.push({ kind: 'object', names: new Set(), key: null, expects: 'name' });
      return;
    case '[':
      stack.push({ kind: 'list', names: new Set(), key: 0, expects: 'value' });
      return;
    case '}':
    case ']':
      if (stack.length > 1) stack.pop();
      topOf(stack).expects = 'comma';
      return;
    case ',':
      top.expects = top.kind === 'object' ? 'name' : 'value';
      if (typeof top.key === 'number') top.key += 1;
      return;
    case ':':
      top.expects = 'value';
      return;
    default:
      takeWord(top, token);
  }
}

/** @param word null for the word at the cursor, which is not a name yet. */
function takeWord(top: Open, word: string | null): void {
  if (top.expects !== 'name') {
    top.expects = 'comma';
    return;
  }
  top.expects = 'colon';
  if (word === null) return;
  top.key = nameOf(word);
  top.names.add(top.key);
}

function nameOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.replace(/^"|"$/g, '');
  }
}

function topOf(stack: readonly [Open, ...Open[]]): Open {
  return stack.at(-1) ?? stack[0];
}
