import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DraftChange } from '@shared/bridge/drafts';
import { EMPTY_REQUEST_DRAFT } from '@shared/requests/request-draft';
import { fieldsOf } from '@shared/vault-forward/draft';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { testingReferences } from '../secrets/testing-references';
import { openTestingDatabase, startHere, type TestingDatabase } from '../testing/testing-database';
import { DraftStore } from './draft-store';
import { RequestDraftStore } from './request-draft-store';

// Existing drafts in the file are edited while its process dies, and while the database works in memory.

const ID = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const FIELDS = fieldsOf(draftWith({ method: 'PUT' }));
const WHOLE: DraftChange = { name: 'Mine', profileId: 'p', fields: FIELDS, body: 'abc' };

let testing: TestingDatabase;
let dies: () => void;
/** If true, the process dies after the next question, before it can answer. */
let diesOverNext: boolean;
let drafts: DraftStore;
beforeEach(async () => {
  diesOverNext = false;
  testing = openTestingDatabase(({ onMessage, onExit }) => {
    const die = (): void => onExit({ code: null, signal: 'SIGKILL' });
    dies = die;
    const answer: typeof onMessage = (message) => {
      if (!diesOverNext) return onMessage(message);
      diesOverNext = false;
      die();
    };
    return startHere({ onMessage: answer, onExit });
  });
  drafts = new DraftStore(testing.database, testingReferences(), async () => false);
  await drafts.keep(ID, WHOLE);
  await drafts.keep(ID, { edits: [{ from: 3, to: 3, insert: 'd' }] });
});
afterEach(() => testing.remove());

/**
 * Lets the database's process die while the keychain is locked, unlocks the keychain when `typed` is done, then
 * restarts the app.
 */
async function afterTyping(typed: () => Promise<void>): Promise<void> {
  testing.keychain.trouble = 'locked';
  dies();
  await typed();
  expect(testing.database.state).toMatchObject({ kind: 'session-only', reason: 'locked' });
  testing.keychain.trouble = null;
  expect(await testing.database.reopen()).toMatchObject({ kind: 'open' });
  await testing.reopen();
}
const kept = async () =>
  (await new DraftStore(testing.database, testingReferences(), async () => false).open()).drafts;

it.each<readonly [string, readonly DraftChange[], string]>([
  ['a body', [{ body: 'new' }], 'new'],
  [
    'edits',
    [{ edits: [{ from: 4, to: 4, insert: 'e' }] }, { edits: [{ from: 5, to: 5, insert: 'f' }] }],
    'abcdef',
  ],
  ['a body with edits', [{ body: 'new' }, { edits: [{ from: 3, to: 3, insert: 'er' }] }], 'newer'],
])(
  '%s typed while the database works in memory is in the file once the file is back',
  async (_what, changes, body) => {
    await afterTyping(async () => {
      for (const change of changes) await drafts.keep(ID, change);
    });
    expect(await kept()).toMatchObject([{ id: ID, name: 'Mine', draft: { method: 'PUT', body } }]);
  },
);

it('an edit that was being written when the process died is applied once', async () => {
  diesOverNext = true;
  await drafts.keep(ID, { edits: [{ from: 4, to: 4, insert: 'e' }] });
  expect(diesOverNext).toBe(false);
  await testing.reopen();
  expect(await kept()).toMatchObject([{ draft: { body: 'abcde' } }]);
});

it('a draft discarded while the database works in memory is gone, and a new one is kept', async () => {
  await afterTyping(async () => {
    await drafts.keep(OTHER, WHOLE);
    await drafts.keep(ID, { body: 'new' });
    await drafts.discard(ID);
  });
  expect((await kept()).map(({ id }) => id)).toEqual([OTHER]);
});

it('what is typed on the API screen while the database works in memory is in the file afterwards', async () => {
  const typed = (path: string) => ({ id: ID, profileId: 'p', draft: { ...EMPTY_REQUEST_DRAFT, path } });
  const requests = new RequestDraftStore(testing.database, testingReferences(), async () => false);
  await requests.keep('free', typed('/old'));
  await afterTyping(() => requests.keep('free', typed('/new')));
  const found = await new RequestDraftStore(testing.database, testingReferences(), async () => false).open(
    'free',
  );
  expect(found).toMatchObject(typed('/new'));
});
