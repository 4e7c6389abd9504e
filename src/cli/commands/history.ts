import { operationModule } from '@shared/operations/registry';
import {
  EMPTY_HISTORY_QUERY,
  hasOnlySigns,
  type HistoryEntry,
  type HistoryPage,
} from '@shared/history/history';
import { writtenCount } from '@shared/http/count-findings';
import { pathAsWritten } from '@shared/http/parse-url';
import { maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import { EXIT } from '../exit-codes';
import { writeRows, type Row } from '../output';
import { refuseUnread } from '../requests/refuse-unread';
import type { Run } from './command';

const COLUMNS = ['started', 'status', 'operation', 'subject', 'profile', 'id'] as const;
const MAX_PAGE = 100;

/** Writes the newest entries first, at most `limit`. */
export function searchHistory(words: readonly string[], limit: number): Run {
  return async ({ app, format, output, say, signal }) => {
    const query = { ...EMPTY_HISTORY_QUERY, text: words.join(' ') };
    const found: HistoryEntry[] = [];
    let before: number | null = null;
    do {
      const page: HistoryPage | null = await app.ask('searchHistory', {
        query,
        before,
        limit: Math.min(MAX_PAGE, limit - found.length),
      });
      if (page === null) break;
      if (page.unindexed > 0)
        say(`${page.unindexed} entries cannot be searched yet: the index is being filled.`);
      if (before === null && page.unreadable > 0) say(`${page.unreadable} entries cannot be read.`);
      found.push(...page.entries.map(shown));
      before = page.next;
    } while (before !== null && found.length < limit && !signal.aborted);
    if (found.length > 0 || format !== 'text')
      await writeRows(output, format, COLUMNS, found.map(rowOf), found.map(jsonOf));
    if (found.length > 0) return EXIT.done;
    await refuseUnread(app, 'history');
    if (hasOnlySigns(query.text)) say('Punctuation alone cannot be searched for: give a word or a number.');
    else say(words.length > 0 ? 'Nothing in the history has these words.' : 'The history is empty.');
    return EXIT.notFound;
  };
}

const jsonOf = (entry: HistoryEntry): unknown => ({ ...entry, findings: writtenCount(entry.findings) });

/** As the window shows it: whatever has a secret's name is hidden in its URL, and in that of its destination. */
const shown = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  url: maskSecretsOfUrl(entry.url),
  destination: entry.destination === null ? null : maskSecretsOfUrl(entry.destination),
});

function rowOf({
  id,
  startedAt,
  status,
  outcome,
  operation,
  method,
  url,
  destination,
  profile,
}: HistoryEntry): Row {
  const { name, subject } = operationModule(operation);
  return {
    started: startedAt,
    status: status ?? outcome,
    operation: name,
    subject: subject(pathAsWritten(url), destination, method),
    profile: profile.name,
    id,
  };
}
