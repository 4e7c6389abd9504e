import type * as dns from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { outcomeProblem } from '@shared/http/describe-failure';
import type { Exchange } from '@shared/http/exchange';
import { ANSWER_FAULTS, UNPACKED_BYTES } from './answer-faults.fixture';
import { CONNECTION_FAULTS, SILENT_NAME, UNKNOWN_NAME } from './connection-faults.fixture';
import { openFaultWorld, type FaultWorld, type Result } from './fault-world.fixture';
import { OPERATIONS, PATIENT, serveAnswers, type Fault, type Operation } from './fault.fixture';
import { documentedRows } from './reliability-doc.fixture';

vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof dns>();
  const lookup = (name: string, options: object): Promise<unknown> => {
    if (name === SILENT_NAME) return new Promise(() => undefined);
    if (name !== UNKNOWN_NAME) return real.lookup(name, options);
    return Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
  };
  return { ...real, lookup };
});

const FAULTS = [...CONNECTION_FAULTS, ...ANSWER_FAULTS];
const CASES = FAULTS.flatMap((fault) => OPERATIONS.map((operation) => ({ fault, operation })));
/** How late a busy machine may notice that a timeout has expired, in ms. */
const TOLERANCE_MS = 10_000;

let world: FaultWorld;
beforeAll(async () => void (world = await openFaultWorld()));
afterAll(() => world.close());

function outcomeOf({ outcome }: Exchange): string {
  return outcome.kind === 'failed' ? outcome.failure : outcome.kind;
}

/** Checks what a person is told about a failure: a title, what it means and what to do next. */
function expectWords({ outcome, request }: Exchange): void {
  if (outcome.kind === 'answered') return;
  const call = { method: request.method, url: request.url, timeouts: PATIENT, proxy: null };
  const { title, meaning, nextStep, detail } = outcomeProblem(outcome, call);
  for (const words of [title, meaning, nextStep]) expect(words).toMatch(/^\S.{10,}/);
  expect(nextStep).toMatch(/\.$/);
  expect(detail).not.toBe('');
}

async function meet(fault: Fault, operation: Operation): Promise<Result> {
  const service = await fault.meet(operation, world);
  try {
    const result = await world.carryOut(operation, service.profile);
    const { timeouts = PATIENT } = service.profile;
    expect(result.exchange.timings.totalMs).toBeLessThan(timeouts.totalMs + TOLERANCE_MS);
    if (operation === 'Vault Forward') expect(service.requests).toHaveLength(fault.arrives ? 1 : 0);
    if (!fault.arrives) expect(service.requests).toEqual([]);
    await expectNextWorks(service.heal === null ? null : () => service.heal?.(), service.profile);
    return result;
  } finally {
    await service.close();
  }
}

/** On the same client, and against the faulty service itself if that can heal. */
async function expectNextWorks(heal: (() => void) | null, profile: object): Promise<void> {
  heal?.();
  const other = heal === null ? await serveAnswers('list', () => undefined) : null;
  other?.heal?.();
  const next = await world.carryOut('list', { ...(other?.profile ?? profile), timeouts: PATIENT });
  expect(next.exchange).toMatchObject({
    outcome: { kind: 'answered' },
    response: { status: 200 },
    findings: [],
  });
  await other?.close();
}

describe.concurrent(`${CASES.length} cases: ${FAULTS.length} faults, ${OPERATIONS.length} operations`, () => {
  it.each(CASES)('$fault.name: $operation', async ({ fault, operation }) => {
    const { exchange, end, rows } = await meet(fault, operation);
    expect(outcomeOf(exchange)).toBe(fault.outcome);
    expectWords(exchange);
    if (exchange.outcome.kind === 'failed') {
      expect(exchange.outcome.mayHaveArrived).toBe(fault.arrives);
    } else if (end !== 'complete') {
      // A completed load is noted as one exchange without a body.
      expect(exchange.response?.body.kind).not.toBe('none');
    }
    if (fault.name.startsWith('clock')) expect([...world.skewed]).toContain(exchange.profile.baseUrl);
    if (operation === 'load all' && end !== 'complete') {
      expect(end).toBe('failed');
      expect(rows).toBe(fault.arrives ? 1 : 0);
    }
  });
});

describe('memory', () => {
  const large = ANSWER_FAULTS.filter(({ name }) => /^(bomb|endless|header flood)/.test(name));

  it.each(large.map((fault) => [fault.name, fault] as const))('is bounded: %s', async (_name, fault) => {
    await (await fault.meet('look-up', world)).close();
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
    await meet(fault, 'look-up');
    clearInterval(timer);
    expect(most - before).toBeLessThan(UNPACKED_BYTES / 2);
  });
});

describe('docs/reliability.md', () => {
  it('has a line for every fault, with its outcome', () => {
    const expected = FAULTS.map(({ name, outcome, arrives }) => [name, outcome, arrives ? 'once' : 'no']);
    expect(documentedRows('Reliability')).toEqual(expected);
  });
});
