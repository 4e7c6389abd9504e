import { findingInBody, type DraftFinding } from './finding';

/**
 * Statements such as `{% if CARD_3DS_CAVV_1 %}`: not in the specification, but a compatible service reads bodies as
 * templates, because a value may be absent (field notes: 3-D Secure). They are sent as they are.
 */
export interface TemplateStatement {
  /** UTF-16 offset of the first brace. */
  readonly offset: number;
  readonly length: number;
  /** `if`, `else`, … or whatever comes first. */
  readonly keyword: string;
}

/** Bounded, so that a body full of opening braces is still read in linear time. */
const STATEMENT = /\{%[-+]?\s*(\w*)(?:[^%]|%(?!\})){0,400}%\}/g;

export function findStatements(body: string): TemplateStatement[] {
  if (!body.includes('{%')) return [];
  return [...body.matchAll(STATEMENT)].map((match) => ({
    offset: match.index ?? 0,
    length: match[0].length,
    keyword: match[1] ?? '',
  }));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The body as sent when every condition holds, and as sent when none does, with offsets unchanged, for parsing it as
 * JSON.
 */
export function statementVariants(body: string): readonly string[] {
  const statements = findStatements(body);
  if (statements.length === 0) return [body];
  const { whenTrue, whenFalse } = branches(statements, body.length);
  const own = statements.map(({ offset, length }) => ({ from: offset, to: offset + length }));
  return [blank(body, [...own, ...whenFalse]), blank(body, [...own, ...whenTrue])];
}

/** Where the text is that is sent when a condition holds, and the text that is sent when it does not. */
function branches(
  statements: readonly TemplateStatement[],
  end: number,
): Record<'whenTrue' | 'whenFalse', Range[]> {
  const [whenTrue, whenFalse]: Range[][] = [[], []];
  const open: { from: number; into: Range[] }[] = [];
  const close = (to: number): void => {
    const last = open.pop();
    if (last) last.into.push({ from: last.from, to });
  };
  for (const { offset, length, keyword } of statements) {
    if (keyword === 'if') open.push({ from: offset + length, into: whenTrue ?? [] });
    else if (keyword === 'else' || keyword === 'elif' || keyword === 'elsif') {
      close(offset);
      open.push({ from: offset + length, into: whenFalse ?? [] });
    } else if (keyword === 'endif') close(offset);
  }
  while (open.length > 0) close(end);
  return { whenTrue: whenTrue ?? [], whenFalse: whenFalse ?? [] };
}

function blank(body: string, ranges: readonly Range[]): string {
  const letters = [...ranges].sort((one, other) => one.from - other.from);
  const pieces: string[] = [];
  let done = 0;
  for (const { from, to } of letters) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    // Line breaks stay, so that lines and columns do not change.
    pieces.push(body.slice(done, start), body.slice(start, to).replace(/[^\r\n]/g, ' '));
    done = to;
  }
  pieces.push(body.slice(done));
  return pieces.join('');
}

export function checkStatements(body: string): DraftFinding[] {
  const statements = findStatements(body);
  const [first] = statements;
  if (first === undefined) return [];
  const note = findingInBody(
    'template-statement',
    'note',
    first.offset,
    first.length,
    'The specification has no statements; a compatible public service reads them. They are sent as they are, and the Local sandbox does not run them.',
  );
  const unclosed = unclosedIf(statements);
  return unclosed === null
    ? [note]
    : [
        note,
        findingInBody(
          'template-unclosed',
          'warning',
          unclosed.offset,
          unclosed.length,
          unclosed.keyword === 'if'
            ? 'This if has no {% endif %}.'
            : `There is no {% if %} for this ${unclosed.keyword}.`,
        ),
      ];
}

function unclosedIf(statements: readonly TemplateStatement[]): TemplateStatement | null {
  const open: TemplateStatement[] = [];
  for (const statement of statements) {
    const { keyword } = statement;
    if (keyword === 'if') open.push(statement);
    else if (['else', 'elif', 'elsif', 'endif'].includes(keyword) && open.length === 0) return statement;
    else if (keyword === 'endif') open.pop();
  }
  return open[0] ?? null;
}
