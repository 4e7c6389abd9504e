import { expect, it, vi } from 'vitest';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { DatabaseError } from '../database/database';
import { handlers, history, openApp, openEach, testing } from './replay-wire.fixture';
import { lookUp } from './testing-exchanges';

openEach();

it('the history reports what could not be written each time it is opened, until it is written', async () => {
  openApp(() => undefined);
  const open = () => handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 10 });
  expect(await open()).toMatchObject({ entries: [], notWritten: null });
  const full = vi.spyOn(testing.database, 'transaction');
  full.mockRejectedValueOnce(new DatabaseError('disk', 'SQLITE_FULL'));
  const { exchange, sentAs } = lookUp();
  await history.journal.note(exchange, sentAs, { isNew: true });
  expect(await open()).toMatchObject({ entries: [], notWritten: { code: 'history-not-written' } });
  const other = lookUp();
  await history.journal.note(other.exchange, other.sentAs, { isNew: true });
  expect(await open()).toMatchObject({
    entries: [{ id: other.exchange.id }, { id: exchange.id }],
    notWritten: null,
  });
});
