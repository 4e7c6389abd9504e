import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRequestFolder } from '../request-folder';
import { toRequestText } from '../request-text';
import { askedOf, composed, live, liveEach, problemOf, savedRequest, writeOutside } from './testing-live';

const { open, state, look, known } = liveEach();

const FILE = 'Charge.request.yaml';
const write = (bytes: Uint8Array | string): Promise<void> => writeFile(join(live.root, FILE), bytes);
const asked = composed('');
const one = savedRequest({ ...asked, request: { ...asked.request, body: '{\n  "name": "Müller"\n}' } });
const TEXT = toRequestText([one], false);

describe('a file that is not UTF-8', () => {
  it.each([
    ['Latin-1', Buffer.from(TEXT, 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ])('in %s is named, and neither read as other characters nor sent', async (_name, bytes) => {
    await write(bytes);
    await open();
    expect((await state()).broken).toEqual([
      { file: FILE, folder: 'team', why: 'It is not UTF-8 text. Save it as UTF-8.' },
    ]);
    expect(await live.store.all()).toEqual([]);
    expect(await readRequestFolder(live.root)).toEqual([
      { file: FILE, read: { ok: false, why: 'It is not UTF-8 text. Save it as UTF-8.' } },
    ]);
    await write(TEXT);
    await look();
    expect((await known(one.id)).request.body).toContain('Müller');
  });
});

describe('a save changes only its line in a file', () => {
  it.each([
    ['with line breaks of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', (text: string) => `\ufeff${text}`],
  ])('%s, which the request is read from as from any other', async (_name, laidOut) => {
    const commented = `# Ask Ada.\n${TEXT}`;
    await write(laidOut(commented));
    await open();
    const before = await known(one.id);
    expect(before.request.body).toBe(one.request.body);
    await live.store.put({ ...before, description: 'Mine' });
    expect(await askedOf(() => live).text(FILE)).toBe(
      laidOut(commented.replace('name: Charge\n', 'name: Charge\ndescription: Mine\n')),
    );
    expect((await known(one.id)).request.body).toBe(one.request.body);
  });
});

describe('names that are one on macOS, as their accents are stored in two ways', () => {
  const [composedName, decomposed] = ['Café', 'Café'].map((name, at) =>
    name.normalize(at === 0 ? 'NFC' : 'NFD'),
  );

  it('are pointed out, and a save makes no second one', async () => {
    await writeOutside(live.root, `${composedName}.request.yaml`, savedRequest());
    await open();
    await live.store.put(savedRequest({ folder: 'team', name: decomposed ?? '' }));
    expect(await askedOf(() => live).files()).toEqual([
      `${decomposed} 2.request.yaml`,
      `${composedName}.request.yaml`,
    ]);
    expect((await state()).remarks).toEqual([]);
    await writeOutside(live.root, `${decomposed}.request.yaml`, savedRequest());
    await look();
    expect((await state()).remarks.map(({ sentences }) => sentences[0])).toEqual([
      expect.stringContaining('accents stored another way'),
      expect.stringContaining('accents stored another way'),
    ]);
  });
});

it('a file that its owner made read-only is not written over', async () => {
  await write(TEXT);
  await chmod(join(live.root, FILE), 0o444);
  await open();
  const before = await known(one.id);
  expect(await problemOf(live.store.put({ ...before, description: 'x' }))).toBe('request-file-not-written');
  expect(await askedOf(() => live).text(FILE)).toBe(TEXT);
  await chmod(join(live.root, FILE), 0o644);
  await live.store.put({ ...(await known(one.id)), description: 'x' });
  expect(await askedOf(() => live).text(FILE)).toContain('description: x');
});
