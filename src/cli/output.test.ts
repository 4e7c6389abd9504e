import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT, gravest } from './exit-codes';
import type { Format } from './formats';
import { alignedLines, Output, writeRows } from './output';

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

it('Rows are the same in each format, and CSV begins no formula', async () => {
  expect(await written('text')).toBe('name      total  note\nAda       13591  -\na "b", c  -      =1+1\n');
  expect(await written('csv')).toBe('name,total,note\r\nAda,13591,\r\n"a ""b"", c",,\'=1+1\r\n');
  expect(JSON.parse(await written('json'))).toEqual(ROWS);
  expect((await written('ndjson', [{ a: 1 }, 'b'])).split('\n')).toEqual(['{"a":1}', '"b"', '']);
});

it('What an answer says does not move the cursor of a terminal', () => {
  const [, line] = alignedLines(['a', 'b'], [{ a: '\u001b[2J\u202ex', b: 'y\nz' }]);
  expect(line).toBe(' [2J x  y z');
});

it('A file that is there is not written over, and one that is new is the person’s alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cli-output-'));
  const file = join(folder, 'out');
  const first = new Output(file, new PassThrough());
  await first.line('1');
  await first.close();
  await expect(new Output(file, new PassThrough()).ready()).rejects.toMatchObject({ code: 'EEXIST' });
  const second = new Output(file, new PassThrough());
  await expect(second.line('2').then(() => second.close())).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(file, 'utf8')).toBe('1\n');
  await rm(folder, { recursive: true });
});

it('Of several outcomes the gravest is the program’s', () => {
  expect(gravest([])).toBe(EXIT.done);
  expect(gravest([EXIT.done, EXIT.notFound])).toBe(EXIT.notFound);
  expect(gravest([EXIT.refused, EXIT.unmet, EXIT.notFound])).toBe(EXIT.refused);
  expect(gravest([EXIT.unknown, EXIT.refused, EXIT.notFound])).toBe(EXIT.unknown);
});
