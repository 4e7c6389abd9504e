import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretReference } from '@shared/secrets/secret-reference';
import { openTestingDatabase, startHere, type TestingDatabase } from '../../testing/testing-database';
import { LocalParts } from './local-parts';
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
