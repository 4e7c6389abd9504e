import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { testingProfile } from '@shared/testing/testing-profile';
import { useTestingDatabase } from '../testing/use-testing-database';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { testingSender } from './testing-sender';

const harness = useHarness();
const testing = useTestingDatabase();

async function marksOf(changes: Parameters<typeof draftWith>[0]): Promise<readonly string[]> {
  const { sender } = testingSender(harness, testing, {});
  const request = requestOfDraft(draftWith(changes));
  const order = { id: randomUUID(), request, profile: testingProfile(), composedUnder: null };
  const { mark, contentMarks } = await sender.plan({ ...order, replayOf: null, variables: null });
  return [mark, ...contentMarks];
}

it.each([
  ['a header named like it', 'x-cvv', (code: string) => code],
  ['JSON in a header', 'x-card', (code: string) => `{"cvv":"${code}"}`],
])(
  'no mark tells a security code in %s, which somebody could find by trying',
  async (_what, name, written) => {
    const marksWith = (code: string): Promise<readonly string[]> =>
      marksOf({ headers: [{ id: 'h', name, value: written(code), secret: false, enabled: true }] });
    expect(await marksWith('987')).toEqual(await marksWith('123'));
    expect(await marksWith('987')).not.toEqual(await marksWith('other'));
  },
);

it('no mark tells a security code in the address', async () => {
  const { sender } = testingSender(harness, testing, {});
  const marksWith = async (code: string): Promise<readonly string[]> => {
    const request = {
      version: 1,
      operation: 'free',
      target: { method: 'POST', path: '/pay' },
      pathParameters: {},
      query: [['cvv', code]],
      headers: [],
      body: null,
    } as const;
    const order = { id: randomUUID(), request, profile: testingProfile(), composedUnder: null };
    const plan = await sender.plan({ ...order, replayOf: null, variables: null });
    return [plan.mark, plan.destinationMark, ...plan.contentMarks, ...plan.earlierMarks];
  };
  expect(await marksWith('987')).toEqual(await marksWith('123'));
  expect(await marksWith('987')).not.toEqual(await marksWith('other'));
});

it('a batch with thousands of idempotency keys has few marks, as each is a condition of the query before a send', async () => {
  const body = JSON.stringify([...Array(2_000).keys()].map((idempotencyKey) => ({ idempotencyKey })));
  expect((await marksOf({ body })).length).toBeLessThan(30);
});
