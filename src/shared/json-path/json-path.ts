import { PathCursor, PathSyntaxError, type PathRefusal } from './path-cursor';
import { readCondition, type Condition } from './read-condition';
import type { Segment, Selector } from './path-types';

export type { PathRefusal } from './path-cursor';
export type { Segment, Selector } from './path-types';

export type ParsedPath =
  | { readonly ok: true; readonly segments: readonly Segment[] }
  | { readonly ok: false; readonly refusal: PathRefusal };

/** Parses a JSONPath: all of RFC 9535. */
export function parseJsonPath(text: string): ParsedPath {
  const cursor = new PathCursor(text);
  try {
    if (!cursor.take('$')) throw cursor.refuse('A path begins with $, which stands for the whole body.');
    const segments = readSegments(cursor);
    if (cursor.isAtEnd) return { ok: true, segments };
    const end = cursor.at;
    cursor.skipSpace();
    if (cursor.isAtEnd) throw new PathSyntaxError(end, 'A path cannot end with white space.');
    throw cursor.refuse(`Expected . or [ here, not ${cursor.found()}.`);
  } catch (error) {
    if (error instanceof PathSyntaxError)
      return { ok: false, refusal: { at: error.at, message: error.message } };
    throw error;
  }
}

/** As many segments as there are; white space belongs to them only if another one follows. */
function readSegments(cursor: PathCursor): Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const before = cursor.at;
    cursor.skipSpace();
    if (!cursor.peek('.') && !cursor.peek('[')) {
      cursor.at = before;
      return segments;
    }
    segments.push(readSegment(cursor));
  }
}

function readSegment(cursor: PathCursor): Segment {
  if (cursor.take('..')) {
    if (cursor.peek('[')) return { descendant: true, selectors: readBracket(cursor) };
    return { descendant: true, selectors: [readDotSelector(cursor, '..')] };
  }
  if (cursor.take('.')) return { descendant: false, selectors: [readDotSelector(cursor, '.')] };
  return { descendant: false, selectors: readBracket(cursor) };
}

function readDotSelector(cursor: PathCursor, dots: string): Selector {
  if (cursor.take('*')) return { kind: 'wildcard' };
  const name = cursor.takeMatch(/[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*/y);
  if (name === null) {
    throw cursor.refuse(
      `Expected a name or * after ${dots}. A name with other characters than letters, digits and _ is written ['like this'].`,
    );
  }
  if (cursor.peek('(')) throw cursor.refuse('A function stands in a filter, such as [?length(@.name) > 1].');
  return { kind: 'name', name };
}

function readBracket(cursor: PathCursor): Selector[] {
  cursor.take('[');
  const selectors: Selector[] = [];
  do {
    cursor.skipSpace();
    selectors.push(readSelector(cursor));
    cursor.skipSpace();
  } while (cursor.take(','));
  if (!cursor.take(']')) throw cursor.refuse(`Expected , or ] here, not ${cursor.found()}.`);
  return selectors;
}

function readSelector(cursor: PathCursor): Selector {
  if (cursor.take('*')) return { kind: 'wildcard' };
  if (cursor.peek('"') || cursor.peek("'")) return { kind: 'name', name: cursor.readString() };
  if (cursor.take('?')) {
    cursor.skipSpace();
    return { kind: 'filter', condition: readFilter(cursor) };
  }
  if (cursor.peek(']'))
    throw cursor.refuse('Expected a name in quotes, a number, a slice, * or a filter between [ and ].');
  const start = cursor.readInteger();
  cursor.skipSpaceBefore(/:/y);
  if (!cursor.take(':')) {
    if (start === null)
      throw cursor.refuse(
        `Expected a name in quotes, a number, a slice, * or a filter here, not ${cursor.found()}.`,
      );
    return { kind: 'index', index: start };
  }
  cursor.skipSpace();
  const end = cursor.readInteger();
  cursor.skipSpaceBefore(/:/y);
  if (!cursor.take(':')) return { kind: 'slice', start, end, step: 1 };
  cursor.skipSpaceBefore(/[-\d]/y);
  return { kind: 'slice', start, end, step: cursor.readInteger() ?? 1 };
}

function readFilter(cursor: PathCursor): Condition {
  return readCondition(cursor, readSegments);
}
