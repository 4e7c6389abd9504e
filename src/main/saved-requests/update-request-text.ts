import { type Document, isMap, isScalar, isSeq, parseAllDocuments, visit, YAMLMap, YAMLSeq } from 'yaml';
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
  // The text that is kept must never become another request.
  return updated !== null && sameRequest(updated, anew) ? updated : anew;
}

/** The same text with another id, or with an id if it had none. */
export function withId(text: string, id: string): string {
  const documents = parseAllDocuments(text);
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (document === undefined || !isMap(document.contents)) return text;
  if (document.has('id')) document.set('id', id);
  else document.contents.items.splice(document.has('version') ? 1 : 0, 0, document.createPair('id', id));
  return laidOutAs(text, textOf(document, new Set()));
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
    node.items = wanted.map((value: unknown, index) =>
      index < node.items.length
        ? merged(document, node.items[index], value, styled)
        : created(document, value, styled),
    );
    return node;
  }
  const fresh = created(document, wanted, styled);
  // A comment after a value is about the value's name.
  if (isScalar(node) && isScalar(fresh)) fresh.comment = node.comment;
  return fresh;
}

function created(document: Document, value: unknown, styled: Set<unknown>): unknown {
  const node = document.createNode(value);
  if (isScalar(node)) styled.add(node);
  if (node instanceof YAMLMap || node instanceof YAMLSeq)
    visit(node, { Scalar: (_key, scalar) => void styled.add(scalar) });
  return node;
}
