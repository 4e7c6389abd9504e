import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange, HeaderList } from '@shared/http/exchange';
import { TOKEN_REFUSED } from '@shared/history/session-outcome';
import { ProblemError } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { Gate, type GateOptions } from '../sending/gate';
import { ONE_OF_MANY, withRetries } from '../sending/retries';
import { bulkLookUp, CONCURRENCY, type BulkServices } from './bulk-look-up';

function answered(status: number, headers: HeaderList = []): Exchange {
  return exchangeOf(status, { kind: 'none' }, headers);
}

/** A clock that only moves when somebody waits. */
function steppedClock(): Required<Pick<GateOptions, 'now' | 'wait'>> {
  let time = 0;
  return { now: () => time, wait: async (ms) => void (time += ms) };
}

/** Look-ups with the retry policy for many; the test answers every try. */
function looksUp(answer: (id: string) => Exchange): BulkServices['lookUp'] {
  return async (id, gate, signal) => {
    const { last, retries } = await withRetries(async () => answer(id), ONE_OF_MANY, gate, signal);
    return { ...last, retries };
  };
}

function refused(title: string): ProblemError {
  return new ProblemError({
    code: 'refused',
    title,
    meaning: 'Nothing was sent.',
    nextStep: 'None.',
    detail: null,
  });
}

const NOT_REACHED = {
  kind: 'failed',
  failure: 'refused',
  detail: 'ECONNREFUSED',
  mayHaveArrived: false,
} as const;

