import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '@shared/problem';
import { openLog, type LogOptions } from './log';
import { Redactor } from '../secrets/redactor';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'log-')), 'logs');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = (options: Partial<LogOptions> = {}) =>
  openLog({
    folder,
    redactor: new Redactor(),
    level: 'info',
    now: () => new Date('2026-11-21T02:50:04.123Z'),
    ...options,
  });
const lines = async (): Promise<string[]> =>
  (await readFile(join(folder, 'main.log'), 'utf8')).trimEnd().split('\n');

describe('openLog', () => {
  it('writes one line per entry, with the given fields', async () => {
    const log = open();
    log.write('info', 'transport', 'answered', { status: 200, headers: [['accept', '*/*']] });
    log.write('error', 'api', 'two\nlines\u2028more', new Error('boom'));
    log.write('debug', 'api', 'not written');
    const [first, second, ...others] = await lines();
    expect(first).toBe(
      '2026-11-21T02:50:04.123Z info transport: answered {"status":200,"headers":[["accept","*/*"]]}',
    );
    expect(second).toContain(
      'two\\u000alines\\u2028more {"name":"Error","message":"boom","stack":"Error: boom',
    );
    expect(others).toEqual([]);
  });

  it('that cannot be opened throws nothing, and is reported once on standard error', async () => {
    await writeFile(folder, 'a file in the way of the folder');
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    const log = open();
    log.write('error', 'a', 'b');
    log.setLevel('debug');
    log.write('debug', 'a', 'b');
    spy.mockRestore();
    expect(said).toEqual([expect.stringMatching(/^The log cannot be written: [^\n]+\n$/)]);
    expect(await readFile(folder, 'utf8')).toBe('a file in the way of the folder');
  });

  it('reports once, in one line, that its file cannot be written', async () => {
    await mkdir(join(folder, 'main.log'), { recursive: true });
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    const printed = vi
      .spyOn(console, 'error')
      .mockImplementation((...parts) => void said.push(String(parts)));
    const log = open();
    log.write('error', 'a', 'b');
    log.write('error', 'a', 'b');
    spy.mockRestore();
    printed.mockRestore();
    expect(said).toEqual([expect.stringMatching(/^The log cannot be written: [^\n]+\n$/)]);
  });

  it('is readable by this user only', async () => {
    open().write('info', 'a', 'b');
    if (process.platform !== 'win32') expect((await stat(join(folder, 'main.log'))).mode & 0o077).toBe(0);
  });

  it('stays within its size, whatever is written', async () => {
    const log = open({ maxBytes: 10_000 });
    for (let count = 0; count < 200; count += 1) log.write('info', 'a', `${count} ${'x y '.repeat(300)}`);
    log.write('info', 'a', 'z y '.repeat(100_000));
    log.write('info', 'a', 'the last');
    expect((await readdir(folder)).sort()).toEqual(['main.log', 'main.old.log']);
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).size).toBeLessThan(10_000 + 17_000);
    expect((await lines()).at(-1)).toContain('the last');
  });

  it('writes anything thrown without failing itself', async () => {
    const log = open();
    const circular: Record<string, unknown> = {
      name: 'loop',
      bytes: Buffer.from('CANARY'),
      at: new Date(NaN),
    };
    circular.self = circular;
    const unreadable = {
      get broken(): never {
        throw new Error('no');
      },
    };
    log.write('error', 'a', 'odd', {
      circular,
      unreadable,
      big: 1n,
      map: new Map([['authorization', 'CANARY']]),
      set: new Set([1]),
    });
    log.write(
      'error',
      'a',
      'problem',
      new ProblemError({ code: 'x', title: 't', meaning: 'm', nextStep: 'n', detail: 'd' }),
    );
    log.write('error', 'a', 'cause', new Error('outer', { cause: new Error('inner') }));
    const text = (await lines()).join('\n');
    expect(text).toContain('[circular]');
    expect(text).toContain('[unreadable]');
    expect(text).toContain('{"problem":"x","detail":"d"}');
    expect(text).toContain('inner');
    expect(text).not.toContain('CANARY');
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
        }),
        (value) => log.write('info', 'a', 'b', value),
      ),
    );
  });

  it('never writes a canary, whatever way it reaches the log', async () => {
    const redactor = new Redactor();
    redactor.remember('CANARY-opaque-token');
    const log = open({ redactor, level: 'debug', maxBytes: 50_000_000 });
    const canaries = {
      jwt: 'eyJhbGciOiJFUzUxMiJ9.eyJDQU5BUlkiOjF9.Q0FOQVJZLXNpZ25hdHVyZQ',
      card: '5100000000000008',
      spaced: '5100 0000 0000 0008',
      opaque: 'CANARY-opaque-token',
      key: '-----BEGIN PRIVATE KEY-----\nMIHuAgEAMBAGByqGSM49CANARY\n-----END PRIVATE KEY-----',
    };
    const canary = fc.constantFrom(...Object.values(canaries));
    const header = fc.constantFrom(
      'authorization',
      'x-vault-forward-header-authorization',
      'cookie',
      'x-api-key',
    );
    const words = fc.string({ unit: fc.constantFrom(...'abc XYZ{}[]"\':,\n') });
    const texts = fc
      .tuple(words, canary, words)
      .map(([before, secret, after]) => `${before} ${secret} ${after}`);
    const entry = fc.oneof(
      texts,
      texts.map((text) => new Error(text)),
      texts.map((text) => new Error('outer', { cause: { text } })),
      fc.tuple(header, fc.constant('CANARY-header')).map(([name, value]) => [[name, value]]),
      fc.tuple(header, fc.constant('CANARY-header')).map(([name, value]) => ({ headers: { [name]: value } })),
      fc.tuple(header, fc.constant('CANARY-header')).map(([name, value]) => `${name}: ${value}`),
      texts.map((text) => ({ deep: [{ body: JSON.stringify({ text }) }] })),
      texts.map((text) => new Map([[text, text]])),
      texts.map((text) => `${'x y '.repeat(990)}${text}`),
    );
    fc.assert(
      fc.property(entry, texts, (details, message) => log.write('info', 'a', message, { details })),
      { numRuns: 1_000 },
    );
    const written = await readFile(join(folder, 'main.log'), 'utf8');
    expect(written.length).toBeGreaterThan(100_000);
    expect(written.match(/CANARY|Q0FOQVJZ|DQU5BUlk|5100000000000008|5100 0000 0000 0008/g)).toBeNull();
  });
});
