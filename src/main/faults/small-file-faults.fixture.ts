import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { ProfileStore } from '../profiles/profile-store';
import { SettingsService } from '../settings/settings-service';
import { assert, problemOf, type MachineOutcome } from './machine-fault.fixture';

function settingsIn(folder: string): SettingsService {
  return new SettingsService({
    path: join(folder, 'settings.json'),
    folders: { data: folder, logs: folder },
  });
}

/** The folder disappears; later it exists again, empty. */
export function vanished(folder: string): DiskTrouble {
  return {
    begin: () => rmSync(folder, { recursive: true }),
    end: () => void mkdirSync(folder, { recursive: true }),
  };
}

export interface DiskTrouble {
  readonly begin: () => void;
  readonly end: () => void;
}

/** Settings can be saved, then cannot, then can again; the file on disk is one version or the other, always complete. */
export async function meetWithSettings(folder: string, trouble: DiskTrouble): Promise<MachineOutcome> {
  const path = join(folder, 'settings.json');
  const settings = settingsIn(folder);
  await settings.edit({ ...DEFAULT_SETTINGS, appearance: 'dark' });
  const before = readFileSync(path);
  trouble.begin();
  const { notice } = await settings.edit({ ...DEFAULT_SETTINGS, appearance: 'light' });
  assert(/could not be saved .* holds until the app ends/.test(notice ?? ''), `it is said: ${notice}`);
  assert((await settings.current()).appearance === 'light', 'the change counts');
  assert((await settingsIn(folder).current()).appearance !== 'light', 'it does not at the next start');
  trouble.end();
  assertWhole(folder, 'settings.json', before);
  const again = await settings.edit({ ...DEFAULT_SETTINGS, appearance: 'light', logLevel: 'debug' });
  assert(again.notice === null, 'it is over');
  assert((await settingsIn(folder).current()).appearance === 'light', 'it is written with the next one');
  return 'in memory, with a notice';
}

/**
 * The same with a file whose changes are refused if they cannot be saved: a profile must not be different after a
 * restart.
 */
export async function meetWithProfiles(folder: string, trouble: DiskTrouble): Promise<MachineOutcome> {
  const path = join(folder, 'profiles.json');
  const open = (): ProfileStore => new ProfileStore({ path, announce: () => undefined });
  const profiles = open();
  const [last, chosen] = (await profiles.read()).profiles.slice(-2).map(({ id }) => id);
  const activate = (activeId = ''): Promise<unknown> =>
    profiles.change((content) => ({ ...content, activeId }));
  await activate(chosen);
  const before = readFileSync(path);
  trouble.begin();
  const problem = await problemOf(() => activate(last));
  assert(problem.meaning.includes(path), 'it says where');
  assert((await profiles.active()).id === chosen, 'the change does not count');
  trouble.end();
  assertWhole(folder, 'profiles.json', before);
  await activate(last);
  assert((await open().active()).id === last, 'it can be changed again');
  return 'refused with a reason';
}

/** Checks that the file is unchanged and has no partial copies, unless its folder is gone. */
function assertWhole(folder: string, name: string, before: Buffer): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  assert(!names.some((other) => other.endsWith('.partial')), `remains: ${names.join()}`);
  assert(!names.includes(name) || readFileSync(join(folder, name)).equals(before), 'the file is as it was');
}