describe('bulkLookUp', () => {
  it('reports each id once and counts every try, whichever tries are limited or fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.uuid(), { maxLength: 60 }),
        fc.array(fc.constantFrom(200, 404, 429, 502), { maxLength: 80 }),
        async (ids, script) => {
          const done: string[] = [];
          let sent = 0;
          let tries = 0;
          await bulkLookUp(
            ids,
            {
              gate: new Gate({ ...steppedClock(), onWait: () => undefined }),
              lookUp: looksUp(() => answered(script[sent++] ?? 200, [['retry-after', '1']])),
              onDone: (id, { retries }) => {
                done.push(id);
                tries += 1 + retries.length;
              },
            },
            new AbortController().signal,
          );
          expect([...done].sort()).toEqual([...ids].sort());
          expect(tries).toBe(sent);
        },
      ),
    );
  });

  it('ends after a full round of look-ups in a row that reached nobody, but not if one is answered in between', async () => {
    const unreached: Exchange = {
      ...answered(200),
      response: null,
      outcome: NOT_REACHED,
    };
    const ids = Array.from({ length: 100 }, (_, at) => String(at));
    const reach = async (isUp: (id: string) => boolean): Promise<readonly string[]> => {
      const done: string[] = [];
      const services: BulkServices = {
        gate: new Gate({ ...steppedClock(), onWait: () => undefined }),
        lookUp: looksUp((id) => (isUp(id) ? answered(200) : unreached)),
        onDone: (id) => void done.push(id),
      };
      await bulkLookUp(ids, services, new AbortController().signal);
      return done;
    };
    expect((await reach(() => false)).length).toBeLessThan(2 * CONCURRENCY);
    // An answer in between shows that the service is there.
    expect(await reach((id) => Number(id) % CONCURRENCY === 0)).toHaveLength(100);
  });

  it('ends after a full round of refused tokens in a row, and says so', async () => {
    const text = JSON.stringify({
      type: 'error',
      code: 'unauthorized',
      status: 401,
      message: '',
      details: [],
    });
    const refusal = answered(401);
    const closed: Exchange = { ...refusal, response: null, outcome: NOT_REACHED };
    const unauthorized: Exchange = {
      ...refusal,
      response: refusal.response && {
        ...refusal.response,
        body: { kind: 'text', text, bytes: text.length, bodyId: null },
      },
    };
    const ids = Array.from({ length: 100 }, (_, at) => String(at));
    const run = async (
      isAccepted: (id: string) => boolean,
      odd = unauthorized,
    ): Promise<[string | null, number]> => {
      let done = 0;
      const services: BulkServices = {
        gate: new Gate({ ...steppedClock(), onWait: () => undefined }),
        lookUp: (id) =>
          Promise.resolve(isAccepted(id) ? answered(200) : Number(id) % 2 === 1 ? odd : unauthorized),
        onDone: () => void (done += 1),
      };
      return [await bulkLookUp(ids, services, new AbortController().signal), done];
    };
    const [message, done] = await run((id) => Number(id) < 20);
    expect(message).toBe(TOKEN_REFUSED);
    expect(done).toBeLessThan(20 + 2 * CONCURRENCY);
    expect(await run((id) => Number(id) % CONCURRENCY === 0)).toEqual([null, 100]);
    // Failures of two kinds do not add up.
    expect(await run(() => false, closed)).toEqual([null, 100]);
  });

  it('does not say that it stopped if nothing was left to ask for', async () => {
    const unreached: Exchange = { ...answered(200), response: null, outcome: NOT_REACHED };
    const services: BulkServices = {
      gate: new Gate({ ...steppedClock(), onWait: () => undefined }),
      lookUp: () => Promise.resolve(unreached),
      onDone: () => undefined,
    };
    const ids = Array.from({ length: CONCURRENCY }, (_, at) => String(at));
    expect(await bulkLookUp(ids, services, new AbortController().signal)).toBeNull();
  });

  it('makes the whole list wait for a Retry-After', async () => {
    const clock = steppedClock();
    const times: number[] = [];
    const waits: (number | null)[] = [];
    await bulkLookUp(
      ['a', 'b'],
      {
        gate: new Gate({ ...clock, onWait: (wait) => waits.push(wait && wait.waitMs) }),
        lookUp: looksUp(() => {
          times.push(clock.now());
          return times.length <= 2 ? answered(429, [['Retry-After', '7']]) : answered(200);
        }),
        onDone: () => undefined,
      },
      new AbortController().signal,
    );
    expect(times.slice(0, 2)).toEqual([0, 0]);
    expect(times.slice(2).every((time) => time >= 7_000)).toBe(true);
    expect(waits[0]).toBe(7_000);
    expect(waits.at(-1)).toBeNull();
  });

  it('gives up on an id that is limited every time, with the 429 as its answer', async () => {
    const done: [string, number | undefined][] = [];
    await bulkLookUp(
      ['always', 'never'],
      {
        gate: new Gate({ ...steppedClock(), onWait: () => undefined }),
        lookUp: looksUp((id) => answered(id === 'always' ? 429 : 200)),
        onDone: (id, exchange) => void done.push([id, exchange.response?.status]),
      },
      new AbortController().signal,
    );
    expect(done).toEqual(
      expect.arrayContaining([
        ['always', 429],
        ['never', 200],
      ]),
    );
  });

  it('stops sending when it is cancelled', async () => {
    const controller = new AbortController();
    const done: string[] = [];
    await bulkLookUp(
      Array.from({ length: 100 }, (_, index) => String(index)),
      {
        gate: new Gate({ onWait: () => undefined }),
        lookUp: looksUp(() => answered(200)),
        onDone: (id) => {
          done.push(id);
          if (done.length === 10) controller.abort();
        },
      },
      controller.signal,
    );
    expect(done.length).toBeLessThan(20);
  });

  it('keeps answers and omits refused look-ups after a cancel', async () => {
    const controller = new AbortController();
    const done: string[] = [];
    await bulkLookUp(
      ['a', 'b', 'c'],
      {
        gate: new Gate({ onWait: () => undefined }),
        lookUp: async (id, _gate, signal) => {
          if (id === 'a') return answered(200);
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          throw refused('Cancelled');
        },
        onDone: (id) => {
          done.push(id);
          setTimeout(() => controller.abort());
        },
      },
      controller.signal,
    );
    expect(done).toEqual(['a']);
  });

  it('lets each look-up add several abort listeners without a Node warning', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    const listen = async (_id: string, _gate: Gate, signal: AbortSignal): Promise<Exchange> => {
      for (let count = 0; count < 3; count += 1) signal.addEventListener('abort', () => undefined);
      return answered(200);
    };
    const services = { gate: new Gate({ onWait: () => undefined }), lookUp: listen, onDone: () => undefined };
    await bulkLookUp(['a', 'b', 'c', 'd', 'e'], services, new AbortController().signal);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('fails at the first look-up that cannot be sent, after those under way have ended', async () => {
    const done: string[] = [];
    const asked: string[] = [];
    const looking = bulkLookUp(
      Array.from({ length: 50 }, (_, index) => String(index)),
      {
        gate: new Gate({ onWait: () => undefined }),
        lookUp: async (id, _gate, signal) => {
          asked.push(id);
          if (id === '3') throw refused('No token');
          if (id === '0') await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return answered(200);
        },
        onDone: (id) => void done.push(id),
      },
      new AbortController().signal,
    );
    await expect(looking).rejects.toThrow('No token');
    expect(done).toContain('0');
    expect(asked.length).toBeLessThan(10);
  });
});
