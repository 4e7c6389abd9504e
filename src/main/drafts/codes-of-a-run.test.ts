import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { BUILT_IN_PROFILE_IDS } from '@shared/profiles/profile';
import { EMPTY_REQUEST_DRAFT } from '@shared/requests/request-draft';
import { fieldsOf } from '@shared/vault-forward/draft';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { ProfileStore } from '../profiles/profile-store';
import { testingReferences } from '../secrets/testing-references';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingFolder } from '../testing/testing-folder';
import { DraftStore } from './draft-store';
import { RequestDraftStore } from './request-draft-store';

const [ID, COPY] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const { local, production } = BUILT_IN_PROFILE_IDS;
const BODY = '{"cvv":"987"}';
const folder = testingFolder();

const testing = useTestingDatabase();
let profiles: ProfileStore;
beforeEach(() => {
  profiles = startProfiles();
});

const startProfiles = (): ProfileStore =>
  new ProfileStore({ path: join(folder, 'profiles.json'), announce: () => undefined });
const switchTo = (activeId: string) => profiles.change((content) => ({ ...content, activeId }));
const drafts = (): DraftStore => new DraftStore(testing.database, testingReferences(), profiles.wasOnlyLocal);
const requestDrafts = (): RequestDraftStore =>
  new RequestDraftStore(testing.database, testingReferences(), profiles.wasOnlyLocal);
const draft = draftWith({ destinationUrl: '{sandbox}/v1/cards', body: BODY });
const whole = { profileId: local, fields: fieldsOf(draft), body: BODY };

async function onDisk(): Promise<string> {
  const texts = ['fields || body FROM drafts', 'edits FROM draft_edits', 'draft FROM request_drafts'];
  const rows = await Promise.all(
    texts.map((sql) =>
      testing.database.query(
        { sql: `SELECT ${sql.replace(' FROM', ' AS text FROM')}` },
        z.object({ text: z.string() }),
      ),
    ),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

it('a code typed under Production into a draft of the Local sandbox is not in clear text on the disk after a switch back, nor is it in a copy', async () => {
  const store = drafts();
  await store.keep(ID, { ...whole, body: '{"cvv":""}' });
  await switchTo(production);
  await store.keep(ID, { edits: [{ from: 8, to: 8, insert: '987' }] });
  await switchTo(local);
  await store.keep(ID, { edits: [{ from: 0, to: 0, insert: ' ' }] });
  await store.keep(COPY, whole);
  expect(await onDisk()).not.toContain('987');
  expect((await store.open()).drafts.map((kept) => kept.draft.body)).toEqual([` ${BODY}`, BODY]);
});

it('a code that the window delivers only after the switch back is masked', async () => {
  await switchTo(production);
  await switchTo(local);
  await drafts().keep(ID, whole);
  expect(await onDisk()).not.toContain('987');
});

it('a code of the API screen is masked after a switch back', async () => {
  const store = requestDrafts();
  await switchTo(production);
  await switchTo(local);
  const kept = { id: ID, profileId: local, draft: { ...EMPTY_REQUEST_DRAFT, body: BODY } };
  await store.keep('free', kept);
  expect(await onDisk()).not.toContain('987');
  expect(await store.open('free')).toEqual(kept);
});

it('codes are masked in a run that began under Production', async () => {
  await switchTo(production);
  profiles = startProfiles();
  await profiles.describe();
  await switchTo(local);
  await drafts().keep(ID, whole);
  expect(await onDisk()).not.toContain('987');
});

it('codes are kept in a run in which only the Local sandbox was active, whatever was active in the run before', async () => {
  await switchTo(production);
  await switchTo(local);
  profiles = startProfiles();
  await drafts().keep(ID, whole);
  expect(await onDisk()).toContain('987');
});
