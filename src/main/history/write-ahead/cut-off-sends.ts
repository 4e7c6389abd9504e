import { z } from 'zod';
import type { HistoryEntry } from '@shared/history/history';
import { formatMoment } from '@shared/text/format-time';
import { countOf } from '@shared/text/count-of';
import { destinationHost } from '@shared/vault-forward/destination';
import type { Database } from '../../database/database';
import type { HistoryStore } from '../history-store';

/** Of more, only the newest are looked at. */
const MAX_LOOKED_AT = 20;

const idRow = z.object({ id: z.string() });

/**
 * What to say after a run that was killed about requests that may have an effect: those that were under way when the
 * app ended, and whose outcome nobody has noted since. Null if there are none.
 */
export async function describeCutOff(database: Database, store: HistoryStore): Promise<string | null> {
  const sql = `SELECT DISTINCT e.id, e.seq FROM unsettled_sends u JOIN exchanges e ON e.id = u.exchange_id
    WHERE e.outcome = 'unknown' AND e.noted_outcome IS NULL ORDER BY e.seq DESC LIMIT ${MAX_LOOKED_AT}`;
  const cutOff: HistoryEntry[] = [];
  for (const { id } of await database.query({ sql }, idRow)) {
    const entry = await store.find(id);
    // Other failures were shown when they happened.
    if (entry !== null && (await isUnanswered(store, entry))) cutOff.push(entry);
  }
  const [newest] = cutOff;
  if (newest === undefined) return null;
  const several = cutOff.length > 1;
  const which = several ? ', the last one ' : ': ';
  return `The app ended while ${countOf(cutOff.length, 'request')} that may have an effect ${several ? 'were' : 'was'} under way${which}${describe(newest)}. No answer says whether ${several ? 'they were' : 'it was'} carried out. Open ${several ? 'each' : 'it'} in History: it says what was sent and what to do next.`;
}

/** False if it cannot be read. */
async function isUnanswered(store: HistoryStore, { place }: HistoryEntry): Promise<boolean> {
  const kept = await store.read(place).catch(() => null);
  return kept?.record.outcome.kind === 'unanswered';
}

function describe({ method, url, destination, startedAt, profile }: HistoryEntry): string {
  const [to = '', forwarded = ''] = destination === null ? [method, url] : destination.split(' ', 2);
  return `${to} to ${destinationHost(forwarded) ?? 'no host'}, ${formatMoment(new Date(startedAt))}, under ${profile.name}`;
}
