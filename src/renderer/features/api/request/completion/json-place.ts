/** Where a cursor stands in a JSON text that may be half written. */
export interface JsonPlace {
  /** Keys and indices from the root: to the object whose name is written, or to the value that is. */
  readonly path: readonly (string | number)[];
  readonly kind: 'name' | 'value';
  /** Where what is being written begins, behind its opening quote. */
  readonly from: number;
  readonly quoted: boolean;
  /** The other names of the object, before the cursor and behind it; none for an item of a list. */
  readonly names: ReadonlySet<string>;
}

/** A longer text is not looked through for each letter. */
const MAX_LENGTH = 300_000;

/** What is open at some place of the text; the first one is the text itself. */
interface Open {
  readonly kind: 'text' | 'object' | 'list';
  readonly names: Set<string>;
  key: string | number | null;
  expects: 'name' | 'colon' | 'value' | 'comma';
}

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
const WHOLE_STRING = /^"(?:[^"\\\n]|\\.)*"$/;

/** Null where nothing can be written: behind a value, before a colon, or in a text that is too long. */
export function jsonPlace(text: string, at: number): JsonPlace | null {
  if (text.length > MAX_LENGTH) return null;
  const stack: [Open, ...Open[]] = [{ kind: 'text', names: new Set(), key: null, expects: 'value' }];
  let place: JsonPlace | null = null;
  let holder: Open | null = null;
  for (const { 0: token, index: begin = 0 } of text.matchAll(TOKEN)) {
    // Names behind the cursor count, until their object ends.
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

/** @param word null for the one at the cursor, which is no name yet. */
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
