import { readJson, readJsonInParts, type JsonScalar, type JsonVisitor } from '@shared/json/read-json';
import { decodeString } from '@shared/json/json-tree';
import { WrittenNumber, type Json } from './json';

/**
 * Parses text like JSON.parse (the last of repeated keys counts), except that numbers that would change are kept as
 * written. Nesting may have any depth. Undefined for invalid JSON.
 */
export function parseExactJson(text: string): Json | undefined {
  const builder = new ValueBuilder(text);
  return readJson(text, builder) === null ? builder.root : undefined;
}

/** Like `parseExactJson`, with pauses. */
export function* parseExactJsonInParts(text: string): Generator<void, Json | undefined> {
  const builder = new ValueBuilder(text);
  return (yield* readJsonInParts(text, builder)) === null ? builder.root : undefined;
}

type OpenValue =
  | { readonly kind: 'array'; readonly items: Json[] }
  | { readonly kind: 'object'; readonly entries: [string, Json][]; key: string };

class ValueBuilder implements JsonVisitor {
  root: Json | undefined = undefined;
  private readonly open: OpenValue[] = [];

  constructor(private readonly text: string) {}

  openObject(): void {
    this.open.push({ kind: 'object', entries: [], key: '' });
  }

  openArray(): void {
    this.open.push({ kind: 'array', items: [] });
  }

  closeObject(): void {
    this.close();
  }

  closeArray(): void {
    this.close();
  }

  key(start: number, end: number): void {
    const around = this.open.at(-1);
    if (around?.kind === 'object') around.key = decodeString(this.text.slice(start, end));
  }

  scalar(kind: JsonScalar, start: number, end: number): void {
    this.place(this.scalarValue(kind, this.text.slice(start, end)));
  }

  private scalarValue(kind: JsonScalar, written: string): Json {
    switch (kind) {
      case 'string':
        return decodeString(written);
      case 'number': {
        const number = Number(written);
        return String(number) === written ? number : new WrittenNumber(written);
      }
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
    }
  }

  private close(): void {
    const value = this.open.pop();
    if (value === undefined) return;
    // `fromEntries` also turns a key such as __proto__ into an own property.
    this.place(value.kind === 'array' ? value.items : Object.fromEntries(value.entries));
  }

  private place(value: Json): void {
    const around = this.open.at(-1);
    if (around === undefined) this.root = value;
    else if (around.kind === 'array') around.items.push(value);
    else around.entries.push([around.key, value]);
  }
}
