import { expect, it } from 'vitest';
import { readDropped } from './read-dropped';

const ID = '5e550000-0000-4000-8000-000000000001';

it('reads all files that are dropped, in their order', async () => {
  const files = ['a', 'b', 'c'].map((text) => new File([text], `${text}.log`));
  expect(await readDropped(files)).toEqual({ text: 'a\nb\nc', refused: null });
});

it('reads a file in UTF-16, as PowerShell writes it', async () => {
  const pairs = [...`\ufeff${ID}`].map((sign) => sign.charCodeAt(0)).map((code) => [code & 0xff, code >> 8]);
  for (const bytes of [pairs.flat(), pairs.flatMap(([low = 0, high = 0]) => [high, low])])
    expect((await readDropped([new File([new Uint8Array(bytes)], 'log.txt')])).text).toBe(ID);
});

it('says which file is too large, or cannot be read, as a folder cannot', async () => {
  const large = new File([new Uint8Array(11_000_000)], 'large.log');
  expect((await readDropped([large])).refused).toBeNull();
  expect((await readDropped([large, large])).refused).toMatch(/^Together these files/);
  const larger = new File([new Uint8Array(21_000_000)], 'larger.log');
  expect((await readDropped([larger])).refused).toMatch(/^larger\.log is larger/);
  const folder = Object.assign(new File([], 'logs'), {
    arrayBuffer: () => Promise.reject(new Error('NotFound')),
  });
  expect(await readDropped([new File(['a'], 'a.log'), folder])).toEqual({
    text: null,
    refused: 'logs cannot be read. Drop the log files themselves, not their folder.',
  });
});
