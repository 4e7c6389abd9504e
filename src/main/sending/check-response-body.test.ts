import { describe, expect, it } from 'vitest';
import { fullSession } from '@contract/testing/sessions';
import type { OperationId } from '@contract';
import type { Body, Outcome, ReceivedResponse } from '@shared/http/exchange';
import { BodyReader } from '../body-reading/body-reader';
import { readHere } from '../body-reading/testing-reading';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { checkResponseBody } from './check-response-body';

const ANSWERED: Outcome = { kind: 'answered' };
const JSON_TYPE = 'application/json';
const large = (changes: object): string =>
  JSON.stringify({ ...fullSession, metadata: { filler: 'x'.repeat(1_500_000) }, ...changes });

const harness = useHarness();

async function check(
  text: string | Buffer,
  {
    operation = 'get_checkout_session',
    status = 200,
    type = JSON_TYPE,
    outcome = ANSWERED,
    complete = true,
    limitMs = 60_000,
  }: {
    operation?: OperationId;
    status?: number;
    type?: string;
    outcome?: Outcome;
    complete?: boolean;
    limitMs?: number;
  } = {},
) {
  const writer = harness.bodies.receive();
  await writer.write(Buffer.from(text));
  const body: Body = await harness.bodies.toBody(await writer.finish({ complete }));
  const response: ReceivedResponse = {
    status,
    statusText: '',
    httpVersion: '1.1',
    headers: [['Content-Type', type]],
    body,
    wireBytes: 0,
    tls: null,
  };
  const reader = new BodyReader({
    bodies: harness.bodies,
    start: limitMs === 0 ? () => ({ send: () => undefined, end: () => undefined }) : readHere,
    report: () => undefined,
    limitMs,
  });
  return checkResponseBody(operation, outcome, response, reader);
}

const notChecked = (why: string) => ({ check: { kind: 'not-checked', why }, findings: [], moreFindings: 0 });

describe('a body over 1 MB', () => {
  it('is checked in full', async () => {
    expect(await check(large({}))).toEqual({ check: { kind: 'checked' }, findings: [], moreFindings: 0 });
    expect(await check(large({ id: 7 }))).toMatchObject({
      check: { kind: 'checked' },
      findings: [{ pointer: '/id', rule: 'type' }],
    });
    expect(
      await check(large({ id: 12345678901234567890123n.toString() }).replace(/"(1234567890\d+)"/, '$1')),
    ).toMatchObject({
      findings: [{ pointer: '/id', value: '12345678901234567890123' }],
    });
  });

  it('is reported as not checked if the check takes too long', async () => {
    expect(await check(large({}), { limitMs: 0 })).toEqual(notChecked('took-too-long'));
  });
});

describe('a body that cannot be checked says why', () => {
  it('that is not UTF-8', async () => {
    expect(await check(Buffer.from('{"a":"\xe9"}', 'latin1'))).toEqual(notChecked('not-utf-8'));
  });

  it.each([
    ['truncated', 'broke-off'],
    ['reset', 'broke-off'],
    ['too-large', 'too-large'],
  ] as const)('that was %s', async (failure, why) => {
    const outcome: Outcome = { kind: 'failed', failure, detail: '', mayHaveArrived: true };
    expect(await check('{"id":', { outcome, complete: false })).toEqual(notChecked(why));
  });

  it('that the person cancelled', async () => {
    expect(
      await check('{', { outcome: { kind: 'cancelled', mayHaveArrived: true }, complete: false }),
    ).toEqual(notChecked('broke-off'));
  });

  it.each(['{"anything":1}', '', '<html>'])(
    'whose shape the specification does not describe: %j',
    async (text) => {
      expect(await check(text, { operation: 'vault_forward', type: 'text/html' })).toEqual(
        notChecked('no-shape'),
      );
    },
  );
});

it('whose content type is not JSON gets a finding, whatever its size', async () => {
  for (const text of [JSON.stringify(fullSession), large({})]) {
    expect((await check(text, { type: 'text/plain' })).findings).toMatchObject([
      { rule: 'content-type', value: '"text/plain"' },
    ]);
  }
});
