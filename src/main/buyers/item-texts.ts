import { decodeString } from '@shared/json/json-tree';
import { readJson } from '@shared/json/read-json';

/**
 * The items of a page, each as it is written: no digit is rounded and no repeated key lost. Null when the text is no JSON
 * object with an array `items`. When `items` repeats, the last one counts, as it does for JSON.parse.
 */
export function itemTexts(pageText: string): string[] | null {
  const finder = new ItemFinder(pageText);
  return readJson(pageText, finder) === null ? finder.items : null;
}

/** Depth of the values in the array `items` of the outermost object. */
const ITEM_DEPTH = 2;

class ItemFinder {
  items: string[] | null = null;
  private depth = 0;
  private inObject = false;
  /** Of the member of the outermost object that is being read. */
  private member = '';
  private start = 0;

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
    if (this.depth !== 1) return;
    this.member = decodeString(this.text.slice(start, end));
    if (this.member === 'items') this.items = null;
  }

  scalar(_kind: string, start: number, end: number): void {
    if (this.depth === ITEM_DEPTH) this.take(start, end);
  }

  private open(start: number): void {
    if (this.depth === ITEM_DEPTH) this.start = start;
    this.depth += 1;
  }

  private close(end: number): void {
    this.depth -= 1;
    if (this.depth === ITEM_DEPTH) this.take(this.start, end);
  }

  private take(start: number, end: number): void {
    if (this.inObject && this.member === 'items') this.items?.push(this.text.slice(start, end));
  }
}
