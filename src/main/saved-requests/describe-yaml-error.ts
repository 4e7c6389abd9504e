import type { Document, ErrorCode, LineCounter } from 'yaml';
import { unquotedBrace } from './unquoted-brace';

/** What a person who does not know the words of YAML can do about it; its own words show the line, in which a secret may stand. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'a value that begins with * must be in quotes',
  BAD_DQ_ESCAPE: 'this backslash must be written twice, or the value must be in single quotes',
  BAD_INDENT: 'a bracket or a quote is not closed, or a line is indented too little',
  BAD_SCALAR_START: 'a value that begins with this character must be in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'a value with a colon and a space must be in quotes, and a line under it must not be indented more',
  DUPLICATE_KEY: 'this name is here twice',
  MISSING_CHAR: 'a bracket, a quote or a comma is missing',
  MULTILINE_IMPLICIT_KEY: 'this line has no name and colon, or is not indented like the lines beside it',
  TAB_AS_INDENT: 'lines must be indented with spaces, not with tabs',
  UNEXPECTED_TOKEN: 'this does not belong here',
};

export const NO_ALIASES =
  'It repeats a value by a name (&name and *name), which is not supported: write the value out.';

/** The first error of a YAML text in plain words, with its line and column; null if it has none. */
export function describeYamlError(
  document: Document.Parsed,
  text: string,
  lines: LineCounter,
): string | null {
  const [error] = document.errors;
  if (error === undefined) return null;
  const { line, col } = lines.linePos(error.pos[0]);
  const words = WORDS[error.code] ?? 'this is not YAML that can be read';
  return unquotedBrace(document, text, lines) ?? `Line ${line}, column ${col}: ${words}.`;
}
