import { BYTE_ORDER_MARK } from './parse-json';
import {
  problemAt,
  readNumber,
  readString,
  readWord,
  describeUnexpectedCharacter,
  type JsonProblem,
} from './scalars';

export type { JsonProblem } from './scalars';

export type JsonScalar = 'string' | 'number' | 'true' | 'false' | 'null';

/**
 * Called for each part of a JSON text, in order. Offsets are in UTF-16 code units, `end` is after the last one.
 * Strings come with their quotes and escapes, as written.
 */
export interface JsonVisitor {
  openObject?(start: number): void;
  closeObject?(end: number): void;
  openArray?(start: number): void;
  closeArray?(end: number): void;
  key?(start: number, end: number): void;
  scalar?(kind: JsonScalar, start: number, end: number): void;
}

/** Reasons that a program can fix. */
export const MISSING_COMMA = 'A comma is missing before this.';
export const EXTRA_COMMA = 'A comma cannot stand before a closing bracket.';

type ExpectedToken = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'comma-or-end';

/**
 * Reads a JSON text (RFC 8259) without recursion, so that any depth of nesting is fine, and without making values
 * from it, so that digits, escapes and repeated keys stay as they are. A byte order mark at the start is skipped.
 * Returns the first mistake, or null.
 */
export function readJson(text: string, visitor: JsonVisitor): JsonProblem | null {
  return new JsonReader(text, visitor).read(Infinity) ?? null;
}

/** Values and punctuation marks read between two pauses: less than a millisecond. */
const STEPS = 1_000;

/** Like `readJson`, with pauses. */
export function* readJsonInParts(text: string, visitor: JsonVisitor): Generator<void, JsonProblem | null> {
  const reader = new JsonReader(text, visitor);
  for (;;) {
    const end = reader.read(STEPS);
    if (end !== undefined) return end;
    yield;
  }
}

class JsonReader {
  private at = 0;
  /** Offsets of the open brackets. */
  private readonly open: number[] = [];
  private expected: ExpectedToken = 'value';
  private lastComma = 0;

  constructor(
    private readonly text: string,
    private readonly visitor: JsonVisitor,
  ) {
    if (text.startsWith(BYTE_ORDER_MARK)) this.at = 1;
  }

  /** Undefined if there is more to read. */
  read(most: number): JsonProblem | null | undefined {
    for (let steps = 0; steps < most; steps += 1) {
      this.skipSpace();
      if (this.at >= this.text.length) {
        return this.missingAtEnd();
      }
      const problem = this.step();
      if (problem !== null) {
        return problem;
      }
      if (this.open.length === 0 && this.expected === 'comma-or-end') {
        return this.trailingText();
      }
    }
    return undefined;
  }

  private step(): JsonProblem | null {
    switch (this.expected) {
      case 'value':
      case 'value-or-end':
        return this.value();
      case 'key':
      case 'key-or-end':
        return this.key();
      case 'comma-or-end':
        return this.commaOrEnd();
    }
  }

  private value(): JsonProblem | null {
    const { text, at } = this;
    switch (text.charAt(at)) {
      case '{':
        this.open.push(at);
        this.visitor.openObject?.(at);
        this.at += 1;
        this.expected = 'key-or-end';
        return null;
      case '[':
        this.open.push(at);
        this.visitor.openArray?.(at);
        this.at += 1;
        this.expected = 'value-or-end';
        return null;
      case ']':
        return this.expected === 'value-or-end' ? this.close() : this.valueMissing();
      case '}':
      case ',':
      case ':':
        return this.valueMissing();
      case '"':
        return this.scalar('string', readString(text, at));
      default:
        return /[-0-9]/.test(text.charAt(at)) && !text.startsWith('-I', at)
          ? this.scalar('number', readNumber(text, at))
          : this.word();
    }
  }

  private word(): JsonProblem | null {
    const end = readWord(this.text, this.at);
    if (typeof end !== 'number') {
      return end;
    }
    const first = this.text.charAt(this.at);
    return this.scalar(first === 't' ? 'true' : first === 'f' ? 'false' : 'null', end);
  }

