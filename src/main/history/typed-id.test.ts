import { expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { handlers, history, openApp, openEach } from './replay-wire.fixture';
import { idsOf } from './search-words';
import { lookUp } from './testing-exchanges';

openEach();

it('an ID with invisible characters or other hyphens, as a chat makes it, finds its exchange and its place there', async () => {
  openApp(() => undefined);
  const { exchange, sentAs } = lookUp();
  await history.journal.note(exchange, sentAs, { isNew: true });
  const [id = ''] = idsOf(exchange.request.url);
  for (const text of [`\u200b${id.slice(0, 3)}\u200b${id.slice(3)}`, id.replaceAll('-', '\u2013')]) {
    const { searchHistory, findHistoryMatches } = handlers;
    const asked = { query: { ...EMPTY_HISTORY_QUERY, text }, before: null, limit: 10 };
    expect(await searchHistory.handle(searchHistory.parse.parse(asked))).toMatchObject({
      entries: [{ id: exchange.id }],
    });
    expect(findHistoryMatches.parse.parse({ ids: [exchange.id], text })).toMatchObject({ text: id });
  }
});
