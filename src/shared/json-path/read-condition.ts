import { PathSyntaxError, type PathCursor } from './path-cursor';
import type { ComparisonOperator, Condition, Operand, Query, Segment } from './path-types';

export type { Condition } from './path-types';

type ReadSegments = (cursor: PathCursor) => Segment[];

/** What can be between operators: a query can be tested or compared, a function only one of the two. */
type Term =
  | { readonly kind: 'operand'; readonly operand: Operand }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'condition'; readonly condition: Condition };

/** Reads what follows the `?` of a filter (RFC 9535, sections 2.3.5 and 2.4). */
export function readCondition(cursor: PathCursor, readSegments: ReadSegments): Condition {
  return new ConditionReader(cursor, readSegments).readOr();
}

class ConditionReader {
  constructor(
    private readonly cursor: PathCursor,
    private readonly readSegments: ReadSegments,
  ) {}

  readOr(): Condition {
    return this.readParts('or', '||', () => this.readParts('and', '&&', () => this.readBasic()));
  }

  private readParts(kind: 'or' | 'and', sign: string, read: () => Condition): Condition {
    const { cursor } = this;
    const first = read();
    const parts = [first];
    for (;;) {
      const before = cursor.at;
      cursor.skipSpace();
      if (!cursor.take(sign)) {
        cursor.at = before;
        return parts.length === 1 ? first : { kind, parts };
      }
      cursor.skipSpace();
      parts.push(read());
    }
  }

  private readBasic(): Condition {
    const { cursor } = this;
    if (cursor.take('!')) {
      cursor.skipSpace();
      return { kind: 'not', part: cursor.peek('(') ? this.readParentheses() : this.readTest() };
    }
    if (cursor.peek('(')) return this.readParentheses();
    const begin = cursor.at;
    const left = this.readTerm();
    const operator = this.readOperator();
    if (operator === null) return toCondition(left, begin);
    const leftOperand = toOperand(left, begin);
    cursor.skipSpace();
    const rightBegin = cursor.at;
    return { kind: 'compare', operator, left: leftOperand, right: toOperand(this.readTerm(), rightBegin) };
  }

  private readParentheses(): Condition {
    const { cursor } = this;
    cursor.take('(');
    cursor.skipSpace();
    const condition = this.readOr();
    cursor.skipSpace();
    if (!cursor.take(')')) throw cursor.refuse(`Expected ) here, not ${cursor.found()}.`);
    return condition;
  }

  private readTest(): Condition {
    const begin = this.cursor.at;
    return toCondition(this.readTerm(), begin);
  }

  private readOperator(): ComparisonOperator | null {
    const { cursor } = this;
    const before = cursor.at;
    cursor.skipSpace();
    const found = OPERATORS.find((operator) => cursor.take(operator));
    if (found !== undefined) return found;
    if (cursor.peek('=')) throw cursor.refuse('Equal is written ==.');
    cursor.at = before;
    return null;
  }

  private readTerm(): Term {
    const { cursor } = this;
    if (cursor.peek('"') || cursor.peek("'")) return operand({ kind: 'string', text: cursor.readString() });
    if (cursor.take('$'))
      return { kind: 'query', query: { from: 'root', segments: this.readSegments(cursor) } };
    if (cursor.take('@'))
      return { kind: 'query', query: { from: 'current', segments: this.readSegments(cursor) } };
    const number = cursor.takeMatch(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (number !== null) return operand({ kind: 'number', source: number });
    const begin = cursor.at;
    const name = cursor.takeMatch(/[a-z][a-z0-9_]*/y);
    if (name !== null && cursor.take('(')) return this.readFunction(name, begin);
    if (name === 'true' || name === 'false' || name === 'null') return operand({ kind: name });
    cursor.at = begin;
    throw cursor.refuse(
      `Expected @, $, a text in quotes, a number, true, false, null or a function here, not ${cursor.found()}.`,
    );
  }

  private readFunction(name: string, begin: number): Term {
    switch (name) {
      case 'length': {
        const [of] = this.readArguments(name, [() => this.readOperand()]);
        return operand({ kind: 'length', of });
      }
      case 'count':
      case 'value': {
        const [query] = this.readArguments(name, [() => this.readQuery(name)]);
        return operand({ kind: name, query });
      }
      case 'match':
      case 'search': {
        const [text, pattern] = this.readArguments(name, [
          () => this.readOperand(),
          () => this.readOperand(),
        ]);
        return { kind: 'condition', condition: { kind: name, text, pattern } };
      }
      default:
        throw new PathSyntaxError(
          begin,
          `There is no function ${name}. Known are length, count, value, match and search.`,
        );
    }
  }

  private readArguments<Read extends readonly (() => unknown)[]>(
    name: string,
    readers: readonly [...Read],
  ): { [Place in keyof Read]: ReturnType<Read[Place]> };
  private readArguments(name: string, readers: readonly (() => unknown)[]): unknown[] {
    const { cursor } = this;
    const values = readers.map((read, place) => {
      if (place > 0 && !cursor.take(','))
        throw cursor.refuse(`${name} takes ${readers.length} values, separated by a comma.`);
      cursor.skipSpace();
      const value = read();
      cursor.skipSpace();
      return value;
    });
    if (!cursor.take(')')) {
      const takes = readers.length === 1 ? 'one value' : `${readers.length} values`;
      throw cursor.refuse(`Expected ) here, not ${cursor.found()}: ${name} takes ${takes}.`);
    }
    return values;
  }

  private readOperand(): Operand {
    const begin = this.cursor.at;
    return toOperand(this.readTerm(), begin);
  }

  private readQuery(name: string): Query {
    const begin = this.cursor.at;
    const term = this.readTerm();
    if (term.kind === 'query') return term.query;
    throw new PathSyntaxError(begin, `${name} takes a path that begins with @ or $.`);
  }
}

/** Longer ones first. */
const OPERATORS: readonly ComparisonOperator[] = ['==', '!=', '<=', '>=', '<', '>'];

function operand(value: Operand): Term {
  return { kind: 'operand', operand: value };
}

function toCondition(term: Term, at: number): Condition {
  switch (term.kind) {
    case 'condition':
      return term.condition;
    case 'query':
      return { kind: 'exists', query: term.query };
    case 'operand':
      throw new PathSyntaxError(
        at,
        'A value on its own is not a condition: compare it, as in @.amount > 100.',
      );
  }
}

function toOperand(term: Term, at: number): Operand {
  switch (term.kind) {
    case 'operand':
      return term.operand;
    case 'condition':
      throw new PathSyntaxError(at, `${term.condition.kind} is true or false by itself: it is not compared.`);
    case 'query':
      if (isSingular(term.query)) return { kind: 'query', query: term.query };
      throw new PathSyntaxError(
        at,
        'This path may name many values. Compare one: only names and numbers stand in such a path.',
      );
  }
}

function isSingular({ segments }: Query): boolean {
  return segments.every(({ descendant, selectors }) => {
    const [only] = selectors;
    return !descendant && selectors.length === 1 && (only?.kind === 'name' || only?.kind === 'index');
  });
}
