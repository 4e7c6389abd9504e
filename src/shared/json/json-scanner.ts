import {
  INVALID,
  PENDING,
  scanLiteral,
  scanNumber,
  scanString,
  type Scan,
  type TokenFault,
} from './json-tokens';

/** Codes for the kinds of values. The first two are containers. */
export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;
const NUMBER = 3;
const TRUE = 4;
const FALSE = 5;
const NULL = 6;

/** Not a container. Fits into a column of 32-bit numbers. */
export const NONE = 0xffffffff;

/** What was expected where the text stops being JSON. */
export type Expectation =
  | TokenFault
  | 'value'
  | 'value-or-end'
  | 'key'
  | 'key-or-end'
  | 'colon'
  | 'comma-or-brace'
  | 'comma-or-bracket'
  | 'nothing';

export interface ParseFailure {
  /** Offset of the first byte that no JSON text could have there; the length of the text if it ends too early. */
  readonly offset: number;
  readonly expected: Expectation;
  /** True if the text ends too early. */
  readonly ended: boolean;
  /** Byte offset of the unclosed string, otherwise of the innermost open container; null if there is neither. */
  readonly openedAt: number | null;
}

const encoder = new TextEncoder();
const LITERAL_TRUE = encoder.encode('true');
const LITERAL_FALSE = encoder.encode('false');
const LITERAL_NULL = encoder.encode('null');

type State = Exclude<Expectation, TokenFault> | 'in-key' | 'in-string';

/**
 * Reads JSON (RFC 8259) from bytes that arrive piece by piece. Nothing recurses and nothing is converted, so depth is
 * limited only by memory and numbers keep their digits. It accepts exactly what JSON.parse accepts, except that a
 * byte order mark at the very start is skipped. Subclasses decide what to build from it.
 */
export abstract class JsonScanner {
  failure: ParseFailure | null = null;
  private state: State = 'value';
  /** Offset of what is read next. */
  protected at = 0;
  /** Offset of the key that is waiting for its value, or -1. */
  protected keyAt = -1;
  /** Offset of the string that has not been read to its end. */
  protected stringAt = 0;
  private isMarkRead = false;
  private readonly scan: Scan = { at: 0, fault: 'string' };

  constructor(protected bytes: Uint8Array) {}

  /**
   * Called when a scalar has been read. `start`: offset of its key in an object, otherwise of the value. It ends at
   * `at`.
   */
  protected abstract leafRead(start: number, kind: number): void;
  /** Called at a container's opening bracket; `start` as above. */
  protected abstract containerOpened(start: number, kind: number): void;
  /** Called when the innermost open container ends, at `at`. */
  protected abstract containerClosed(): void;
  /** OBJECT or ARRAY for the innermost open container; NONE if none is open. */
  protected abstract kindAround(): number;
  /** Offset of the innermost open container's bracket; null if none is open. */
  protected abstract openBracket(): number | null;
  /** Called when everything available so far has been read. */
  protected abstract paused(): void;

  /** True once a complete value has been read and nothing else may follow. */
  get complete(): boolean {
    return this.failure === null && this.state === 'nothing';
  }

  /** Continues reading up to `filled`, the number of bytes that have arrived so far. `last`: no more will come. */
  read(filled: number, last: boolean): void {
    if (this.failure !== null) return;
    if (!this.isMarkRead && !this.skipMark(filled, last)) return;
    while (this.at < filled && this.failure === null) {
      if (!this.step(filled, last)) break;
    }
    this.paused();
    if (last && this.failure === null && this.state !== 'nothing')
      this.fail(filled, this.expectation(), true);
  }

