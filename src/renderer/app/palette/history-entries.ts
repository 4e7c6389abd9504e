import type { Router } from 'vue-router';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { operationModule } from '@shared/operations/registry';
import { formatDuration } from '@shared/text/format-time';
import type { IconName } from '../../components/Icon.vue';
import { shortenMiddle } from '../../tools/shorten-middle';
import type { Entry } from './entry';

/** As many as are shown: the rest stays with main, however much of it there is. */
const LIMIT = 5;
/** One letter is in nearly every exchange. */
const MIN_LETTERS = 2;

/** Asks main's full text index. Null when a newer question was asked meanwhile, or there is no answer. */
export async function searchHistory(typed: string): Promise<readonly HistoryEntry[] | null> {
  const text = typed.trim();
  if (text.length < MIN_LETTERS) return [];
  const answer = await window.explorer.searchHistory({
    query: { ...EMPTY_HISTORY_QUERY, text: text.slice(0, 1_000) },
    before: null,
    limit: LIMIT,
    asker: 'palette',
  });
  return answer.ok ? (answer.value?.entries ?? null) : [];
}

export function historyEntries(found: readonly HistoryEntry[], router: Router, now: Date): readonly Entry[] {
  return found.map((entry) => {
    const age = formatDuration(Math.max(0, now.getTime() - Date.parse(entry.startedAt)));
    const { icon, tone } = looksOf(entry);
    return {
      key: null,
      group: 'History',
      icon,
      ...(tone === undefined ? {} : { tone }),
      words: subjectOf(entry),
      note: [entry.status ?? OUTCOMES[entry.outcome], entry.profile.name].join(' · '),
      kind: `History, ${age ?? 'now'}`,
      id: entry.id,
      run: () => router.push({ name: 'history', params: { exchangeId: entry.id } }),
    };
  });
}

const OUTCOMES: Readonly<Record<HistoryEntry['outcome'], string>> = {
  answered: 'Answered',
  cancelled: 'Cancelled',
  failed: 'Not sent',
  unknown: 'May have arrived',
};

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

function subjectOf({ operation, url, destination, purpose }: HistoryEntry): string {
  const { name, subject } = operationModule(operation);
  if (purpose === 'connection-test') return 'Connection test';
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '');
  return `${name} ${subject(path, destination).replace(UUIDS, shortenMiddle)}`;
}

function looksOf({ status, outcome }: HistoryEntry): { icon: IconName; tone?: Entry['tone'] } {
  if (outcome === 'unknown') return { icon: 'warning', tone: 'soon' };
  if (outcome === 'cancelled') return { icon: 'skipped' };
  if (status === null || status >= 500) return { icon: 'error', tone: 'failed' };
  return status < 300 ? { icon: 'valid', tone: 'valid' } : { icon: 'history' };
}
