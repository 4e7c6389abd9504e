import { decodeString } from '@shared/json/json-tree';
import { readJson, type JsonScalar } from '@shared/json/read-json';

export interface WrittenItem {
  /** As it is written: no digit is rounded and no repeated key lost. */
  readonly text: string;
  /** Of an object that has one as a text. */
  readonly id: string | null;
}

export interface WrittenPage {
  readonly items: readonly WrittenItem[];
  /** What the envelope has beside them, other than lists and objects. */
  readonly envelope: ReadonlyMap<string, string | number | boolean | null>;
}

/**
 * The items and the envelope of a page, read in one go. Null when the text is no JSON object with an array `items`. When
 * a key repeats, the last one counts, as it does for JSON.parse.
 */
export function readWritten(pageText: string): WrittenPage | null {
  const finder = new ItemFinder(pageText);
  const problem = readJson(pageText, finder);
  const { items, envelope } = finder;
  return problem === null && items !== null ? { items, envelope } : null;
}

/** Depth of the values in the array `items` of the outermost object. */
const ITEM_DEPTH = 2;

class ItemFinder {
  items: WrittenItem[] | null = null;
  readonly envelope = new Map<string, string | number | boolean | null>();
  private depth = 0;
  private inObject = false;
  /** Of the member of the outermost object that is being read. */
  private member = '';
  private start = 0;
  private id: string | null = null;
  /** The member of an item that is being read is its id. */
  private atId = false;

  constructor(private readonly text: string) {}

  openObject(start: number): void {
    if (this.depth === 0) this.inObject = true;
    this.open(start);
  }

  closeObject(end: number): void {
    this.close(end);
  }

  openArray(start: number): void {
    if (this.depth === 1 && this.inObject && this.member === 'items') this.items = [];
    this.open(start);
  }

  closeArray(end: number): void {
    this.close(end);
  }

  key(start: number, end: number): void {
    if (this.depth === ITEM_DEPTH + 1) {
      this.atId = this.isId(this.text.slice(start, end));
      if (this.atId) this.id = null;
    }
    if (this.depth !== 1) return;
    this.member = decodeString(this.text.slice(start, end));
    this.envelope.delete(this.member);
    if (this.member === 'items') this.items = null;
  }

  scalar(kind: JsonScalar, start: number, end: number): void {
    if (this.depth === ITEM_DEPTH + 1 && this.atId && kind === 'string')
      this.id = decodeString(this.text.slice(start, end));
    if (this.depth === ITEM_DEPTH) this.take(start, end);
    if (this.depth === 1 && this.inObject)
      this.envelope.set(this.member, JSON.parse(this.text.slice(start, end)));
  }

  private isId(written: string): boolean {
    return written === '"id"' || (written.includes('\\') && decodeString(written) === 'id');
  }

  private open(start: number): void {
    if (this.depth === ITEM_DEPTH) {
      this.start = start;
      this.id = null;
      // An array has no names.
      this.atId = false;
    }
    this.depth += 1;
  }

  private close(end: number): void {
    this.depth -= 1;
    if (this.depth === ITEM_DEPTH) this.take(this.start, end);
  }

  private take(start: number, end: number): void {
    if (this.inObject && this.member === 'items')
      this.items?.push({ text: this.text.slice(start, end), id: this.id });
    this.id = null;
  }
}
