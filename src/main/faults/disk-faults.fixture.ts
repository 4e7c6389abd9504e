import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyStore } from '../bodies/body-store';
import { openLog } from '../logs/log';
import { Redactor } from '../secrets/redactor';
import {
  assert,
  onSmallDisk,
  problemOf,
  type MachineFault,
  type MachineOutcome,
} from './machine-fault.fixture';
import { meetWithProfiles, meetWithSettings, vanished, type DiskTrouble } from './small-file-faults.fixture';

const MEGABYTE = 1024 * 1024;

/** A body of several segments in which every byte differs from its neighbours. */
const LARGE = Buffer.from(Array.from({ length: MEGABYTE }, (_, index) => index % 251));

/** Lines can be written, then cannot, then can again; electron-log reports the failed ones on the console. */
async function meetWithLog(folder: string, trouble: DiskTrouble): Promise<MachineOutcome> {
  const log = openLog({ folder: join(folder, 'logs'), redactor: new Redactor(), level: 'info' });
  log.write('info', 'test', 'before');
  trouble.begin();
  // More than fits into the file's last block.
  for (let line = 0; line < 6; line += 1) log.write('info', 'test', 'x'.repeat(1_000));
  trouble.end();
  log.write('info', 'test', 'after');
  const text = readFileSync(join(folder, 'logs', 'main.log'), 'utf8');
  assert(/ info test: before\n/.test(text), 'what was written is there');
  assert(/ info test: after$/.test(text.trimEnd()), 'it is written again');
  return 'continues';
}

/** A body that should go to a file but finds no room there stays in memory; earlier ones can still be read. */
async function meetWithBodies(folder: string, trouble: DiskTrouble): Promise<MachineOutcome> {
  const bodies = new BodyStore({ directory: folder, spillBytes: 1_000 });
  const first = await bodies.keep(LARGE);
  trouble.begin();
  const second = await bodies.keep(Buffer.concat([LARGE, LARGE]));
  const writer = bodies.receive();
  await writer.write(LARGE.subarray(0, 900));
  await writer.write(LARGE).catch(() => undefined);
  const cut = await writer.finish({ complete: false });
  assert(
    (await bodies.read(cut, 0, 900))?.equals(LARGE.subarray(0, 900)) === true,
    'what came in is readable',
  );
  assert((await bodies.read(first, 0, MEGABYTE))?.equals(LARGE) === true, 'the one of before is readable');
  assert((await bodies.read(second, MEGABYTE, 2 * MEGABYTE))?.equals(LARGE) === true, 'the one of now is');
  trouble.end();
  const third = await bodies.keep(LARGE);
  assert((await bodies.read(third, 0, MEGABYTE))?.equals(LARGE) === true, 'the next one is');
  await bodies.close();
  return 'continues';
}

export const DISK_FAULTS: readonly MachineFault[] = [
  {
    name: 'disk full: settings',
    outcome: 'in memory, with a notice',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithSettings(disk.folder, { begin: () => disk.fill(), end: () => disk.free() }),
      ),
  },
  {
    name: 'disk full: profiles and other small files',
    outcome: 'refused with a reason',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithProfiles(disk.folder, { begin: () => disk.fill(), end: () => disk.free() }),
      ),
  },
  {
    name: 'disk full: large bodies',
    outcome: 'continues',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithBodies(disk.folder, { begin: () => disk.fill(), end: () => disk.free() }),
      ),
  },
  {
    name: 'disk full: the log',
    outcome: 'continues',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithLog(disk.folder, { begin: () => disk.fill(), end: () => disk.free() }),
      ),
  },
  {
    name: 'disk full: a body saved over an existing file',
    outcome: 'refused with a reason',
    needsMount: true,
    meet: (place) =>
      onSmallDisk<MachineOutcome>(place, async (disk) => {
        const target = join(disk.folder, 'saved.json');
        await writeFile(target, 'of before');
        const bodies = new BodyStore({ directory: join(disk.folder, 'bodies') });
        const id = await bodies.keep(LARGE);
        disk.fill();
        const failed = await problemOf(() => bodies.saveToFile(id, target));
        assert(failed.title === 'saved.json could not be written', failed.title);
        assert(failed.meaning.startsWith('The disk is full.'), failed.meaning);
        assert(/ENOSPC/.test(failed.detail ?? ''), `it says why: ${failed.detail}`);
        assert(readFileSync(target, 'utf8') === 'of before', 'the file is as it was');
        assert(!readdirSync(disk.folder).some((name) => name.endsWith('.partial')), 'nothing remains');
        await bodies.close();
        return 'refused with a reason';
      }),
  },
  {
    name: 'read-only folder: settings',
    outcome: 'in memory, with a notice',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithSettings(disk.folder, { begin: () => disk.makeReadOnly(), end: () => disk.makeWritable() }),
      ),
  },
  {
    name: 'read-only folder: profiles and other small files',
    outcome: 'refused with a reason',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithProfiles(disk.folder, { begin: () => disk.makeReadOnly(), end: () => disk.makeWritable() }),
      ),
  },
  {
    name: 'read-only folder: the log',
    outcome: 'continues',
    needsMount: true,
    meet: (place) =>
      onSmallDisk(place, (disk) =>
        meetWithLog(disk.folder, { begin: () => disk.makeReadOnly(), end: () => disk.makeWritable() }),
      ),
  },
  {
    name: 'vanished folder: settings',
    outcome: 'in memory, with a notice',
    needsMount: false,
    meet: ({ folder }) => meetWithSettings(folder, vanished(folder)),
  },
  {
    name: 'vanished folder: profiles and other small files',
    outcome: 'refused with a reason',
    needsMount: false,
    meet: ({ folder }) => meetWithProfiles(folder, vanished(folder)),
  },
  {
    name: 'vanished folder: large bodies',
    outcome: 'continues',
    needsMount: false,
    meet: ({ folder }) => meetWithBodies(folder, vanished(folder)),
  },
];
