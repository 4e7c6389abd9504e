import { isCollection, visit, type Document, type LineCounter } from 'yaml';

/** For YAML, `{sandbox}/v1` begins a map, but whoever wrote it meant a text. */
export function inQuotes(offset: number, sign: string | undefined, lines: LineCounter): string {
  const { line, col } = lines.linePos(offset);
  return `Line ${line}, column ${col}: a value that begins with ${sign} must be in quotes, such as '{sandbox}/v1'.`;
}

/** Explains the parser's error about a text that goes on after such a beginning; null for any other error. */
export function unquotedBrace(document: Document.Parsed, text: string, lines: LineCounter): string | null {
  const [error] = document.errors;
  if (error?.code !== 'UNEXPECTED_TOKEN') return null;
  let start: number | null = null;
  visit(document, {
    Collection: (_key, node) => {
      if (!isFlow(node) || text.slice(node.range[1], error.pos[0]).trim() !== '') return undefined;
      if (node.range[1] > error.pos[0]) return undefined;
      [start] = node.range;
      return visit.BREAK;
    },
  });
  return start === null ? null : inQuotes(start, text[start], lines);
}

/** True for a collection in braces or brackets, not for one of indented lines. */
export function isFlow(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return isCollection(node) && node.flow === true && Array.isArray(node.range);
}
