import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretReference } from '@shared/secrets/secret-reference';
import { openTestingDatabase, startHere, type TestingDatabase } from '../../testing/testing-database';
import { LocalParts, withLocalPart } from './local-parts';
import { composed, savedRequest } from './testing-live';

const FOLDER = randomUUID();
const [OLD, NEW] = [secretReference(randomUUID()), secretReference(randomUUID())];
const one = savedRequest(composed(OLD));

let testing: TestingDatabase;
let dies: () => void;
beforeEach(async () => {
  testing = openTestingDatabase(({ onMessage, onExit }) => {
    dies = () => onExit({ code: null, signal: 'SIGKILL' });
    return startHere({ onMessage, onExit });
  });
  await save(OLD);
});
afterEach(() => testing.remove());

/** Saves the request's part as the app does, with what is known of it at that time. */
async function save(secret: string): Promise<void> {
  const parts = new LocalParts(testing.database);
  await parts.keep(FOLDER, [{ ...one, ...composed(secret) }], await parts.of(FOLDER));
}

it.each([
  ['a secret that was typed anew is in the file once that is back', NEW, NEW],
  ['a request that was saved without its secret, as it was not to be seen, has it still', '', OLD],
])('while the database works in memory: %s', async (_what, secret, kept) => {
  testing.keychain.trouble = 'locked';
  dies();
  await save(secret);
  expect(testing.database.state).toMatchObject({ kind: 'session-only', reason: 'locked' });
  testing.keychain.trouble = null;
  expect(await testing.database.reopen()).toMatchObject({ kind: 'open' });
  await testing.reopen();
  const part = (await new LocalParts(testing.database).of(FOLDER)).get(one.id);
  expect(part?.secrets.map(({ reference }) => reference)).toEqual([kept]);
});

describe('a request with several secret headers of which only some were typed', () => {
  const [A, B] = [secretReference(randomUUID()), secretReference(randomUUID())];
  const OTHER = secretReference(randomUUID());
  const named = (...values: readonly (readonly [name: string, value: string])[]): SavedRequest => {
    const headers = values.map(([name, value]) => ({ name, value, secret: true }));
    return { ...one, request: { ...one.request, headers }, form: null };
  };
  const keep = async (request: SavedRequest): Promise<void> => {
    const parts = new LocalParts(testing.database);
    await parts.keep(FOLDER, [request], await parts.of(FOLDER));
  };
  const valuesOf = async (request: SavedRequest): Promise<string[]> => {
    const part = (await new LocalParts(testing.database).of(FOLDER)).get(one.id);
    return (await withLocalPart(request, part)).request.headers.map(({ value }) => value);
  };
  const inMemory = (): void => {
    testing.keychain.trouble = 'locked';
    dies();
  };
  const backInFile = async (): Promise<void> => {
    testing.keychain.trouble = null;
    expect(await testing.database.reopen()).toMatchObject({ kind: 'open' });
    await testing.reopen();
  };

  it('has each where it was typed, also of two headers of one name', async () => {
    await keep(named(['x-a', ''], ['x-key', ''], ['x-key', B]));
    expect(await valuesOf(named(['x-a', ''], ['x-key', ''], ['x-key', '']))).toEqual(['', '', B]);
  });

  it('has those that were typed while the database worked in memory, and the others from its file', async () => {
    await keep(named(['x-a', A], ['x-key', A], ['x-key', B]));
    inMemory();
    await keep(named(['x-a', ''], ['x-key', ''], ['X-Key', OTHER]));
    await backInFile();
    expect(await valuesOf(named(['x-a', ''], ['x-key', ''], ['x-key', '']))).toEqual([A, A, OTHER]);
  });

  it('has them as well when it was saved in memory before it had any', async () => {
    await keep(named(['x-a', A], ['x-b', B]));
    inMemory();
    await keep(named(['x-a', ''], ['x-b', '']));
    await keep(named(['x-a', ''], ['x-b', OTHER]));
    await keep({ ...named(['x-a', ''], ['x-b', OTHER]), profileId: 'another' });
    await backInFile();
    expect(await valuesOf(named(['x-a', ''], ['x-b', '']))).toEqual([A, OTHER]);
  });

  it('loses one that is emptied, whether the database works in memory or not', async () => {
    await keep(named(['x-a', A], ['x-b', B]));
    await keep(named(['x-a', ''], ['x-b', B]));
    expect(await valuesOf(named(['x-a', ''], ['x-b', '']))).toEqual(['', B]);
    inMemory();
    await keep(named(['x-a', A], ['x-b', OTHER]));
    await keep(named(['x-a', A], ['x-b', '']));
    await backInFile();
    expect(await valuesOf(named(['x-a', ''], ['x-b', '']))).toEqual([A, '']);
  });

  it('keeps what is typed into its file on disk, and has the others from this computer, also of two of one name', async () => {
    await keep(named(['x-a', ''], ['x-b', B], ['x-b', A]));
    expect(await valuesOf(named(['x-a', OTHER], ['x-b', OTHER], ['x-b', '']))).toEqual([OTHER, OTHER, A]);
  });
});
