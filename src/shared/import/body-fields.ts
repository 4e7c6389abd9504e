import { percentDecoded } from '../http/percent-decoded';
import { decodeString, pointerTo } from '../json/json-tree';
import { readJsonInParts, type JsonScalar, type JsonVisitor } from '../json/read-json';
import { cardPartOf, type CardPart } from './card-fields';

/**
 * A value whose name says that it may be part of a card, with its position, so that it can be replaced without
 * touching anything else.
 */
export interface BodyField {
  readonly name: string;
  readonly part: CardPart;
  /** Pointers of the objects and lists around it, outermost first. */
  readonly containers: readonly string[];
  readonly value: string;
  /** UTF-16 offsets of what is replaced, including quotes. */
  readonly start: number;
  readonly end: number;
  /** False if the replacement turns a number into a string. */
  readonly isText: boolean;
  /** Writes a replacement in the syntax of this place. */
  readonly write: (text: string) => string;
}

/** JSON pointer of a field; for forms it has the same shape. */
export function pointerOf(field: BodyField): string {
  return pointerTo(field.containers[field.containers.length - 1] ?? '', field.name);
}

/** The values of a JSON body whose keys say that they may be part of a card; null if it is not JSON. */
export function* jsonFields(body: string): Generator<void, BodyField[] | null> {
  const reader = new FieldReader(body);
  return (yield* readJsonInParts(body, reader)) === null && !reader.isTooDeep ? reader.fields : null;
}

/** An object or a list that is still open. */
interface OpenValue {
  /** Its key; for an item, the key of its list. */
  readonly name: string;
  /** Its key or index in the container around it. */
  readonly step: string | number;
  /** The key or index of the next value in it. */
  next: string | number;
  /** Its pointer after those of everything around it, computed on first use. */
  containers?: readonly string[];
}

/** Limits the nesting, because each field names everything around it. */
const MAX_DEPTH = 500;

/** Allocates nothing for values that are not part of a card: a body may have hundreds of thousands of values. */
class FieldReader implements JsonVisitor {
  readonly fields: BodyField[] = [];
  isTooDeep = false;
  private readonly open: OpenValue[] = [];
  private readonly names = new Map<string, boolean>();

  constructor(private readonly text: string) {}

  openObject(): void {
    this.push('');
  }

  openArray(): void {
    this.push(0);
  }

  closeObject(): void {
    this.open.pop();
  }

  closeArray(): void {
    this.open.pop();
  }

  key(start: number, end: number): void {
    const around = this.open.at(-1);
    if (around) around.next = decodeString(this.text.slice(start, end));
  }

  scalar(kind: JsonScalar, start: number, end: number): void {
    const around = this.open.at(-1);
    const name = nameIn(around);
    stepIn(around);
    if ((kind !== 'string' && kind !== 'number') || !this.mayBePart(name)) return;
    const part = cardPartOf(name, String(around?.step));
    if (part === null) return;
    const written = this.text.slice(start, end);
    const isText = kind === 'string';
    const value = isText ? decodeString(written) : written;
    const containers = this.containersAt(this.open.length - 1);
    this.fields.push({ name, part, containers, value, start, end, isText, write: (text) => `"${text}"` });
  }

  private push(next: string | number): void {
    const around = this.open.at(-1);
    this.isTooDeep ||= this.open.length >= MAX_DEPTH;
    this.open.push({ name: nameIn(around), step: stepIn(around), next });
  }

  private containersAt(depth: number): readonly string[] {
    const value = this.open[depth];
    if (value === undefined) return [];
    return (value.containers ??= withPointer(this.containersAt(depth - 1), value.step));
  }

  /** Cached by name, because the same few names repeat. */
  private mayBePart(name: string): boolean {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const is = cardPartOf(name, 'expiry') !== null;
    this.names.set(name, is);
    return is;
  }
}

/** The name of the next value in it. */
function nameIn(around: OpenValue | undefined): string {
  return typeof around?.next === 'string' ? around.next : (around?.name ?? '');
}

/** The step to the next value; advances the index of a list. */
function stepIn(around: OpenValue | undefined): string | number {
  const step = around?.next ?? '';
  if (around && typeof step === 'number') around.next = step + 1;
  return step;
}

/** The pointers of nested values plus that of the next one; the root's own is empty. */
function withPointer(around: readonly string[], step: string | number): readonly string[] {
  const last = around.at(-1);
  return [...around, last === undefined ? '' : pointerTo(last, step)];
}

/** The same for a form body (application/x-www-form-urlencoded): `card[number]=…` is inside `card`. */
export function formFields(body: string): BodyField[] {
  const fields: BodyField[] = [];
  let start = 0;
  for (const pair of body.split('&')) {
    const equals = pair.indexOf('=');
    if (equals !== -1) {
      const path = decodeForm(pair.slice(0, equals))
        .split(/[[\].]+/)
        .filter((step) => step !== '');
      const name = path.pop() ?? '';
      const part = cardPartOf(name, path.at(-1) ?? '');
      if (part !== null)
        fields.push({
          ...{ name, part, containers: ['', ...path].reduce(withPointer, []) },
          value: decodeForm(pair.slice(equals + 1)),
          start: start + equals + 1,
          end: start + pair.length,
          isText: true,
          write: (text) => text,
        });
    }
    start += pair.length + 1;
  }
  return fields;
}

function decodeForm(text: string): string {
  return percentDecoded(text.replace(/\+/g, ' '));
}
