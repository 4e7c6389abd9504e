import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BUILT_IN_PROFILE_IDS } from '@shared/profiles/profile';
import { EMPTY_REQUEST_DRAFT, type RequestDraft } from '@shared/requests/request-draft';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { testingReferences } from '../secrets/testing-references';
import { useTestingDatabase } from '../testing/use-testing-database';
import { RequestDraftStore } from './request-draft-store';

const testing = useTestingDatabase();

const ID = '00000000-0000-4000-8000-0000000000d1';
const OTHER_ID = '00000000-0000-4000-8000-0000000000d2';
let onlyLocal: boolean;
beforeEach(() => {
  onlyLocal = true;
});
const wasOnlyLocal = async (): Promise<boolean> => onlyLocal;
const store = (): RequestDraftStore =>
  new RequestDraftStore(testing.database, testingReferences(), wasOnlyLocal);
const afterRestart = async (): Promise<RequestDraftStore> =>
  new RequestDraftStore(await testing.reopen(), testingReferences(), wasOnlyLocal);
const header = (name: string, value: string): RequestDraft['headers'][number] => ({
  id: name,
  name,
  value,
  secret: false,
  enabled: true,
});
const DRAFT: RequestDraft = {
  ...EMPTY_REQUEST_DRAFT,
  method: 'POST',
  path: '/orders/{order}',
  pathParameters: { order: '1' },
  query: [{ id: 'q', name: 'expand', value: 'lines', enabled: false }],
  body: '{"a":1}',
};

async function onDisk(): Promise<string> {
  const rows = await testing.database.query(
    { sql: 'SELECT draft FROM request_drafts' },
    z.object({ draft: z.string() }),
  );
  return rows.map(({ draft }) => draft).join('\n');
}

describe('drafts of the API screen', () => {
  it('count as typed', async () => {
    const executed = vi.spyOn(testing.database, 'execute');
    await store().keep('free', { id: ID, profileId: 'p', draft: DRAFT });
    expect(executed.mock.calls.map(([{ typed }]) => typed)).toEqual([true]);
  });

  it('are kept across a restart, the newest for each operation', async () => {
    const first = store();
    expect(await first.open('free')).toBeNull();
    await Promise.all([
      first.keep('free', { id: ID, profileId: 'p', draft: EMPTY_REQUEST_DRAFT }),
      first.keep('free', { id: ID, profileId: 'p', draft: DRAFT }),
      first.keep('doc#op', { id: OTHER_ID, profileId: 'q', draft: EMPTY_REQUEST_DRAFT }),
    ]);
    const next = await afterRestart();
    expect(await next.open('free')).toEqual({ id: ID, profileId: 'p', draft: DRAFT });
    expect(await next.open('doc#op')).toEqual({ id: OTHER_ID, profileId: 'q', draft: EMPTY_REQUEST_DRAFT });
  });

  it('give the window a reference in place of a secret, and store the value', async () => {
    const drafts = store();
    const draft = { ...DRAFT, headers: [header('x-api-key', 'CANARY-SECRET')] };
    await drafts.keep('free', { id: ID, profileId: 'p', draft });
    const opened = await drafts.open('free');
    expect(JSON.stringify(opened)).not.toContain('CANARY');
    expect(secretIdOf(opened?.draft.headers[0]?.value ?? '')).not.toBeNull();
    // What the window returns is written with the value, even if something else in it was changed.
    await drafts.keep('free', {
      id: ID,
      profileId: 'p',
      draft: { ...(opened?.draft ?? DRAFT), body: 'changed' },
    });
    expect(await onDisk()).toContain('CANARY-SECRET');
  });

  it("never write a card's security code to the disk, but keep it until the run ends", async () => {
    const draft: RequestDraft = {
      ...DRAFT,
      path: '/pay?cvv=987',
      pathParameters: { cvc: '987' },
      query: [{ id: 'q', name: 'cvv', value: '987', enabled: true }],
      headers: [header('x-note', 'cvv=987')],
      body: '{"cvv":"987"}',
    };
    const drafts = store();
    await drafts.keep('free', { id: ID, profileId: 'p', draft });
    expect(await onDisk()).not.toContain('987');
    expect(await drafts.open('free')).toEqual({ id: ID, profileId: 'p', draft });
    expect(JSON.stringify(await (await afterRestart()).open('free'))).not.toContain('987');
  });

  it('of the Local sandbox keep their security codes, as its cards are test cards', async () => {
    const draft = { ...DRAFT, body: '{"cvv":"987"}' };
    await store().keep('free', { id: ID, profileId: BUILT_IN_PROFILE_IDS.local, draft });
    expect((await (await afterRestart()).open('free'))?.draft).toEqual(draft);
  });

  it('of the Local sandbox do not write one that is typed after another profile was active', async () => {
    const drafts = store();
    const kept = {
      id: ID,
      profileId: BUILT_IN_PROFILE_IDS.local,
      draft: { ...DRAFT, body: '{"cvv":"987"}' },
    };
    onlyLocal = false;
    await drafts.keep('free', kept);
    expect(await onDisk()).not.toContain('987');
  });

  it('from an earlier version get an id, which is stored when they are next written', async () => {
    await testing.database.execute({
      sql: 'INSERT INTO request_drafts VALUES (?, ?, ?, ?)',
      values: ['free', 'p', JSON.stringify(DRAFT), ''],
    });
    const drafts = store();
    const opened = await drafts.open('free');
    expect(opened).toEqual({
      id: expect.stringMatching(/^[-0-9a-f]{36}$/) as string,
      profileId: 'p',
      draft: DRAFT,
    });
    if (opened !== null) await drafts.keep('free', opened);
    expect(await (await afterRestart()).open('free')).toEqual(opened);
  });

  it('that cannot be read are ignored', async () => {
    await testing.database.execute({
      sql: "INSERT INTO request_drafts VALUES ('free', 'p', '{\"version\":9}', '')",
    });
    expect(await store().open('free')).toBeNull();
  });
});
