import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ProblemError } from '@shared/problem';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { LiveFolder } from '@shared/requests/live-folder';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { emptyDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { openTestingDatabase, type TestingDatabase } from '../../testing/testing-database';
import { SecretReferences } from '../../secrets/references';
import { Redactor } from '../../secrets/redactor';
import { toRequestText } from '../request-text';
import { SavedRequestStore } from '../saved-request-store';
import { AllRequests } from './all-requests';
import type { AskLive } from './ask-live';
import type { WatchServices } from './folder-watch';
import { LiveFolders } from './live-folders';
import { answerLive } from './live-texts';
import { LocalParts } from './local-parts';
import { typedSecrets } from './typed-secrets';

const SESSION = '5e550000-0000-4000-8000-000000000001';

/** Reads and writes texts in this process. */
export const askHere: AskLive = (question) => Promise.resolve(answerLive(question));

/** A live folder with the app's stores around it. */
export interface TestingLive {
  readonly root: string;
  readonly testing: TestingDatabase;
  readonly database: SavedRequestStore;
  readonly folders: LiveFolders;
  readonly store: AllRequests;
  readonly references: SecretReferences;
  readonly keychain: Map<string, string>;
  /** What the window was told, newest last. */
  readonly told: (readonly LiveFolder[])[];
  /** Opens the same data folder in a new run of the app. */
  restart(): TestingLive;
  remove(): Promise<void>;
}

/**
 * @param isSlow while it is true, a look at a folder never ends.
 * @param ask reads texts; by default they are read in this process.
 */
export async function openTestingLive(
  watching?: WatchServices,
  isSlow: () => boolean = () => false,
  ask: AskLive = askHere,
): Promise<TestingLive> {
  const around = await realpath(await mkdtemp(join(tmpdir(), 'live-')));
  const root = join(around, 'team');
  await mkdir(root);
  const testing = openTestingDatabase();
  const keychain = new Map<string, string>();
  return start();

  function start(): TestingLive {
    const redactor = new Redactor();
    const references = new SecretReferences(
      {
        get: async (account) => keychain.get(account) ?? null,
        set: async (account, value) => void keychain.set(account, value),
        forget: async (account) => {
          keychain.delete(account);
          return { done: true };
        },
      },
      (secret) => redactor.remember(secret),
      async () => redactor.known(),
    );
    const told: (readonly LiveFolder[])[] = [];
    const database = new SavedRequestStore(testing.database);
    const folders = new LiveFolders({
      path: join(testing.folder, 'live-folders.json'),
      local: new LocalParts(testing.database),
      ...typedSecrets(references),
      ask,
      ownIds: async () => {
        while (isSlow()) await new Promise((resolve) => setTimeout(resolve, 5));
        return database.ids();
      },
      ...(isSlow() ? { limitMs: 50 } : {}),
      announce: (now) => told.push(now),
      report: (_where, error) => {
        throw error;
      },
      ...(watching ? { watching } : {}),
    });
    return {
      ...{ root, testing, database, folders, references, keychain, told },
      store: new AllRequests(database, folders),
      restart: () => start(),
      remove: async () => {
        await folders.stop();
        await testing.remove();
        await rm(around, { recursive: true, force: true });
      },
    };
  }
}

export function savedRequest(changes: Partial<SavedRequest> = {}): SavedRequest {
  return {
    id: randomUUID(),
    folder: '',
    name: 'Charge',
    description: '',
    profileId: 'p',
    request: sessionRequest(SESSION),
    form: null,
    expectations: [],
    order: 0,
    example: null,
    ...changes,
  };
}

/** Writes a request's file like another program would: in place. */
export async function writeOutside(
  root: string,
  file: string,
  request: SavedRequest | string,
): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  const text = typeof request === 'string' ? request : toRequestText([request], false);
  await writeFile(join(root, file), text);
}

export async function editOutside(
  root: string,
  file: string,
  change: (text: string) => string,
): Promise<void> {
  const before = await readFile(join(root, file), 'utf8');
  await writeFile(join(root, file), change(before));
}

export function gitIn(root: string): (...given: readonly string[]) => string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'core.quotePath=off'];
  return (...given) =>
    execFileSync('git', [...who, ...given], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

/** The folder of the test that runs, and its name in the app. */
export let live: TestingLive;
export let name: string;

/** A live folder of its own for each test of the file. */
export function liveEach() {
  beforeEach(async () => {
    live = await openTestingLive();
    name = basename(live.root);
  });
  afterEach(() => live.remove());
  return {
    ...askedOf(() => live),
    restart: (): void => {
      live = live.restart();
    },
  };
}

/** What tests do with the open folder. */
export function askedOf(live: () => TestingLive) {
  return {
    open: () => live().folders.open(live().root, 'p', []),
    state: async () => {
      const [one] = await live().folders.describe();
      if (one === undefined) throw new Error('No folder is open.');
      return one;
    },
    look: () => live().folders.look(),
    text: (file: string) => readFile(join(live().root, file), 'utf8'),
    known: async (id: string): Promise<SavedRequest> => {
      const found = await live().store.find(id);
      if (found === null) throw new Error('It is not there.');
      return found;
    },
    files: async () =>
      (await readdir(live().root, { recursive: true })).filter((file) => file.endsWith('.yaml')).sort(),
  };
}

/** The code of the problem that `act` ends with. */
export async function problemOf(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error instanceof ProblemError ? error.problem.code : String(error);
}

/** A request with this value in a secret header. */
export function composed(value: string): Pick<SavedRequest, 'request' | 'form'> {
  const headers = [{ id: 'a', name: 'authorization', value, secret: true, enabled: true }];
  const draft = { ...emptyDraft(), destinationUrl: 'https://psp.example/charges', headers, body: '{}' };
  return { request: requestOfDraft(draft), form: formOfDraft(draft) };
}

/** File permissions do not hold root back, as which containers run tests. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** False where they cannot be tried: Node refuses `seteuid` with a libuv that may use io_uring (CVE-2024-22017), like Debian's. */
export const PERMISSIONS_HOLD = !isRoot || mayBeNobody();

function mayBeNobody(): boolean {
  try {
    process.seteuid?.(NOBODY);
    process.seteuid?.(0);
    return true;
  } catch {
    return false;
  }
}

/** Acts as somebody whom file permissions hold back. */
export async function asNobody(act: () => Promise<void>): Promise<void> {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
