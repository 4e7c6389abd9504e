import { expect, it } from 'vitest';
import { isForeign } from '@shared/http/foreign-answer';
import type { ReceivedResponse } from '@shared/http/exchange';
import { readServiceError } from '@shared/http/service-error';
import { toReceivedResponse } from '../sending/exchange';
import { maskerFor } from '../secrets/secrets';
import { useHarness } from '../transport/test-fixtures/use-harness';

const harness = useHarness();

async function answered(status: number, text: string, complete = true): Promise<ReceivedResponse> {
  const bytes = Buffer.from(text);
  const writer = harness.bodies.receive();
  await writer.write(bytes);
  const response = {
    ...{ status, statusText: 'x', httpVersion: '1.1', undecoded: [], tls: null },
    headers: [['content-type', 'application/json']] as const,
    bodyId: await writer.finish({ complete }),
    bodyBytes: bytes.length,
    wireBytes: bytes.length,
  };
  const received = await toReceivedResponse({ response }, maskerFor(['CANARY']), harness.bodies);
  if (received === null) throw new Error('no answer');
  return received;
}

const details = (count: number): object[] =>
  Array.from({ length: count }, () => ({
    location: 'body',
    pointer: '/a',
    message: `CANARY ${'x'.repeat(9_980)}`,
    type: 't',
  }));
const error = (count: number, message?: string): string =>
  JSON.stringify({ type: 'error', code: 'not_found', status: 404, message, details: details(count) });

it('an API error over 1 MB is recognized; its details are limited and its secrets masked', async () => {
  const response = await answered(404, error(150, 'Gone'));
  expect(response.body).toMatchObject({ kind: 'stored', masked: true });
  expect(isForeign(response)).toBe(false);
  const read = readServiceError(response);
  expect(read).toMatchObject({ code: 'not_found', status: 404, message: 'Gone' });
  expect(read?.details).toHaveLength(100);
  expect(read?.details[0]?.message).toHaveLength(2_001);
  expect(JSON.stringify(response)).not.toContain('CANARY');
});

it('an API error over 1 MB is recognized without its optional message', async () => {
  const response = await answered(404, error(150));
  expect(readServiceError(response)).toMatchObject({ code: 'not_found', message: null });
});

it.each([
  ['of another kind', 404, JSON.stringify({ message: 'x'.repeat(1_100_000) }), true],
  ['that is not JSON', 404, 'x'.repeat(1_100_000), true],
  ['that broke off', 404, error(150), false],
  ['that is too large to search here', 404, error(500), true],
])('an answer over 1 MB %s is not taken for an API error', async (_what, status, text, complete) => {
  const response = await answered(status, text, complete);
  expect(response.body).not.toHaveProperty('error');
  expect(isForeign(response)).toBe(true);
});

it('a successful answer is not searched for an API error', async () => {
  expect((await answered(200, error(150))).body).not.toHaveProperty('error');
});
