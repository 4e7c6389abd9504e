import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Body } from '@shared/http/exchange';
import { BodyStore } from '../bodies/body-store';
import { forkStarter } from '../processes/fork-process';
import { buildEntries } from '../testing/build-entries';
import { BodyReader, type BodyReaderServices, type StartReadingProcess } from './body-reader';

let folder: string;
let bodies: BodyStore;
/** Ids of the processes that are running. */
const running = new Set<number>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reading-'));
  bodies = new BodyStore({ directory: folder });
  await buildEntries(folder, { process: 'src/main/body-reading/reading-process.ts' });
});
afterAll(async () => {
  await bodies.close();
  await rm(folder, { recursive: true });
});

/** The real code in a real process, with little memory if the test wants that. */
function startProcess(execArgv: readonly string[] = []): StartReadingProcess {
  return forkStarter(join(folder, 'process.cjs'), {
    execArgv,
    onStart: (child) => {
      const id = child.pid ?? 0;
      running.add(id);
      child.once('exit', () => running.delete(id));
    },
  });
}

function reader(services: Partial<BodyReaderServices> = {}): BodyReader {
  return new BodyReader({
    bodies,
    start: startProcess(),
    report: () => undefined,
    limitMs: 60_000,
    ...services,
  });
}

async function stored(text: string): Promise<Extract<Body, { kind: 'stored' }>> {
  const bytes = Buffer.from(text);
  return {
    kind: 'stored',
    bodyId: await bodies.keep(bytes),
    bytes: bytes.length,
    encoding: 'utf-8',
    complete: true,
  };
}

const session = (filler: string): string =>
  `{"expires_at":"2026-01-01T00:00:00Z","cart_items":[1,2],"filler":${filler}}`;

