import fc from 'fast-check';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parsableValue } from '@shared/testing/parsable-json';
import type { ExportFormat, ExportPart } from '@shared/bridge/exports';
import { maskCardData } from '@shared/cards/mask-card-data';
import { answer } from '../bridge/bridge-handler';
import { tableExports } from './export-handlers';
import { onOneLine } from './export-file';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let chosen: string | null;
beforeEach(async () => {
  chosen = join(folder, 'buyers.out');
});

const exports = tableExports({ files: { choosePathToSave: () => Promise.resolve(chosen) } });

async function begin(format: ExportFormat, columns: readonly string[] = []): Promise<string> {
  const begun = await exports.handlers.beginExport.handle({
    what: 'buyers',
    suggestedName: 'buyers.out',
    format,
    columns: [...columns],
  });
  if (begun === null) throw new Error('no file was chosen');
  return begun.exportId;
}

async function write(format: ExportFormat, parts: readonly ExportPart[], columns: readonly string[] = []) {
  const exportId = await begin(format, columns);
  // Sent all at once: their order must be kept.
  await Promise.all(
    parts.map((part) =>
      answer('writeExport', exports.handlers.writeExport, [{ exportId, part }], unexpected),
    ),
  );
  const { path, bytes } = await exports.handlers.finishExport.handle({ exportId });
  const text = await readFile(path, 'utf8');
  expect(bytes).toBe(Buffer.byteLength(text));
  expect(await readdir(folder)).toEqual(['buyers.out']);
  return text;
}

function unexpected(where: string, error: unknown): void {
  throw new Error(`${where}: ${String(error)}`);
}

describe('an export', () => {
  it('removes what another one left in the folder when the app was killed, unless it may still be written', async () => {
    const [old, young, other] = ['a.csv', 'b.csv', 'c.csv.partial'].map((name, at) =>
      join(folder, at === 2 ? name : `${name}.9e000000-0000-4000-8000-00000000000${at}.partial`),
    );
    const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
    for (const [path = '', hours] of [
      [old, 2],
      [young, 0.5],
      [other, 2],
    ] as const) {
      await writeFile(path, 'Ada');
      await utimes(path, hoursAgo(hours), hoursAgo(hours));
    }
    const exportId = await begin('csv');
    await exports.handlers.finishExport.handle({ exportId });
    expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
      [young, join(folder, 'buyers.out'), other].sort(),
    );
  });

  it('as CSV has a header row, and makes formulas harmless', async () => {
    const text = await write(
      'csv',
      [
        { kind: 'cells', records: [['1', 'Ada "the first", Lovelace', null]] },
        { kind: 'cells', records: [['2', '=HYPERLINK("http://x")', 5]] },
      ],
      ['id', 'display_name', 'n'],
    );
    expect(text).toBe(
      '\ufeffid,display_name,n\r\n1,"Ada ""the first"", Lovelace",\r\n2,"\'=HYPERLINK(""http://x"")",5\r\n',
    );
  });

  it('as JSON and NDJSON contains the same values if they include no card data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(parsableValue(), { maxLength: 3 }), { maxLength: 4 }),
        async (parts) => {
          const texts = parts.map((values) => values.map((value) => JSON.stringify(value, null, 2)));
          const sent = texts.map((part): ExportPart => ({ kind: 'json', texts: part }));
          fc.pre(texts.flat().every((text) => maskCardData(text) === text));
          const expected = texts.flat().map((text): unknown => JSON.parse(text));
          expect(JSON.parse(await write('json', sent))).toEqual(expected);
          const lines = (await write('ndjson', sent)).split('\n');
          expect(lines.pop()).toBe('');
          expect(lines.map((line): unknown => JSON.parse(line))).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
    expect(onOneLine('{\r\n  "big": 12345678901234567890.10,\n\n  "a": "x\\ny  z"\n}')).toBe(
      '{"big": 12345678901234567890.10,"a": "x\\ny  z"}',
    );
  });

  it('contains no card number and no security code, in any format', async () => {
    const card = '4111111111111111';
    const csv = await write(
      'csv',
      [{ kind: 'cells', records: [[card, `a ${card}`, Number(card), '4111 1111 1111 1111', 5]] }],
      ['a', 'b', 'c', 'd', card],
    );
    const texts = [`{"a":"${card}","${card}":1,"b":${card},"cvv":987,"n":1.50}`];
    const [json, lines] = [
      await write('json', [{ kind: 'json', texts }]),
      await write('ndjson', [{ kind: 'json', texts }]),
    ];
    for (const text of [csv, json, lines]) expect(text).not.toMatch(/4111[ ]?1111[ ]?1111[ ]?1111|987/);
    expect(JSON.parse(json)).toHaveLength(1);
    expect(lines).toContain('"n":1.50');
  });

  it.each<[ExportFormat, ExportPart]>([
    ['json', { kind: 'cells', records: [['1']] }],
    ['ndjson', { kind: 'cells', records: [['1']] }],
    ['csv', { kind: 'json', texts: ['{"a":1}'] }],
  ])('as %s takes no part of another format, and ends with it', async (format, part) => {
    const exportId = await begin(format);
    const refused = exports.handlers.writeExport.handle({ exportId, part });
    const detail = expect.stringContaining('an export as');
    await expect(refused).rejects.toMatchObject({ problem: { code: 'cannot-write-file', detail } });
    await expect(async () => exports.handlers.finishExport.handle({ exportId })).rejects.toThrow('no export');
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves an existing file unchanged when abandoned, refused or interrupted', async () => {
    if (chosen === null) throw new Error('a file is chosen');
    await writeFile(chosen, 'older');
    await exports.handlers.abandonExport.handle({ exportId: await begin('csv') });

    const exportId = await begin('json');
    const part = { kind: 'json', texts: ['{"a": 1}', 'no JSON'] } as const;
    const refused = await answer(
      'writeExport',
      exports.handlers.writeExport,
      [{ exportId, part }],
      unexpected,
    );
    expect(refused).toMatchObject({ ok: false, problem: { code: 'cannot-write-file' } });
    await expect(exports.handlers.finishExport.handle({ exportId })).rejects.toThrow('no export');

    await begin('ndjson');
    await exports.close();
    expect(await readdir(folder)).toEqual(['buyers.out']);
    expect(await readFile(chosen, 'utf8')).toBe('older');
  });

  it('does not begin when no file is chosen or the file cannot be written', async () => {
    chosen = null;
    const argument = { what: 'buyers', suggestedName: 'buyers.csv', format: 'csv', columns: [] };
    const none = await answer('beginExport', exports.handlers.beginExport, [argument], unexpected);
    expect(none).toEqual({ ok: true, value: null });
    chosen = join(folder, 'missing', 'buyers.csv');
    const failed = await answer('beginExport', exports.handlers.beginExport, [argument], unexpected);
    expect(failed).toMatchObject({ ok: false, problem: { title: 'buyers.csv could not be written' } });
  });

  it.each(['../up.csv', '.hidden', 'a/b', 'a\\b', ''])(
    'refuses a suggested name that is empty, hidden or a path: %s',
    (suggestedName) => {
      const argument = { what: 'buyers', suggestedName, format: 'csv', columns: [] };
      expect(exports.handlers.beginExport.parse.safeParse(argument).success).toBe(false);
    },
  );
});
