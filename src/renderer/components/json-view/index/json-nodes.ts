import { NONE, STRING } from '@shared/json/json-scanner';
import { endOfString } from '@shared/json/json-tokens';
import { isJsonSpace } from '@shared/json/json-space';
import type { JsonIndex } from './json-index';
import { decodeBytes, decodeString } from './json-strings';

/** A half-open range of byte offsets. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parts of a node, read from the text at the place that the index gives. */
export class JsonNodes {
  /** Cached, because the end of the text's last value requires a scan and is often needed. */
  private last: { node: number; end: number } = { node: -1, end: 0 };

  constructor(
    readonly bytes: Uint8Array,
    readonly index: JsonIndex,
  ) {}

  /** True for a member of an object. `parent` is the container around the node, or NONE. */
  isMember(parent: number): boolean {
    return parent !== NONE && this.index.isObject(parent);
  }

  /** The key with its quotes; only for members of objects. */
  keySpan(node: number): Span {
    const from = this.index.start(node);
    return { from, to: endOfString(this.bytes, from, this.index.frontier) };
  }

  key(node: number): string {
    const { from, to } = this.keySpan(node);
    return decodeString(this.bytes, from + 1, to - 1);
  }

  /** The value's bytes, quotes and brackets included. */
  valueSpan(node: number, parent = this.index.parent(node)): Span {
    const from = this.valueStart(node, parent);
    return { from, to: this.valueEnd(node, from) };
  }

  private valueStart(node: number, parent: number): number {
    if (!this.isMember(parent)) return this.index.start(node);
    let at = this.keySpan(node).to;
    while (isJsonSpace(this.bytes[at]) || this.bytes[at] === 0x3a) at++;
    return at;
  }

  private valueEnd(node: number, from: number): number {
    switch (this.index.kind(node)) {
      case 'object':
      case 'array':
        return this.index.end(this.index.lastContainerAt(node));
      case 'string':
        return this.stringEnd(node, from);
      case 'number': {
        let at = from;
        while (at < this.bytes.length && isNumberByte(this.bytes[at] ?? 0)) at++;
        return at;
      }
      case 'false':
        return from + 5;
      case 'true':
      case 'null':
        return from + 4;
    }
  }

  /**
   * Between a string and the next node there are only white space, a comma and brackets, so the last quote is the
   * string's.
   */
  private stringEnd(node: number, from: number): number {
    if (node + 1 < this.index.nodeCount)
      return this.bytes.lastIndexOf(0x22, this.index.start(node + 1) - 1) + 1;
    if (this.last.node !== node)
      this.last = { node, end: endOfString(this.bytes, from, this.index.frontier) };
    return this.last.end;
  }

  /** The JSON text of a value, as it was received. */
  source(node: number): string {
    const { from, to } = this.valueSpan(node);
    return decodeBytes(this.bytes, from, to);
  }

  /** The text for "Copy value": a string's content without quotes and escapes; the JSON text of anything else. */
  plainValue(node: number): string {
    if (this.index.kindCode(node) !== STRING) return this.source(node);
    const { from, to } = this.valueSpan(node);
    return decodeString(this.bytes, from + 1, to - 1);
  }

  /** True if the member's key is `name`; `encoded` is the same name in UTF-8. */
  keyIs(node: number, name: string, encoded: Uint8Array): boolean {
    const from = this.index.start(node) + 1;
    for (let at = 0; at < encoded.length; at++) {
      const byte = this.bytes[from + at];
      if (byte === 0x5c) return this.key(node) === name;
      if (byte !== encoded[at]) return false;
    }
    const after = this.bytes[from + encoded.length];
    return after === 0x22 ? encoded.indexOf(0x22) < 0 : after === 0x5c && this.key(node) === name;
  }

  /** The children of a container, in order. */
  *children(container: number): Generator<number> {
    const end = this.index.skip(container);
    let inner = container + 1;
    for (let node = this.index.nodeOfContainer(container) + 1; node < end;) {
      yield node;
      if (this.index.isContainer(node)) {
        node = this.index.skip(inner);
        inner = this.index.nextContainer(inner);
      } else {
        node++;
      }
    }
  }
}

/** Digits, signs, point and exponent. */
function isNumberByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2d ||
    byte === 0x2b ||
    byte === 0x2e ||
    (byte | 0x20) === 0x65
  );
}
