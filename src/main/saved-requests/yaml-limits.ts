import { CST, Lexer } from 'yaml';

/** The parser calls itself for each level, and V8 ends the whole process where it needs something else at the end of its stack. */
export const MAX_DEPTH = 200;
/** The parser compares each key with all others of its map where it is to refuse two of one name, and looks for the place of each thing that is wrong. */
const MAX_PARTS = 10_000;
/** Empty ones and remarks: nobody has as many, and each takes the parser as long as one with something in it. */
const MAX_LINES = 100_000;

/** A text without so many of these, and as short, goes beyond no limit. */
const OPENS_LEVEL = /[[{]|[-?:](?=\s)/g;

/**
 * Why a text is not given to the parser of YAML, which would take minutes for it, or the app with it; null for what somebody has
 * written. In each document of the text, as each is parsed by itself.
 * @param anyKeys a text that may have as many keys as it likes: two of one name are not looked for in it.
 */
export function beyondYaml(text: string, { anyKeys = false } = {}): string | null {
  if (text.length < MAX_PARTS && (text.match(OPENS_LEVEL)?.length ?? 0) < MAX_DEPTH) return null;
  let [parts, flows, indent, inLine, outside] = [0, 0, 0, 0, 0];
  let [startsLine, isContent] = [true, false];
  for (const token of new Lexer().lex(text)) {
    // The text of a scalar stands behind its sign.
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
        // One that closes nothing is wrong.
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
