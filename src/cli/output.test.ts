import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT, exitOfProblem, gravest } from './exit-codes';
import type { Format } from './formats';
import { UsageError } from './usage-error';
import { alignedLines, Output, writeRows } from './output';
import { noCredential } from '@main/credentials/credential-problems';
import { ENTER_A_TOKEN } from '@shared/explain/status-words';
import { say, sayProblem, shellWord } from './say';

const ROWS = [
  { name: 'Ada', total: 13591, note: null },
  { name: 'a "b", c', total: null, note: '=1+1' },
];
async function written(format: Format, values?: readonly unknown[]): Promise<string> {
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  await writeRows(output, format, ['name', 'total', 'note'], ROWS, values);
  await output.close();
  return String(stdout.read());
}

it('writes the same rows in each format, and no formula in CSV', async () => {
  expect(await written('text')).toBe('name      total  note\nAda       13591  -\na "b", c  -      =1+1\n');
  expect(await written('csv')).toBe('name,total,note\r\nAda,13591,\r\n"a ""b"", c",,\'=1+1\r\n');
  expect(JSON.parse(await written('json'))).toEqual(ROWS);
  expect((await written('ndjson', [{ a: 1 }, 'b'])).split('\n')).toEqual(['{"a":1}', '"b"', '']);
});

it('replaces control characters in a row', () => {
  const [, line] = alignedLines(['a', 'b'], [{ a: '\u001b[2J\u202ex', b: 'y\nz' }]);
  expect(line).toBe(' [2J x  y z');
});

it('prints a long value in full without widening other rows', () => {
  const long = 'x'.repeat(3_000);
  const [head, first, second] = alignedLines(
    ['a', 'b'],
    [
      { a: 'Ada', b: 1 },
      { a: long, b: 2 },
    ],
  );
  expect(second).toBe(`${long}  2`);
  expect([head?.length, first?.length]).toEqual([83, 83]);
});

it('does not overwrite a file, and does not remove one that it did not create', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cli-output-'));
  const file = join(folder, 'out');
  const first = new Output(file, new PassThrough());
  await first.ready();
  await first.line('1');
  await first.close();
  const second = new Output(file, new PassThrough());
  const ready = second.ready();
  await expect(ready).rejects.toBeInstanceOf(UsageError);
  await expect(ready).rejects.toThrow(`--output ${file}: it exists already, and nothing is overwritten.`);
  const nowhere = new Output(join(folder, 'no', 'out'), new PassThrough());
  await expect(nowhere.ready()).rejects.toThrow('there is no such file or folder. Nothing was sent.');
  // Closing it does not remove a file that it did not create.
  await expect(second.close()).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(file, 'utf8')).toBe('1\n');
  await rm(folder, { recursive: true });
});

it('replaces control characters on a terminal, but not in a pipe', async () => {
  const written = async (isTTY: boolean): Promise<string> => {
    const stdout = Object.assign(new PassThrough(), { isTTY });
    await new Output(null, stdout).write('a\u001b[2J\tb\n');
    return String(stdout.read());
  };
  expect(await written(true)).toBe('a [2J\tb\n');
  expect(await written(false)).toBe('a\u001b[2J\tb\n');
});

it('masks card data in texts, rows, bodies and messages', async () => {
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const [number, code] = ['5555555555554444', '"cvc":"987"'];
  await output.write(`{"pan":"${number}",${code}}\n`);
  await writeRows(output, 'csv', ['card'], [{ card: number }]);
  async function* pieces(text: string): AsyncGenerator<Buffer> {
    for (const at of [0, 12]) yield Buffer.from(text.slice(at, at === 0 ? 12 : undefined));
  }
  await output.body(pieces(`{"pan":"${number}",${code}}`), 'utf-8');
  const out = String(stdout.read());
  expect(out.match(/555555••••••4444/g)).toHaveLength(3);
  expect(out).not.toMatch(/5555555555554444|987/);
  const said: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  say(`> https://shop.example/cards/${number}?cvc=987`);
  process.stderr.write = write;
  expect(said.join('')).toBe('> https://shop.example/cards/555555••••••4444?cvc=•••\n');
});

