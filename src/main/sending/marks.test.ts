import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { testingProfile } from '@shared/testing/testing-profile';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { testingSender } from './testing-sender';

let harness: Harness;
let testing: TestingDatabase;
beforeEach(async () => {
  harness = await openHarness();
  testing = openTestingDatabase();
});
afterEach(async () => {
  await testing.remove();
  await harness.close();
});

it.each([
  ['a header named like it', 'x-cvv', (code: string) => code],
  ['JSON in a header', 'x-card', (code: string) => `{"cvv":"${code}"}`],
])(
  'no mark tells a security code in %s, which somebody could find by trying',
  async (_what, name, written) => {
    const { sender } = testingSender(harness, testing, {});
    const marksWith = async (code: string): Promise<readonly string[]> => {
      const header = { id: 'h', name, value: written(code), secret: false, enabled: true };
      const request = requestOfDraft(draftWith({ headers: [header] }));
      const order = { id: randomUUID(), request, profile: testingProfile(), composedUnder: null };
      const { mark, contentMarks } = await sender.plan({ ...order, replayOf: null, variables: null });
      return [mark, ...contentMarks];
    };
    expect(await marksWith('987')).toEqual(await marksWith('123'));
    expect(await marksWith('987')).not.toEqual(await marksWith('other'));
  },
);
