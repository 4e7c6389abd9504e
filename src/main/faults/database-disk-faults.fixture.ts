import { rmSync } from 'node:fs';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { HistorySearch } from '../history/history-search';
import { HistoryStore } from '../history/history-store';
import { expectEntries, keepEntries, MachineDatabase } from './machine-database.fixture';
import {
  assert,
  onSmallDisk,
  problemOf,
  type MachineFault,
  type MachineOutcome,
  type MachinePlace,
  type SmallDisk,
} from './machine-fault.fixture';

/** Opens the database of an earlier run, whose entries are shown. */
async function openReadOnly(
  place: MachinePlace,
  disk: SmallDisk,
): Promise<{ readonly app: MachineDatabase; readonly before: readonly string[] }> {
  const app = new MachineDatabase(place, disk.folder);
  const before = await keepEntries(app.database, 3);
  await app.close();
  disk.makeReadOnly();
  app.start();
  await expectEntries(app.database, before);
  return { app, before };
}

async function makeWritableAgain({ database }: MachineDatabase, disk: SmallDisk): Promise<void> {
  disk.makeWritable();
  const reopened = await database.reopen();
  assert(reopened.kind === 'open' && reopened.notice === null, JSON.stringify(reopened));
}

export const DATABASE_DISK_FAULTS: readonly MachineFault[] = [
  {
    name: 'disk full: the database, while it is open',
    outcome: 'refused with a reason',
    needsMount: true,
    meet: (place) =>
      onSmallDisk<MachineOutcome>(place, async (disk) => {
        const app = new MachineDatabase(place, disk.folder);
        const kept = await keepEntries(app.database, 10);
        disk.fill();
        const problem = await problemOf(() => keepEntries(app.database, 200));
        assert(/full/.test(problem.detail ?? ''), `it says what: ${problem.detail}`);
        await expectEntries(app.database, kept);
        disk.free();
        const more = await keepEntries(app.database, 5);
        await expectEntries(await app.restart(), [...kept, ...more]);
        assert(app.database.state.kind === 'open' && app.database.state.notice === null, 'it is sound');
        await app.close();
        return 'refused with a reason';
      }),
  },
  {
    name: 'disk full: the database, when it is opened',
    outcome: 'in memory, with a notice',
    needsMount: true,
    meet: (place) =>
      onSmallDisk<MachineOutcome>(place, async (disk) => {
        const app = new MachineDatabase(place, disk.folder);
        // The keychain has the key, and the ledger its name: only the database itself is missing.
        await app.secretStore.set('database-key', 'ab'.repeat(32));
        disk.fill();
        const kept = await keepEntries(app.database, 3);
        const { state } = app.database;
        assert(state.kind === 'session-only' && state.reason === 'disk', JSON.stringify(state));
        disk.free();
        await app.database.reopen();
        assert(app.database.state.kind === 'open', 'it moves to the disk when there is room');
        await expectEntries(await app.restart(), kept);
        await app.close();
        return 'in memory, with a notice';
      }),
  },
  {
    name: 'disk full: the database of an earlier run, when it is opened',
    outcome: 'in memory, with a notice',
    needsMount: true,
    meet: (place) =>
      onSmallDisk<MachineOutcome>(place, async (disk) => {
        const app = new MachineDatabase(place, disk.folder);
        const before = await keepEntries(app.database, 3);
        await app.close();
        disk.fill();
        app.start();
        await expectEntries(app.database, before);
        const during = await keepEntries(app.database, 3);
        const { state } = app.database;
        assert(state.kind === 'session-only' && state.reason === 'disk', JSON.stringify(state));
        disk.free();
        await app.database.reopen();
        await expectEntries(await app.restart(), [...before, ...during]);
        await app.close();
        return 'in memory, with a notice';
      }),
  },
  {
    name: 'read-only folder: the database',
    outcome: 'in memory, with a notice',
    needsMount: true,
    meet: (place) =>
      onSmallDisk<MachineOutcome>(place, async (disk) => {
        const { app, before } = await openReadOnly(place, disk);
        const { state } = app.database;
        assert(
          state.kind === 'session-only' && state.reason === 'disk' && state.showsKept,
          JSON.stringify(state),
        );
        const [starred, removed, ...others] = before;
        assert(starred !== undefined && removed !== undefined, 'they were kept');
        const store = new HistoryStore(app.database);
        await store.mark(starred, { starred: true, note: 'of then' });
        await store.remove([removed]);
        const during = await keepEntries(app.database, 3);
        await expectEntries(app.database, [starred, ...others, ...during]);
        await makeWritableAgain(app, disk);
        // What was changed or removed in that time is also changed or removed in the file.
        await expectEntries(await app.restart(), [starred, ...others, ...during]);
        const marked = await new HistorySearch(app.database, new HistoryStore(app.database)).page(
          { ...EMPTY_HISTORY_QUERY, starred: true },
          null,
          10,
        );
        assert(marked?.entries[0]?.note === 'of then', 'the star and the note are there');
        await app.close();
        return 'in memory, with a notice';
      }),
  },
  {
    name: 'read-only folder: the database, its process killed meanwhile',
    outcome: 'in memory, with a notice',
    needsMount: true,
    meet: (place) =>
      onSmallDisk<MachineOutcome>(place, async (disk) => {
        const { app, before } = await openReadOnly(place, disk);
        app.process?.kill('SIGKILL');
        const during = await keepEntries(app.database, 3);
        const { state } = app.database;
        assert(state.kind === 'session-only' && state.showsKept, JSON.stringify(state));
        await makeWritableAgain(app, disk);
        await expectEntries(await app.restart(), [...before, ...during]);
        await app.close();
        return 'in memory, with a notice';
      }),
  },
  {
    name: 'vanished folder: the database, while it is open',
    outcome: 'refused with a reason',
    needsMount: false,
    meet: async (place) => {
      const app = new MachineDatabase(place, place.folder);
      const kept = await keepEntries(app.database, 3);
      rmSync(place.folder, { recursive: true });
      const problem = await problemOf(() => keepEntries(app.database, 1));
      assert((problem.detail ?? '').includes(place.folder), `it says where: ${problem.detail}`);
      await expectEntries(app.database, kept);
      await app.close();
      return 'refused with a reason';
    },
  },
];