  /** Reads one token or a run of white space. False if the token needs more bytes. */
  private step(filled: number, last: boolean): boolean {
    const byte = this.bytes[this.at] ?? 0;
    switch (this.state) {
      case 'in-key':
      case 'in-string':
        return this.readString(this.at, filled);
      default:
    }
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      this.at++;
      return true;
    }
    switch (this.state) {
      case 'value-or-end':
        if (byte === 0x5d) return this.close();
        return this.readValue(byte, filled, last);
      case 'value':
        return this.readValue(byte, filled, last);
      case 'key-or-end':
        if (byte === 0x7d) return this.close();
        return this.readKey(byte, filled);
      case 'key':
        return this.readKey(byte, filled);
      case 'colon':
        if (byte !== 0x3a) return this.fail(this.at, 'colon', false);
        this.at++;
        this.state = 'value';
        return true;
      case 'comma-or-brace':
        if (byte === 0x7d) return this.close();
        if (byte !== 0x2c) return this.fail(this.at, 'comma-or-brace', false);
        this.at++;
        this.state = 'key';
        return true;
      case 'comma-or-bracket':
        if (byte === 0x5d) return this.close();
        if (byte !== 0x2c) return this.fail(this.at, 'comma-or-bracket', false);
        this.at++;
        this.state = 'value';
        return true;
      case 'nothing':
        return this.fail(this.at, 'nothing', false);
    }
  }

  private readKey(byte: number, filled: number): boolean {
    if (byte !== 0x22) return this.fail(this.at, this.expectation(), false);
    this.keyAt = this.at;
    this.stringAt = this.at;
    this.state = 'in-key';
    return this.readString(this.at + 1, filled);
  }

  private readString(from: number, filled: number): boolean {
    const end = scanString(this.bytes, from, filled, this.scan);
    if (end === PENDING) {
      this.at = this.scan.at;
      return false;
    }
    if (end === INVALID) return this.fail(this.scan.at, this.scan.fault, false);
    this.at = end;
    if (this.state === 'in-key') this.state = 'colon';
    else this.addLeaf(this.stringAt, STRING);
    return true;
  }

  private readValue(byte: number, filled: number, last: boolean): boolean {
    switch (byte) {
      case 0x22:
        this.stringAt = this.at;
        this.state = 'in-string';
        return this.readString(this.at + 1, filled);
      case 0x7b:
        return this.open(OBJECT);
      case 0x5b:
        return this.open(ARRAY);
      case 0x74:
        return this.readLiteral(LITERAL_TRUE, TRUE, filled, last);
      case 0x66:
        return this.readLiteral(LITERAL_FALSE, FALSE, filled, last);
      case 0x6e:
        return this.readLiteral(LITERAL_NULL, NULL, filled, last);
      default:
        if (byte !== 0x2d && (byte < 0x30 || byte > 0x39))
          return this.fail(this.at, this.expectation(), false);
        return this.readLeaf(scanNumber(this.bytes, this.at, filled, last, this.scan), NUMBER, filled, last);
    }
  }

  private readLiteral(literal: Uint8Array, kind: number, filled: number, last: boolean): boolean {
    return this.readLeaf(scanLiteral(this.bytes, this.at, filled, literal, this.scan), kind, filled, last);
  }

  private readLeaf(end: number, kind: number, filled: number, last: boolean): boolean {
    if (end === INVALID) return this.fail(this.scan.at, this.scan.fault, false);
    if (end === PENDING) return last ? this.fail(filled, this.scan.fault, true) : false;
    const start = this.at;
    this.at = end;
    this.addLeaf(start, kind);
    return true;
  }

  private addLeaf(start: number, kind: number): void {
    this.leafRead(this.keyAt >= 0 ? this.keyAt : start, kind);
    this.keyAt = -1;
    this.afterValue();
  }

  private open(kind: number): boolean {
    this.containerOpened(this.keyAt >= 0 ? this.keyAt : this.at, kind);
    this.keyAt = -1;
    this.at++;
    this.state = kind === OBJECT ? 'key-or-end' : 'value-or-end';
    return true;
  }

  private close(): boolean {
    this.at++;
    this.containerClosed();
    this.afterValue();
    return true;
  }

  private afterValue(): void {
    const around = this.kindAround();
    if (around === NONE) this.state = 'nothing';
    else this.state = around === OBJECT ? 'comma-or-brace' : 'comma-or-bracket';
  }

  private skipMark(filled: number, last: boolean): boolean {
    if (filled < 3 && !last) return false;
    this.isMarkRead = true;
    if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.at = 3;
    return true;
  }

  private expectation(): Expectation {
    return this.state === 'in-key' || this.state === 'in-string' ? this.scan.fault : this.state;
  }

  private fail(offset: number, expected: Expectation, ended: boolean): false {
    const inString = this.state === 'in-key' || this.state === 'in-string';
    const openedAt = inString ? this.stringAt : this.openBracket();
    this.at = offset;
    this.failure = { offset, expected, ended, openedAt };
    return false;
  }
}
