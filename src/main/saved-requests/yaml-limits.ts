import { CST, Lexer } from 'yaml';

/** The parser calls itself for each level, and V8 may end the whole process when its stack is full. */
export const MAX_DEPTH = 200;
/**
 * The parser compares each key with all others of its map if it has to refuse duplicates, and searches the text for the
 * position of each error.
 */
const MAX_PARTS = 10_000;
/**
 * Empty lines and comments count as well: nobody has that many, and each takes the parser as long as any other line.
 */
const MAX_LINES = 100_000;

/** A text that is short and has only a few of these is within all limits. */
const OPENS_LEVEL = /[[{]|[-?:](?=\s)/g;

/**
 * Why a text is not given to the YAML parser, which would take minutes for it or end the app; null for what a person
 * would write. The limits hold for each document of the text, because each is parsed by itself.
 * @param anyKeys true for a text that may have any number of keys, because duplicates are not looked for in it.
 */
export function beyondYaml(text: string, { anyKeys = false } = {}): string | null {
  if (text.length < MAX_PARTS && (text.match(OPENS_LEVEL)?.length ?? 0) < MAX_DEPTH) return null;
  let [parts, flows, indent, inLine, outside] = [0, 0, 0, 0, 0];
  let [startsLine, isContent] = [true, false];
  for (const token of new Lexer().lex(text)) {
    // The text of a scalar follows its sign.
    const type = isContent ? 'content' : CST.tokenType(token);
    isContent = type === 'scalar';
    switch (type) {
      case 'doc-start':
        [parts, flows, outside] = [0, 0, 0];
        break;
      case 'newline':
        [indent, inLine] = [0, 0];
        outside += anyKeys ? 0 : 1;
        break;
      case 'space':
        if (startsLine) indent = token.length;
        break;
      case 'flow-map-start':
      case 'flow-seq-start':
        flows += 1;
        break;
      case 'flow-map-end':
      case 'flow-seq-end':
        // A bracket that closes nothing is an error.
        if (flows <= 0) parts += 1;
        flows -= 1;
        break;
      case 'seq-item-ind':
      case 'explicit-key-ind':
      case 'map-value-ind':
        if (flows <= 0) inLine += 1;
        parts += anyKeys ? 0 : 1;
        break;
      case 'comma':
        parts += anyKeys ? 0 : 1;
        break;
      case 'tag':
      case 'anchor':
      case 'alias':
        parts += 1;
        break;
      default:
        break;
    }
    startsLine = type === 'newline';
    if (flows + (flows > 0 ? 0 : indent) + inLine > MAX_DEPTH)
      return `It goes deeper than ${MAX_DEPTH} levels.`;
    if (parts > MAX_PARTS) return `It has more than ${MAX_PARTS.toLocaleString('en')} parts.`;
    if (outside > MAX_LINES)
      return `It has more than ${MAX_LINES.toLocaleString('en')} lines outside of its texts.`;
  }
  return null;
}
