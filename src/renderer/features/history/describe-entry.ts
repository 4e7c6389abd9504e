import { operationModule } from '@shared/operations/registry';
import type { HistoryEntry, HistoryOutcome, StatusClass } from '@shared/history/history';

export const OUTCOME_LABELS: Readonly<Record<HistoryOutcome, string>> = {
  answered: 'Answered',
  cancelled: 'Cancelled',
  failed: 'Not sent',
  unknown: 'Unknown: may have arrived',
};

export const STATUS_CLASS_LABELS: Readonly<Record<StatusClass, string>> = {
  0: 'No response',
  1: '1xx information',
  2: '2xx success',
  3: '3xx redirection',
  4: '4xx refused',
  5: '5xx server error',
};

/** The line's first word: `200`, or what became of it without an answer. */
export function resultLabel({ status, outcome }: HistoryEntry): string {
  if (status !== null) return String(status);
  return { answered: 'answered', cancelled: 'cancelled', failed: 'not sent', unknown: 'unknown' }[outcome];
}

export type Tone = 'success' | 'warning' | 'error';

export function toneOf({ status, outcome }: HistoryEntry): Tone {
  if (outcome === 'unknown') return 'warning';
  if (outcome !== 'answered' || status === null) return outcome === 'cancelled' ? 'warning' : 'error';
  if (status < 300) return 'success';
  return status < 500 ? 'warning' : 'error';
}

/** What it was about: see `OperationModule.subject`. A load of pages says how much it brought. */
export function subjectOf({ operation, url, destination, purpose, load }: HistoryEntry): string {
  if (purpose === 'connection-test') return 'Connection test';
  const subject = operationModule(operation).subject(pathOf(url), destination);
  if (load === null) return subject;
  const words = (count: number, one: string): string =>
    `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
  return `Load all: ${words(load.pages, 'page')}, ${words(load.rows, 'row')} · ${subject}`;
}

/** What the contract check found, in a list: nothing of an answer that conforms, and null without an answer. */
export function describeFindings({
  findings,
  status,
}: Pick<HistoryEntry, 'findings' | 'status'>): string | null {
  if (findings === null) return status === null ? null : 'not checked';
  return findings === 0 ? null : `${findings} finding${findings === 1 ? '' : 's'}`;
}

/** `/checkout/sessions/…`, with the query. */
export function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return url;
  }
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** On the clock of this computer: `14:03:09`. */
export function timeOfDay(startedAt: string): string {
  return timeFormat.format(new Date(startedAt));
}

/** The day on the calendar of this computer, to group by: `2026-11-21`. */
export function dayKey(startedAt: string): string {
  const date = new Date(startedAt);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `Today`, `Yesterday`, or `Saturday, 21 November 2026`. */
export function formatDay(startedAt: string, now: Date): string {
  const day = dayKey(startedAt);
  if (day === dayKey(now.toISOString())) return 'Today';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === dayKey(yesterday.toISOString()) ? 'Yesterday' : dayFormat.format(new Date(startedAt));
}
