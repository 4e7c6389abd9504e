import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { updateSource } from '../../../build/updates/sign.mjs';
import { readUpdateSource } from './update-source';
import { testingFolder } from '../testing/testing-folder';

const { privateKey } = generateKeyPairSync('ed25519');
const folder = testingFolder();

async function read(text: string) {
  const file = join(folder, 'update-source.json');
  await writeFile(file, text);
  return readUpdateSource(file);
}

it('the update source is what the build names, over https', async () => {
  const text = updateSource('https://releases.example/newest.json', privateKey);
  expect(await read(text)).toEqual(JSON.parse(text));
});

it.each([
  ['no address', '{ "address": null, "publicKey": null }'],
  ['no key', '{ "address": "https://releases.example/" }'],
  ['plain HTTP', updateSource('http://releases.example/', privateKey)],
  ['a password in it', updateSource('https://a:b@releases.example/', privateKey)],
  [
    'another kind of key',
    updateSource('https://a.example/', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  ],
  ['invalid JSON', ''],
])('there is no update source with %s', async (_, text) => {
  expect(await read(text)).toBeNull();
});

it('there is no update source without a file', async () => {
  expect(await readUpdateSource(join(folder, 'none.json'))).toBeNull();
});