  private scalar(kind: JsonScalar, end: number | JsonProblem): JsonProblem | null {
    if (typeof end !== 'number') {
      return end;
    }
    this.visitor.scalar?.(kind, this.at, end);
    this.at = end;
    this.expected = 'comma-or-end';
    return null;
  }

  private key(): JsonProblem | null {
    const { text, at } = this;
    const first = text.charAt(at);
    if (first === '}') {
      return this.expected === 'key-or-end' ? this.close() : this.extraComma();
    }
    if (first !== '"') {
      return problemAt(text, at, 1, describeMissingKey(first, text.charAt(at + 1)));
    }
    const end = readString(text, at);
    if (typeof end !== 'number') {
      return end;
    }
    this.visitor.key?.(at, end);
    this.at = end;
    this.skipSpace();
    if (text.charAt(this.at) !== ':') {
      return this.at >= text.length
        ? this.missingAtEnd()
        : problemAt(text, this.at, 1, 'A colon is missing after the key.');
    }
    this.at += 1;
    this.expected = 'value';
    return null;
  }

  private commaOrEnd(): JsonProblem | null {
    const { text, at } = this;
    const first = text.charAt(at);
    const inObject = this.inObject();
    if (first === ',') {
      this.lastComma = at;
      this.at += 1;
      this.expected = inObject ? 'key' : 'value';
      return null;
    }
    if (first === (inObject ? '}' : ']')) {
      return this.close();
    }
    if (first === '}' || first === ']') {
      const [opened, closer] = inObject ? ['{', '}'] : ['[', ']'];
      return problemAt(
        text,
        at,
        1,
        `This bracket does not fit: the last one opened is ${opened}, which ${closer} closes.`,
      );
    }
    if (first === ':') {
      return problemAt(text, at, 1, 'A colon cannot stand here.');
    }
    return problemAt(
      text,
      at,
      1,
      /["{[\w-]/.test(first) ? MISSING_COMMA : describeUnexpectedCharacter(first, text.charAt(at + 1)),
    );
  }

  private close(): null {
    const wasObject = this.inObject();
    this.open.pop();
    this.at += 1;
    if (wasObject) {
      this.visitor.closeObject?.(this.at);
    } else {
      this.visitor.closeArray?.(this.at);
    }
    this.expected = 'comma-or-end';
    return null;
  }

  private valueMissing(): JsonProblem {
    return this.expected === 'value' &&
      this.text.charAt(this.at) === ']' &&
      !this.inObject() &&
      this.open.length > 0
      ? this.extraComma()
      : problemAt(this.text, this.at, 1, `A value is missing before ${this.text.charAt(this.at)}.`);
  }

  private extraComma(): JsonProblem {
    return problemAt(this.text, this.lastComma, 1, EXTRA_COMMA);
  }

  private missingAtEnd(): JsonProblem {
    const opened = this.open[this.open.length - 1];
    const reason =
      opened === undefined
        ? 'There is no value.'
        : `The text ends inside ${this.inObject() ? 'an object: a }' : 'an array: a ]'} is missing.`;
    return problemAt(this.text, this.text.length, 0, reason);
  }

  private trailingText(): JsonProblem | null {
    this.skipSpace();
    return this.at >= this.text.length
      ? null
      : problemAt(
          this.text,
          this.at,
          this.text.length - this.at,
          'The JSON value ends before this; nothing may follow it.',
        );
  }

  private inObject(): boolean {
    const opened = this.open[this.open.length - 1];
    return opened !== undefined && this.text.charCodeAt(opened) === 0x7b;
  }

  private skipSpace(): void {
    let { at } = this;
    for (;;) {
      const code = this.text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        break;
      }
      at += 1;
    }
    this.at = at;
  }
}

function describeMissingKey(first: string, second: string): string {
  return /[\w$]/.test(first)
    ? 'Keys need double quotes.'
    : first === ','
      ? 'A key is missing before this comma.'
      : describeUnexpectedCharacter(first, second);
}
