import { expect, it } from 'vitest';
import { active, entries, files, FIRST_PAGE, handlers, openEach, send, testing } from './replay-wire.fixture';

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

it('an exchange whose contents are damaged is told to be one where it is opened, replayed or exported', async () => {
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

it('keeps none of the others from being exported, and is not counted among them', async () => {
  const ids = [(await send(FIRST_PAGE)).id, await withDamagedContents(), (await send(FIRST_PAGE)).id];
  await entries();
  expect(await handlers.exportHistory.handle({ ids })).toEqual({ path: '/a/file', written: 2 });
  const har: unknown = JSON.parse(files.join(''));
  expect(har).toMatchObject({ log: { entries: [{}, {}] } });
});
