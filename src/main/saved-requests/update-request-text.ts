import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import { isRecord } from '@shared/json/unknown-fields';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { contentOf, readRequestText, textOf, toRequestText } from './request-text';

/**
 * The text of a file with only those parts changed that differ in the request now: comments stay, and so does what
 * somebody wrote in another way than the app does. A text that cannot be kept like that is written anew.
 */
export function updateRequestText(text: string, request: SavedRequest): string {
  const anew = laidOutAs(text, toRequestText([request], false));
  const [before, other] = readRequestText(text, request.id);
  if (before?.ok !== true || other !== undefined) return anew;
  if (toRequestText([{ ...before.request, profileId: '' }], false) === text) return anew;
  const updated = keptText(text, request);
  if (updated === null) return anew;
  // The text that is kept must never become another request.
  return [withSpacesOf(text, updated), updated].find((one) => sameRequest(one, anew)) ?? anew;
}

/** The same text with another id, or with an id if it had none. */
export function withId(text: string, id: string): string {
  const documents = parseAllDocuments(text);
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (document === undefined || !isMap(document.contents)) return text;
  if (document.has('id')) document.set('id', id);
  else document.contents.items.splice(document.has('version') ? 1 : 0, 0, document.createPair('id', id));
  return withSpacesOf(text, laidOutAs(text, textOf(document, new Set())));
}

/**
 * The written text with the lines of the text before wherever only the spaces before a comment differ: the library
 * writes one.
 */
function withSpacesOf(before: string, written: string): string {
  const lines = before.split('\n');
  const known = new Map(lines.map((line) => [line.replace(/[ \t]+#/g, ' #'), line]));
  // What is in the text already, such as a line of a body, stays whatever else is like it.
  for (const line of lines) known.set(line, line);
  return written
    .split('\n')
    .map((line) => known.get(line) ?? line)
    .join('\n');
}

/** The written text with the line breaks of the text before and its byte order mark, so that only what changes differs. */
function laidOutAs(before: string, written: string): string {
  const mark = before.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + (/^[^\n]*\r\n/.test(before) ? written.replaceAll('\n', '\r\n') : written);
}

function sameRequest(one: string, other: string): boolean {
  return JSON.stringify(readRequestText(one)) === JSON.stringify(readRequestText(other));
}

function keptText(text: string, request: SavedRequest): string | null {
  const documents = parseAllDocuments(text);
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (document === undefined || !isMap(document.contents) || document.get('version') !== 2) return null;
  const styled = new Set<unknown>();
  mergeMap(document, document.contents, contentOf(request, false), styled);
  return laidOutAs(text, textOf(document, styled));
}

type Fields = Readonly<Record<string, unknown>>;

function mergeMap(document: Document, map: YAMLMap, wanted: Fields, styled: Set<unknown>): void {
  const nameOf = (key: unknown): unknown => (isScalar(key) ? key.value : key);
  map.items = map.items.filter(({ key }) => Object.hasOwn(wanted, String(nameOf(key))));
  Object.entries(wanted).forEach(([name, value], place) => {
    const pair = map.items.find(({ key }) => nameOf(key) === name);
    if (pair !== undefined) pair.value = merged(document, pair.value, value, styled);
    else map.items.splice(place, 0, document.createPair(name, created(document, value, styled)));
  });
}

function merged(document: Document, node: unknown, wanted: unknown, styled: Set<unknown>): unknown {
  if (isScalar(node) && node.value === wanted) return node;
  if (isMap(node) && isRecord(wanted)) {
    mergeMap(document, node, wanted, styled);
    return node;
  }
  if (isSeq(node) && Array.isArray(wanted)) {
    const before = itemsFor(node, wanted);
    node.items = wanted.map((value: unknown, index) => {
      const item = before.get(index);
      return item === undefined ? created(document, value, styled) : merged(document, item, value, styled);
    });
    return node;
  }
  const fresh = created(document, wanted, styled);
  // A comment after a value is about the value's name.
  if (isScalar(node) && isScalar(fresh)) fresh.comment = node.comment;
  return fresh;
}

/**
 * Which item of a list each wanted value was, by its index, so that comments stay with what they are about: the same
 * one, else one that begins the same, as a header with another value does, else the one in its place.
 */
function itemsFor(list: YAMLSeq, wanted: readonly unknown[]): ReadonlyMap<number, unknown> {
  const [first] = list.items;
  // The parser takes what stands before the first item for a comment on the list.
  if (isNode(first) && list.commentBefore) {
    first.commentBefore = list.commentBefore;
    list.commentBefore = null;
  }
  const [texts, asked] = [list.items, wanted].map((all) => all.map((one) => JSON.stringify(one)));
  const left = new Set(list.items.keys());
  const found = new Map<number, unknown>();
  const findEach = (isIt: (at: number, value: unknown, index: number) => boolean): void =>
    wanted.forEach((value, index) => {
      if (found.has(index)) return;
      for (const at of left) {
        if (!isIt(at, value, index)) continue;
        found.set(index, list.items[at]);
        left.delete(at);
        return;
      }
    });
  findEach((at, _value, index) => texts?.[at] === asked?.[index]);
  findEach((at, value) => beginsAs(list.items[at], value));
  findEach((at, _value, index) => at === index);
  return found;
}

function beginsAs(item: unknown, value: unknown): boolean {
  if (!isMap(item) || !isRecord(value)) return false;
  const [[name, text] = []] = Object.entries(value);
  return name !== undefined && item.get(name) === text;
}

function created(document: Document, value: unknown, styled: Set<unknown>): unknown {
  const node = document.createNode(value);
  if (isScalar(node)) styled.add(node);
  if (node instanceof YAMLMap || node instanceof YAMLSeq)
    visit(node, { Scalar: (_key, scalar) => void styled.add(scalar) });
  return node;
}
