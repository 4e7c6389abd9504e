import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Body } from '@shared/http/exchange';
import { BodyStore } from '../bodies/body-store';
import { BodyReader, type StartReadingProcess } from '../body-reading/body-reader';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { KeychainClient, type StartKeychainProcess } from '../credentials/keychain-client';
import { KeychainError } from '../credentials/secret-store';
import { forkStarter } from '../processes/fork-process';
import { ProfileStore } from '../profiles/profile-store';
import { LocalSandbox } from '../sandbox-host/local-sandbox';
import { assert, type MachineFault, type MachinePlace } from './machine-fault.fixture';

/** The real reading process; `onPiece` is called when it asks for the next piece, with a function that kills it. */
function startReading({ built }: MachinePlace, onPiece: (kill: () => void) => void): StartReadingProcess {
  return forkStarter(built('reading-process'), {
    onStart: (child) =>
      child.on('message', (message: { readonly kind: string }) => {
        if (message.kind === 'more') onPiece(() => child.kill('SIGKILL'));
      }),
  });
}

async function keepLarge(bodies: BodyStore): Promise<Extract<Body, { kind: 'stored' }>> {
  const bytes = Buffer.from(JSON.stringify({ id: 's', filler: 'x'.repeat(5_000_000) }));
  const bodyId = await bodies.keep(bytes);
  return { kind: 'stored', bodyId, bytes: bytes.length, encoding: 'utf-8', complete: true };
}

/**
 * A keychain in a real process, which keeps one secret in a file instead of the system's keychain. The first `deaths`
 * processes kill themselves in the middle of a write, before or after the secret is kept.
 */
function startKeychain(file: string, when: 'before' | 'after', deaths: number): StartKeychainProcess {
  let started = 0;
  const script = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const [, file, when, dies] = process.argv;
    const die = () => dies === 'true' && process.kill(process.pid, 'SIGKILL');
    process.on('message', ({ id, operation, secret }) => {
      if (operation === 'get') return process.send({ id, ok: true, secret: readFileSync(file, 'utf8') });
      if (when === 'before') die();
      writeFileSync(file, secret);
      die();
      process.send({ id, ok: true, secret: null });
    });
    process.on('disconnect', () => process.exit());`;
  return ({ onMessage, onExit }) => {
    started += 1;
    const child = spawn(process.execPath, ['-e', script, file, when, String(started <= deaths)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', onMessage);
    child.on('exit', (code, signal) => onExit({ code, signal }));
    return { send: (question) => void child.send(question), end: () => void child.kill() };
  };
}

async function meetKeychainDeath({ folder }: MachinePlace, when: 'before' | 'after'): Promise<'asked again'> {
  const crashes: string[] = [];
  const client = new KeychainClient({
    service: 'test',
    start: startKeychain(join(folder, 'keychain'), when, 1),
    onCrash: (what) => void crashes.push(what),
  });
  const store = new IndexedSecretStore(client, join(folder, 'secrets.json'));
  await store.set('database-key', 'secret');
  assert((await store.get('database-key')) === 'secret', 'it is kept');
  assert(crashes.length === 1 && /SIGKILL/.test(crashes[0] ?? ''), `the log is told: ${crashes.join()}`);
  client.stop();
  return 'asked again';
}

export const PROCESS_FAULTS: readonly MachineFault[] = [
  {
    name: 'keychain process killed before a write',
    outcome: 'asked again',
    needsMount: false,
    meet: (place) => meetKeychainDeath(place, 'before'),
  },
  {
    name: 'keychain process killed after a write, before its answer',
    outcome: 'asked again',
    needsMount: false,
    meet: (place) => meetKeychainDeath(place, 'after'),
  },
  {
    name: 'keychain process killed at every write',
    outcome: 'refused with a reason',
    needsMount: false,
    meet: async ({ folder }) => {
      const file = join(folder, 'keychain');
      const client = new KeychainClient({ service: 'test', start: startKeychain(file, 'before', 2) });
      const store = new IndexedSecretStore(client, join(folder, 'secrets.json'));
      const refused = await store.set('database-key', 'secret').then(
        () => null,
        (error: unknown) => error,
      );
      assert(refused instanceof KeychainError && refused.trouble === 'crashed', String(refused));
      assert(/SIGKILL/.test(refused.detail), refused.detail);
      assert(!existsSync(file), 'nothing is kept');
      // The account is noted, so that it can be forgotten in any case; the ledger is intact.
      assert((await store.accounts()).join() === 'database-key', 'it can be forgotten');
      await store.set('database-key', 'secret');
      assert(readFileSync(file, 'utf8') === 'secret', 'the next try works');
      client.stop();
      return 'refused with a reason';
    },
  },
  {
    name: 'body-reading process killed in the middle',
    outcome: 'refused with a reason',
    needsMount: false,
    meet: async (place) => {
      const bodies = new BodyStore({ directory: place.folder });
      const body = await keepLarge(bodies);
      let killed = 0;
      const start = startReading(place, (kill) => {
        if ((killed += 1) === 2) kill();
      });
      const reader = new BodyReader({ bodies, start, report: () => undefined, limitMs: 60_000 });
      const first = await reader.ask(body, { kind: 'session' });
      assert(first.kind === 'unread' && first.why === 'killed', `it says why: ${JSON.stringify(first)}`);
      assert((await bodies.read(body.bodyId, 0, 10))?.toString() === '{"id":"s",', 'the body is there');
      const second = await reader.ask(body, { kind: 'session' });
      assert(second.kind === 'read', 'the next question is answered');
      await bodies.close();
      return 'refused with a reason';
    },
  },
  {
    name: 'sandbox thread terminated',
    outcome: 'refused with a reason',
    needsMount: false,
    meet: async ({ built, folder }) => {
      const started = once(process, 'worker');
      const tokens: string[] = [];
      const profiles = new ProfileStore({ path: join(folder, 'profiles.json'), announce: () => undefined });
      const sandbox = new LocalSandbox({
        built: () => built('sandbox-worker'),
        profiles,
        credentials: { keepSandboxToken: async (_id, token) => void tokens.push(token) },
        sandboxPortsPath: join(folder, 'sandbox-ports.json'),
        startServing: () => {
          throw new Error('no process');
        },
        documentText: () => Promise.reject(new Error('no document')),
        announceServed: () => undefined,
        report: () => undefined,
      });
      void sandbox.facts();
      const [worker]: Worker[] = await started;
      assert(worker !== undefined, 'it is a thread');
      const first = await sandbox.facts();
      await fetch(first?.baseUrl ?? '');
      const again = once(process, 'worker');
      await worker.terminate();
      const refused = await fetch(first?.baseUrl ?? '').then(
        () => null,
        (error: unknown) => error,
      );
      // A connection that was kept open breaks; a new one is refused.
      const cause = refused instanceof Error ? String(refused.cause) : '';
      assert(/ECONNREFUSED|ECONNRESET|other side closed/.test(cause), `${String(refused)}: ${cause}`);
      await again;
      const second = await sandbox.facts();
      assert((await fetch(second?.baseUrl ?? '')).status === 404, 'another one answers');
      const { notice } = await profiles.describe();
      assert(/was started again/.test(notice ?? ''), `it is said: ${notice}`);
      assert(new Set(tokens).size === 2, 'its token is entered');
      await sandbox.stop();
      return 'refused with a reason';
    },
  },
];
