import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { ProblemError } from '@shared/problem';
import { LoadRun, startOf } from '../buyers/load-run';
import { ResumableLoads } from '../buyers/resumable-loads';
import { TestingKeychain } from '../credentials/testing-keychain';
import { ProfileStore } from '../profiles/profile-store';
import { migrations } from '../schema';
import { SettingsService } from '../settings/settings-service';
import { databaseIn } from '../testing/damage-file';
import { testingProfile } from '@shared/testing/testing-profile';
import { expectEntries, keepEntries, MachineDatabase } from './machine-database.fixture';
import { assert, type MachineFault, type MachinePlace } from './machine-fault.fixture';

/** A file from a newer version of the app: this version may read only part of it, and must not change it on disk. */
async function meetNewerFile(
  { folder }: MachinePlace,
  name: string,
  use: (path: string) => { change: () => Promise<unknown>; read: () => Promise<unknown> },
): Promise<'left unchanged'> {
  const path = join(folder, name);
  await use(path).change();
  const { content }: { content: unknown } = JSON.parse(readFileSync(path, 'utf8'));
  const newer = JSON.stringify({ version: 2, content, more: { of: 'the newer app' } });
  writeFileSync(path, newer);
  const here = use(path);
  await here.read();
  const refused = await here.change().then(
    () => null,
    (error: unknown) => error,
  );
  assert(refused instanceof ProblemError, `it was not refused: ${String(refused)}`);
  assert(/newer version/.test(refused.problem.nextStep), refused.problem.nextStep);
  assert(readFileSync(path, 'utf8') === newer, 'the newer app finds another file than it left');
  assert(readdirSync(folder).join() === name, `something lies beside it: ${readdirSync(folder).join()}`);
  return 'left unchanged';
}

const profile = { ...testingProfile(), baseUrl: 'https://api.sandbox.example.com' };
const nothing = (): Promise<void> => Promise.resolve();
async function* noBatches(): AsyncGenerator<never, void, undefined> {}
const noRows = {
  begin: nothing,
  add: nothing,
  forget: nothing,
  read: noBatches,
  parametersOf: () => Promise.resolve(null),
};

export const NEWER_FILE_FAULTS: readonly MachineFault[] = [
  {
    name: 'newer version: profiles.json',
    outcome: 'left unchanged',
    needsMount: false,
    meet: (place) =>
      meetNewerFile(place, 'profiles.json', (path) => {
        const store = new ProfileStore({ path, announce: () => undefined });
        return {
          read: () => store.describe(),
          change: () => store.change((content) => ({ ...content, profiles: [...content.profiles] })),
        };
      }),
  },
  {
    name: 'newer version: settings.json',
    outcome: 'left unchanged',
    needsMount: false,
    meet: (place) =>
      meetNewerFile(place, 'settings.json', (path) => {
        const service = new SettingsService({ path, folders: { data: place.folder, logs: place.folder } });
        return {
          read: () => service.describe(),
          change: () => service.edit({ ...DEFAULT_SETTINGS, appearance: 'dark' }),
        };
      }),
  },
  {
    name: 'newer version: stopped-loads.json',
    outcome: 'left unchanged',
    needsMount: false,
    meet: (place) =>
      meetNewerFile(place, 'stopped-loads.json', (path) => {
        let failure: unknown = null;
        const rows = { ...noRows, has: () => Promise.resolve(false) };
        const loads = new ResumableLoads({ path, rows, report: (_where, error) => void (failure = error) });
        const query = { limit: 2, cursor: null, parameters: [] };
        const run = new LoadRun(profile, startOf('123e4567-e89b-42d3-a456-426614174001', query, 100));
        return {
          read: () => loads.describe(profile),
          change: async () => {
            if (!(await loads.keep(run, { firstRow: 0, pages: [] }, 0))) throw failure;
          },
        };
      }),
  },
  {
    name: 'newer version: explorer.db',
    outcome: 'in memory, with a notice',
    needsMount: false,
    meet: async (place) => {
      const keychain = new TestingKeychain();
      const schema = [...migrations, { name: 'future', sql: 'CREATE TABLE future (a)' }];
      const newer = new MachineDatabase(place, place.folder, keychain, { schema });
      const kept = await keepEntries(newer.database, 3);
      await newer.close();
      const before = readFileSync(databaseIn(place.folder));
      const older = new MachineDatabase(place, place.folder, keychain);
      await keepEntries(older.database, 1);
      const { state } = older.database;
      assert(state.kind === 'session-only' && state.reason === 'newer', JSON.stringify(state));
      await older.close();
      assert(readFileSync(databaseIn(place.folder)).equals(before), 'the newer app finds another file');
      await expectEntries(newer.start(), kept);
      await newer.close();
      return 'in memory, with a notice';
    },
  },
];
