import { z } from 'zod';
import {
  HISTORY_OUTCOMES,
  type HistoryEntry,
  type HistoryOutcome,
  type StatusClass,
} from '@shared/history/history';
import { NOTED_OUTCOMES } from '@shared/history/noted-outcome';
import type { EntrySummary } from '@shared/history/entry-summary';
import { destinationIn, operationModule } from '@shared/operations/registry';
import { hasAnyShape, isForeignAnswer } from '@shared/http/foreign-answer';
import { isSafe } from '@shared/http/http-fields';
import { parseServiceError, type ServiceError } from '@shared/http/service-error';
import { parseJson } from '@shared/json/parse-json';
import { ENVIRONMENTS } from '@shared/profiles/profile';
import { operationKeySchema } from '@shared/requests/operation-key-schemas';
import type { ExchangeRecord, KeptExchange } from './record';

/** The columns of a line in the list, in the order of `entryRow`. */
export const ENTRY_COLUMNS = `e.seq, e.id, e.started_at, e.operation, e.profile_id, e.profile_name, e.environment,
  e.method, e.url, e.destination, e.status, e.outcome, e.duration_ms, e.findings, e.starred, e.note, e.replay_of,
  e.load_pages, e.load_rows, e.purpose, e.findings_known, e.summary, e.noted_outcome`;

const text = z.string().nullable();
const summarySchema: z.ZodType<EntrySummary> = z.object({
  who: text,
  total: text,
  expiresAt: text,
  note: text,
  isForeign: z.boolean().optional(),
});

const entryRow = z
  .object({
    seq: z.number(),
    id: z.string(),
    started_at: z.string(),
    operation: operationKeySchema,
    profile_id: z.string(),
    profile_name: z.string(),
    environment: z.enum(ENVIRONMENTS),
    method: z.string(),
    url: z.string(),
    destination: z.string().nullable(),
    status: z.number().nullable(),
    outcome: z.enum(HISTORY_OUTCOMES),
    duration_ms: z.number(),
    findings: z.number(),
    starred: z.number(),
    note: z.string(),
    replay_of: z.string().nullable(),
    load_pages: z.number().nullable(),
    load_rows: z.number().nullable(),
    purpose: z.enum(['connection-test']).nullable(),
    findings_known: z.number().nullable(),
    summary: z.string().nullable(),
    noted_outcome: z.enum(NOTED_OUTCOMES).nullable(),
  })
  .transform((row): HistoryEntry => ({
    id: row.id,
    place: row.seq,
    startedAt: row.started_at,
    operation: row.operation,
    profile: { id: row.profile_id, name: row.profile_name, environment: row.environment },
    method: row.method,
    url: row.url,
    destination: row.destination,
    status: row.status,
    outcome: row.outcome,
    durationMs: row.duration_ms,
    findings: row.findings_known === 0 ? null : row.findings,
    starred: row.starred === 1,
    note: row.note,
    notedOutcome: row.noted_outcome,
    replayOf: row.replay_of,
    load:
      row.load_pages === null || row.load_rows === null
        ? null
        : { pages: row.load_pages, rows: row.load_rows },
    purpose: row.purpose,
    summary: readSummary(row.summary),
  }));

/** Also null if the summary cannot be read. */
function readSummary(written: string | null): EntrySummary | null {
  return written === null ? null : (summarySchema.safeParse(parseJson(written)).data ?? null);
}

/** Null for a row that cannot be read, so that the others still can. */
export const readableEntryRow = entryRow.nullable().catch(null);

/** The same for a list, which needs the place of an unreadable row to find the next page. */
export const listedEntryRow = z.union([
  entryRow,
  z.object({ seq: z.number() }).transform(({ seq }) => ({ place: seq, isUnreadable: true as const })),
]);
export type ListedEntry = z.output<typeof listedEntryRow>;

export function isReadable(listed: ListedEntry): listed is HistoryEntry {
  return !('isUnreadable' in listed);
}

/** What a person added to an exchange, and the exchange that it replays. */
export type EntryMarks = Pick<HistoryEntry, 'starred' | 'note' | 'notedOutcome' | 'replayOf'>;

export const NO_MARKS: EntryMarks = { starred: false, note: '', notedOutcome: null, replayOf: null };

export function toEntry(place: number, kept: KeptExchange, marks: EntryMarks): HistoryEntry {
  const { record } = kept;
  const { id, startedAt, operation, profile, request, response, timings } = record;
  return {
    id,
    place,
    startedAt,
    operation,
    profile: { id: profile.id, name: profile.name, environment: profile.environment },
    method: request.method,
    url: request.url,
    destination: destinationIn(request.headers),
    status: response?.status ?? null,
    outcome: outcomeOf(record),
    durationMs: timings.totalMs,
    findings: findingsOf(record),
    load: record.load ?? null,
    purpose: record.purpose ?? null,
    summary: summaryOf(kept),
    ...marks,
  };
}

export function statusClassOf(status: number | null): StatusClass {
  const first = Math.floor((status ?? 0) / 100);
  return first === 1 || first === 2 || first === 3 || first === 4 || first === 5 ? first : 0;
}

/** How many bytes of a body are parsed for a line in the list. */
const MAX_SUMMARISED_BYTES = 256_000;

function summaryOf({ record, responseBody }: KeptExchange): EntrySummary | null {
  if (record.load !== undefined || record.purpose !== undefined) return null;
  const { operation, request, response, outcome } = record;
  const status = response?.status ?? null;
  if (status !== null && status >= 400 && outcome.kind === 'answered' && !hasAnyShape(operation)) {
    const isEmpty = responseBody === null || responseBody.length === 0;
    const isForeign = isForeignAnswer(status, errorOf(record, responseBody), isEmpty);
    return { who: null, total: null, expiresAt: null, note: null, isForeign };
  }
  const body = parsedBody(responseBody);
  return operationModule(operation).summary?.({ status, requestHeaders: request.headers, body }) ?? null;
}

function errorOf({ response }: ExchangeRecord, body: Buffer | null): ServiceError | null {
  const facts = response?.body;
  if (facts?.kind === 'kept' && facts.error !== undefined) return facts.error;
  return body === null ? null : parseServiceError(body.toString('utf8'));
}

function parsedBody(body: Buffer | null): unknown {
  return body === null || body.length > MAX_SUMMARISED_BYTES ? null : parseJson(body.toString('utf8'));
}

function findingsOf({ check, findings, moreFindings }: ExchangeRecord): number | null {
  const total = findings.length + moreFindings;
  return total > 0 || check.kind === 'checked' ? total : null;
}

function outcomeOf({ outcome, request }: ExchangeRecord): HistoryOutcome {
  if (outcome.kind === 'answered') return 'answered';
  if (outcome.mayHaveArrived && !isSafe(request.method)) return 'unknown';
  return outcome.kind === 'unanswered' ? 'cancelled' : outcome.kind;
}
