import type { HistoryEntry, HistoryQuery } from '@shared/history/history';
import { decodePercent } from '@shared/http/percent-decoded';
import { exactLocal, zoneOfComputer } from '@shared/text/format-time';
import { statusClassOf } from './entry-rows';
import type { KeptExchange } from './record';
import { facetLabel, idsOf, indexedText, parseSearch, type WordQuery } from './search-words';

/** Only this many bytes from the start of a body can be searched. */
export const SEARCHED_BYTES = 65_536;

/**
 * The text of an exchange that is indexed: what a person sees of it, and its bodies.
 * @param kept null if it cannot be read; the entry is then found by what its line in the list says.
 */
export function indexedWords(shard: number, entry: HistoryEntry, kept: KeptExchange | null): string {
  return indexedText(shard, facetLabels(entry), textsOf(entry, kept));
}

/**
 * Whether the indexed text of an exchange contains each of these UUIDs as a whole. The index only knows their parts,
 * in no order.
 */
export function hasIds(ids: readonly string[], entry: HistoryEntry, kept: KeptExchange | null): boolean {
  const lacking = new Set(ids);
  for (const text of textsOf(entry, kept)) {
    for (const id of idsOf(text)) lacking.delete(id);
    if (lacking.size === 0) return true;
  }
  return false;
}

function facetLabels(entry: HistoryEntry): string[] {
  return [
    facetLabel('operation', entry.operation),
    facetLabel('status', statusClassOf(entry.status)),
    facetLabel('profile', entry.profile.id),
    facetLabel('outcome', entry.outcome),
    ...(entry.starred ? [facetLabel('starred', 1)] : []),
  ];
}

function* textsOf(entry: HistoryEntry, kept: KeptExchange | null): Generator<string> {
  yield `${entry.method} ${entry.url} ${entry.destination ?? ''} ${entry.id}`;
  yield decodePercent(entry.url) ?? '';
  yield `${entry.note} ${entry.operation} ${entry.outcome} ${entry.startedAt}`;
  yield exactLocal(new Date(entry.startedAt), zoneOfComputer());
  yield `${entry.profile.name} ${entry.profile.environment} ${entry.status ?? ''}`;
  if (kept !== null) yield* textsOfContents(kept);
}

function* textsOfContents({ record, requestBody, responseBody }: KeptExchange): Generator<string> {
  const { request, response, outcome, profile } = record;
  yield `${profile.name} ${profile.environment} ${profile.merchantAccountId ?? ''}`;
  if (response !== null) yield `${response.status} ${response.statusText}`;
  if (outcome.kind === 'failed') yield `${outcome.failure} ${outcome.detail}`;
  for (const [name, value] of [...request.headers, ...(response?.headers ?? [])]) yield `${name} ${value}`;
  yield bodyText(requestBody);
  yield bodyText(responseBody);
  for (const { message } of record.findings.slice(0, 20)) yield message;
}

function bodyText(body: Buffer | null): string {
  return body === null ? '' : withoutEscapes(body.toString('utf8', 0, SEARCHED_BYTES));
}

/** Decodes JSON escapes, so that a word is found however it was written. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|[bfnrt])/g, (_whole, code: string | undefined) =>
    code === undefined ? ' ' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The query of the index for a search. */
export function toWordQuery(query: HistoryQuery): WordQuery {
  const facets = [
    query.operations.map((value) => facetLabel('operation', value)),
    query.statusClasses.map((value) => facetLabel('status', value)),
    query.profileIds.map((value) => facetLabel('profile', value)),
    query.outcomes.map((value) => facetLabel('outcome', value)),
    query.starred ? [facetLabel('starred', 1)] : [],
  ];
  return { ...parseSearch(query.text), facets: facets.filter((values) => values.length > 0) };
}