describe('a large body', () => {
  it('is read in its own process, which ends afterwards', async () => {
    const reading = await reader().ask(await stored(session(`"${'é'.repeat(3_000_000)}"`)), {
      kind: 'session',
    });
    expect(reading).toMatchObject({
      kind: 'read',
      answer: { facts: { expiresAt: '2026-01-01T00:00:00Z', items: 2 } },
    });
    await expect.poll(() => running.size).toBe(0);
  });

  it('is sent to its process in pieces, each byte once', async () => {
    const sent: number[] = [];
    const start = startProcess();
    const counting = reader({
      start: (listener) => {
        const child = start(listener);
        return {
          ...child,
          end: () => child.end(),
          send: (message) => {
            if (message.kind === 'piece') sent.push(message.piece.buffer.byteLength);
            child.send(message);
          },
        };
      },
    });
    const body = await stored(session(`"${'a'.repeat(5_000_000)}"`));
    await counting.ask(body, { kind: 'session' });
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBe(body.bytes);
  });

  it('that was checked needs no second process for its session summary', async () => {
    const started = vi.fn();
    const start = startProcess();
    const counting = reader({
      start: (listener) => {
        started();
        return start(listener);
      },
    });
    const question = { operation: 'get_checkout_session', status: 200, contentType: null } as const;
    const body = await stored(session('1'));
    await counting.ask(body, { kind: 'check', ...question });
    const reading = await counting.ask(body, { kind: 'session' });
    expect(reading).toMatchObject({ kind: 'read', answer: { facts: { items: 2 } } });
    expect(started).toHaveBeenCalledTimes(1);
    await counting.ask(await stored(session('2')), { kind: 'session' });
    expect(started).toHaveBeenCalledTimes(2);
  });

  it('is read and checked even if nested 500,000 levels deep', async () => {
    const depth = 500_000;
    const body = await stored(session('['.repeat(depth) + ']'.repeat(depth)));
    expect(await reader().ask(body, { kind: 'session' })).toMatchObject({
      kind: 'read',
      answer: { facts: { items: 2 } },
    });
    const question = {
      kind: 'check',
      operation: 'get_checkout_session',
      status: 200,
      contentType: null,
    } as const;
    expect(await reader().ask(body, question)).toMatchObject({
      kind: 'read',
      answer: { check: { check: { kind: 'checked' } } },
    });
  });

  it('is read in little memory when the large part is not needed', async () => {
    const small = startProcess(['--max-heap-size=40']);
    const body = await stored(session(`[${'{"a":1},'.repeat(2_000_000)}0]`));
    expect(await reader({ start: small }).ask(body, { kind: 'session' })).toMatchObject({
      kind: 'read',
      answer: { facts: { items: 2 } },
    });
  });

  it('that exceeds the memory of its process crashes only that process', async () => {
    const report = vi.fn();
    const small = startProcess(['--max-heap-size=40']);
    const body = await stored(`{"metadata":[${'{"a":1},'.repeat(2_000_000)}0]}`);
    expect(await reader({ start: small, report }).ask(body, { kind: 'session' })).toEqual({
      kind: 'unread',
      why: 'crashed',
    });
    await expect.poll(() => running.size).toBe(0);
    expect(report.mock.calls).toEqual([
      ['body-reading', new Error('the process ended by SIGABRT (signal 6)')],
    ]);
  });

  it.each([
    ['is killed from outside', "process.kill(process.pid, 'SIGKILL')", 'killed'],
    ['is asked to end from outside', "process.kill(process.pid, 'SIGTERM')", 'killed'],
    ['fails', 'process.exit(1)', 'failed'],
  ])('whose process %s is not reported as a crash for lack of memory', async (_name, script, why) => {
    const file = join(folder, `${why}.cjs`);
    await writeFile(file, `process.on('message', () => ${script})`);
    const body = await stored(session('1'));
    expect(await reader({ start: forkStarter(file) }).ask(body, { kind: 'session' })).toEqual({
      kind: 'unread',
      why,
    });
  });

  it('that takes too long is given up and its process ended, and the next one gets its turn', async () => {
    const body = await stored(session('1'));
    const slow = reader({ limitMs: 1 });
    expect(
      await Promise.all([slow.ask(body, { kind: 'session' }), slow.ask(body, { kind: 'session' })]),
    ).toEqual([
      { kind: 'unread', why: 'took-too-long' },
      { kind: 'unread', why: 'took-too-long' },
    ]);
    await expect.poll(() => running.size).toBe(0);
  });

  it('whose reading is cancelled ends its process at once, and the next one gets its turn', async () => {
    const body = await stored(session(`"${'x'.repeat(2_000_000)}"`));
    const starts: string[] = [];
    /** Processes that do not answer until the test makes one. */
    const slow = reader({
      start: (listeners) => {
        starts.push('started');
        if (starts.length > 1) return startProcess()(listeners);
        return { send: () => undefined, end: () => starts.push('ended') };
      },
    });
    const [reading, waiting] = [new AbortController(), new AbortController()];
    const first = slow.ask(body, { kind: 'session' }, reading.signal);
    const second = slow.ask(body, { kind: 'session' }, waiting.signal);
    const third = slow.ask(body, { kind: 'session' });
    await expect.poll(() => starts).toEqual(['started']);
    // A reading that is waiting for its turn can be cancelled.
    waiting.abort();
    expect(await second).toEqual({ kind: 'unread', why: 'cancelled' });
    expect(starts).toEqual(['started']);
    reading.abort();
    expect(await first).toEqual({ kind: 'unread', why: 'cancelled' });
    expect(await third).toMatchObject({ kind: 'read' });
    expect(starts).toEqual(['started', 'ended', 'started']);
    const aborted = AbortSignal.abort();
    expect(await slow.ask(body, { kind: 'session' }, aborted)).toEqual({ kind: 'unread', why: 'cancelled' });
    expect(starts).toHaveLength(3);
  });

  it('that is no longer in the store is reported as a failure', async () => {
    const body = await stored(session('1'));
    await bodies.release(body.bodyId);
    expect(await reader().ask(body, { kind: 'session' })).toEqual({ kind: 'unread', why: 'failed' });
  });
});
