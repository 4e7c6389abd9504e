import { expect, it, vi } from 'vitest';
import { DatabaseError } from '../database/database';
import {
  active,
  ANSWER,
  argumentFor,
  entries,
  files,
  FIRST_PAGE,
  handlers,
  openApp,
  openEach,
  send,
  server,
  setOnRequest,
  testing,
} from './replay-wire.fixture';

openEach();

async function withDamagedContents(): Promise<string> {
  const { id } = await send(FIRST_PAGE);
  await entries();
  await testing.database.execute({
    sql: "UPDATE exchange_contents SET record = x'00' WHERE seq = (SELECT seq FROM exchanges WHERE id = ?)",
    values: [id],
  });
  return id;
}

it('opening, replaying or exporting an exchange with damaged contents reports it as unreadable', async () => {
  const id = await withDamagedContents();
  for (const asking of [
    () => handlers.openHistoryEntry.handle({ id }),
    () => handlers.planReplay.handle({ id, profileId: active.id }),
    () => handlers.requestFromHistory.handle({ id }),
    () => handlers.exportHistory.handle({ ids: [id] }),
  ])
    await expect(asking()).rejects.toMatchObject({ problem: { code: 'history-entry-unreadable' } });
  expect(files).toEqual([]);
});

it('an export skips it, writes the others and does not count it', async () => {
  const ids = [(await send(FIRST_PAGE)).id, await withDamagedContents(), (await send(FIRST_PAGE)).id];
  await entries();
  expect(await handlers.exportHistory.handle({ ids })).toEqual({ path: '/a/file', written: 2 });
  const har: unknown = JSON.parse(files.join(''));
  expect(har).toMatchObject({ log: { entries: [{}, {}] } });
});

it('replays that were sent are reported even if the history then fails', async () => {
  const reported: unknown[] = [];
  openApp((_where, error) => void reported.push(error));
  const { id } = await send(FIRST_PAGE);
  await entries();
  const many = { ...(await argumentFor(id)), times: 2, perSecond: 1000 };
  const query = vi.spyOn(testing.database, 'query');
  const busy = new DatabaseError('busy', 'SQLITE_BUSY');
  setOnRequest((socket) => {
    query.mockRejectedValue(busy);
    socket.end(ANSWER);
  });
  const summary = { sent: 2, entries: [], stopped: null };
  expect(await handlers.replayManyTimes.handle(many)).toMatchObject({ kind: 'done', summary });
  expect(server.requests).toHaveLength(3);
  expect(reported).toContain(busy);
  query.mockRestore();
});