it('writes binary data byte for byte', async () => {
  const stdout = new PassThrough();
  const bytes = Buffer.from('\u00ff\u00004111111111111111', 'latin1');
  async function* pieces(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  await new Output(null, stdout).body(pieces(), 'binary');
  expect(stdout.read()).toEqual(bytes);
});

it('treats a closed pipe as no error', async () => {
  const stdout = new Writable({
    highWaterMark: 1,
    write: (_piece, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })),
  });
  const output = new Output(null, stdout);
  await output.write('one');
  await expect.poll(() => output.isGone).toBe(true);
  await output.write('two');
  await output.close();
});

it('treats what was still to be written to a closed pipe as no error, either', async () => {
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const stdout = new Writable({ write: (_text, _encoding, done) => void setImmediate(() => done(gone)) });
  const output = new Output(null, stdout);
  await Promise.all([output.line('1'), output.line('2'), output.flush()]);
  expect(output.isGone).toBe(true);
  await output.close();
});

it('leaves no empty file after a command without output', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cli-output-'));
  const output = new Output(join(folder, 'out'), new PassThrough());
  await output.ready();
  await output.close();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

it('names the file that cannot be written, and removes it if empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cli-output-'));
  const file = join(folder, 'out');
  const output = new Output(file, new PassThrough());
  await output.ready();
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
  output['target'].destroy(full);
  await expect(output.close()).rejects.toMatchObject({ code: 'ENOSPC', path: file });
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

it('indents multi-line messages, removes control characters, and quotes shell words', () => {
  const said: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  say('It says: \u001b]0;x\u0007\n\nSent, and fine.');
  process.stderr.write = write;
  expect(said).toEqual(['It says:  ]0;x \n    \n    Sent, and fine.\n']);
  expect(shellWord('AbC-_=123')).toBe('AbC-_=123');
  expect(shellWord('=AbC')).toBe("'=AbC'");
  expect(shellWord("c'; rm -rf /\u001b")).toBe("'c'\\''; rm -rf / '");
});

it('exits with the gravest of several outcomes', () => {
  expect(gravest([])).toBe(EXIT.done);
  expect(gravest([EXIT.done, EXIT.notFound])).toBe(EXIT.notFound);
  expect(gravest([EXIT.refused, EXIT.unmet, EXIT.notFound])).toBe(EXIT.refused);
  expect(gravest([EXIT.unknown, EXIT.refused, EXIT.notFound])).toBe(EXIT.unknown);
});

it('exits with an unknown outcome rather than with later failures', () => {
  expect(gravest([EXIT.unknown, EXIT.failed, EXIT.failed])).toBe(EXIT.unknown);
});

it('distinguishes what is missing from what is refused, and both from a failure', () => {
  const codes = ['history-entry-gone', 'profile-read-only', 'keychain-locked', 'bad-arguments', 'defect'];
  expect(codes.map(exitOfProblem)).toEqual([
    EXIT.notFound,
    EXIT.refused,
    EXIT.failed,
    EXIT.failed,
    EXIT.failed,
  ]);
});

it.each([
  ['no token', noCredential('p').problem],
  ['a token that was refused', { ...noCredential('p').problem, code: 'status-401', nextStep: ENTER_A_TOKEN }],
  ['no keychain', { ...noCredential('p').problem, code: 'keychain-absent', nextStep: 'Start a keychain.' }],
])('names the ways to give a token after %s', (_what, problem) => {
  const said: string[] = [];
  sayProblem((words) => said.push(words), problem);
  expect(said.at(-1)).toMatch(/access token.*in PAYMENTS_EXPLORER_TOKEN, .*--token-stdin/);
});
