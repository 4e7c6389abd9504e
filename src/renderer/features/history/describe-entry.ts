import { countOf } from '@shared/text/count-of';
import { isUuid } from '@shared/text/uuid';
import { withoutBidiControls } from '@shared/text/bidi-controls';
import { pathAsWritten } from '@shared/http/parse-url';
import { maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import { isSafe } from '@shared/http/http-fields';
import { countFindings } from '@shared/http/count-findings';
import { operationModule } from '@shared/operations/registry';
import { FREE_REQUEST } from '@shared/requests/operation-key';
import type { HistoryEntry, HistoryOutcome, StatusClass } from '@shared/history/history';
import { NOTED_OUTCOME_WORDS } from '@shared/history/noted-outcome';
import { OUTCOME_UNKNOWN } from '@renderer/components/describe-exchange';
import { drawnAmount } from '@renderer/tools/money';
import { STATE_LABELS, stateOfSession, type StateLabel } from '@renderer/components/session/session-state';

export const OUTCOME_LABELS: Readonly<Record<HistoryOutcome, string>> = {
  answered: 'Answered',
  cancelled: 'Cancelled',
  failed: 'Not sent or no answer',
  unknown: OUTCOME_UNKNOWN,
};

export const STATUS_CLASS_LABELS: Readonly<Record<StatusClass, string>> = {
  0: 'No response',
  1: '1xx information',
  2: '2xx success',
  3: '3xx redirection',
  4: '4xx refused',
  5: '5xx server error',
};

/** The result at the end of a line: `200`, or a word if there was no answer, or if it broke off after its status. */
export function resultLabel(
  entry: Pick<HistoryEntry, 'method' | 'status' | 'outcome' | 'isUnderWay'>,
): string {
  const { status, outcome } = entry;
  if (outcome === 'failed') return status === null ? inSentence(failedWord(entry)) : 'broke off';
  if (status !== null && outcome !== 'unknown') return String(status);
  if (isAwaited(entry)) return 'under way';
  return { answered: 'answered', cancelled: 'cancelled', unknown: 'unknown' }[outcome];
}

/** Of a request that only reads, the history does not keep whether it was sent. */
function failedWord({ method, status }: Pick<HistoryEntry, 'method' | 'status'>): string {
  if (status !== null) return 'No complete answer';
  return isSafe(method) ? 'No answer' : 'Not sent';
}

/**
 * True while its answer is awaited. An answer that has arrived counts, even if the history does not say yet that the
 * request has ended.
 */
export function isAwaited({
  status,
  isUnderWay = false,
}: Pick<HistoryEntry, 'status' | 'isUnderWay'>): boolean {
  return isUnderWay && status === null;
}

/** The state of an entry now: a session that was valid when it was read may since have expired. */
export function stateOf(entry: HistoryEntry, now: Date): StateLabel {
  const { status, outcome, summary, findings } = entry;
  if (isAwaited(entry)) return { icon: 'soon', tone: 'neutral', word: 'Under way' };
  if (outcome === 'unknown') {
    // A request that only reads cannot have had an unknown effect.
    const word = isSafe(entry.method) ? 'No complete answer' : OUTCOME_UNKNOWN;
    return { icon: 'warning', tone: 'soon', word };
  }
  if (outcome === 'cancelled') return STATE_LABELS.cancelled;
  if (outcome === 'failed' || status === null)
    return { icon: 'error', tone: 'failed', word: failedWord(entry) };
  if (summary?.isForeign) return { ...STATE_LABELS.failed, word: 'Not the API’s answer' };
  if (status === 401 && summary?.isForeign === false)
    return { ...STATE_LABELS['no-access'], word: 'Token refused', tone: 'failed' };
  if (status === 404) return STATE_LABELS['not-found'];
  if (status === 401 || status === 403) return STATE_LABELS['no-access'];
  if (status >= 400) return STATE_LABELS.failed;
  // Redirects are never followed, so the request was not carried out.
  if (status >= 300) return { icon: 'info', tone: 'neutral', word: 'Redirected elsewhere' };
  // The answer could not be read as expected, usually because its body is not JSON.
  if (summary === null && findings !== null && findings > 0)
    return { icon: 'warning', tone: 'soon', word: countFindings(findings) };
  if (summary?.expiresAt == null) return { icon: 'valid', tone: 'valid', word: 'Answered' };
  return STATE_LABELS[stateOfSession(summary.expiresAt, now)];
}

/** An entry that no operation names: it is known by its destination, or by its method and path. */
function isKnownBySubject({ operation, destination }: HistoryEntry): boolean {
  return destination !== null || operation === FREE_REQUEST;
}

/** The first line: the person it is about, or else the operation. */
export function titleOf(entry: HistoryEntry, now: Date): string {
  const { operation, summary, status, outcome } = entry;
  if (summary?.who != null) return withoutBidiControls(summary.who);
  if (entry.purpose === 'connection-test') return 'Connection test';
  if (isKnownBySubject(entry)) return subjectOf(entry);
  const { name } = operationModule(operation);
  // The load may have been cancelled, so the words do not say that these were all.
  if (entry.load !== null) return `${name}: ${entry.load.rows.toLocaleString('en')} loaded`;
  const word = inSentence(stateOf(entry, now).word);
  // The result is at the end of the line, and is not repeated here.
  const isSuccess = status !== null && status < 300 && outcome !== 'unknown' && outcome !== 'failed';
  return isSuccess || word.endsWith(resultLabel(entry)) ? name : `${name}: ${word}`;
}

function inSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** The amount, if the answer has one, otherwise the status, which must not read as the amount of a session. */
export function endOf(entry: HistoryEntry): string {
  const { summary, operation } = entry;
  if (summary?.total != null) return drawnAmount(BigInt(summary.total), null);
  const result = resultLabel(entry);
  return operation === 'get_checkout_session' && result === '200' ? '200 OK' : result;
}

/** The subject of an entry, if it is an ID; otherwise null. */
export function idOf(entry: HistoryEntry): string | null {
  const subject = subjectOf(entry);
  return isUuid(subject) ? subject : null;
}

/** The further facts in the second line, the most important first. */
export function notesOf(entry: HistoryEntry): readonly string[] {
  const { note, notedOutcome, summary, load, replayOf } = entry;
  const counts = load && [countOf(load.pages, 'page'), countOf(load.rows, 'row')];
  const subject =
    !isKnownBySubject(entry) && idOf(entry) === null && entry.purpose === null && load === null
      ? subjectOf(entry)
      : null;
  const parts = [
    notedOutcome === null ? null : `noted: ${NOTED_OUTCOME_WORDS[notedOutcome]}`,
    note === '' ? null : `“${note}”`,
    subject,
    ...(counts ?? []),
    summary?.note?.replace('•••• ', '••') ?? null,
    replayOf === null ? null : 'replay',
    describeFindings(entry),
  ];
  return parts.filter((part) => part !== null);
}

/** The subject of an entry: see `OperationModule.subject`. For a load, how many rows it brought. */
export function subjectOf({ operation, method, url, destination, purpose, load }: HistoryEntry): string {
  if (purpose === 'connection-test') return 'Connection test';
  const shown = destination && maskSecretsOfUrl(destination);
  const subject = operationModule(operation).subject(maskSecretsOfUrl(pathAsWritten(url)), shown, method);
  if (load === null) return subject;
  return `Load all: ${countOf(load.pages, 'page')}, ${countOf(load.rows, 'row')} · ${subject}`;
}

/** The heading of an entry, and whether it is as it was sent (an ID, a URL, a query) or in words. */
export function headingOf(entry: HistoryEntry): { readonly text: string; readonly isAsSent: boolean } {
  const subject = subjectOf(entry);
  if (entry.purpose === 'connection-test' || entry.load !== null) return { text: subject, isAsSent: false };
  return entry.operation === 'list_buyers' && !/[/?]/.test(subject)
    ? { text: `${operationModule(entry.operation).name}: ${subject}`, isAsSent: false }
    : { text: subject, isAsSent: true };
}

/** A name to save its request under. */
export function nameToSave(entry: HistoryEntry): string {
  const subject = subjectOf(entry);
  return isKnownBySubject(entry) ? subject : `${operationModule(entry.operation).name} ${subject}`;
}

/** The findings of the contract check in words; null if the answer conforms, or there is none. */
export function describeFindings({
  findings,
  status,
}: Pick<HistoryEntry, 'findings' | 'status'>): string | null {
  if (findings === null) return status === null ? null : 'not checked';
  return findings === 0 ? null : countFindings(findings);
}
