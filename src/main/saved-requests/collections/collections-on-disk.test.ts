import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { testingFolder } from '../../testing/testing-folder';
import { readSource } from '../read-source';
import { readCollectionsBelow } from './collections-on-disk';

const folder = testingFolder();
const NOT_UTF8 = { ok: false, why: 'It is not UTF-8 text. Save it as UTF-8.' };

const bru = (name: string): string =>
  `meta {\n  name: ${name}\n}\n\npost {\n  url: https://psp.example/${name}\n}\n`;
const open = (name: string): string =>
  `info: { name: ${name}, type: http }\nhttp: { method: GET, url: https://psp.example/o }\n`;
const postman = (name: string): string =>
  JSON.stringify({
    info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name, request: { method: 'GET', url: 'https://psp.example/p' } }],
  });
const har = (name: string): string =>
  JSON.stringify({ log: { entries: [{ request: { method: 'GET', url: `https://psp.example/${name}` } }] } });

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

const read = () => readCollectionsBelow(folder, async (source) => readSource(source));
const namesIn = ({ collections }: Awaited<ReturnType<typeof read>>): string[] =>
  collections
    .flatMap(({ found }) => found)
    .map((found) => (found.read.ok ? found.read.request.name : found.read.why))
    .sort();

it.each([
  ['Bruno', 'shop/Müller.bru', bru('Müller')],
  ['OpenCollection', 'open/Müller.yml', open('Müller')],
  ['Postman', 'Müller.postman_collection.json', postman('Müller')],
  ['HAR', 'Müller.har', har('Müller')],
])(
  'a file of %s that is not UTF-8 is named and left out, and the others are read',
  async (_tool, file, text) => {
    await write('shop/bruno.json', '{"name": "Shop"}');
    await write('shop/Refund.bru', bru('Refund'));
    await write('open/opencollection.yml', 'opencollection: 1.0.0\ninfo: { name: Open shop }\n');
    await write('open/Get.yml', open('Get'));
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      await write(file, bytes);
      const found = await read();
      expect(found.unread).toEqual([{ file, read: NOT_UTF8 }]);
      expect(namesIn(found)).toEqual(['Get', 'Refund']);
    }
    await write(file, text);
    expect(namesIn(await read())).toHaveLength(3);
  },
);

it.each(['bruno.json', 'opencollection.yml'])(
  'a %s that is not UTF-8 is named, and the collection is called as its folder is',
  async (settings) => {
    await write(`shop/${settings}`, Buffer.from('{"opencollection": "1", "name": "Müller"}', 'latin1'));
    await write(
      settings === 'bruno.json' ? 'shop/Refund.bru' : 'shop/Refund.yml',
      settings === 'bruno.json' ? bru('Refund') : open('Refund'),
    );
    const found = await read();
    expect(found.unread).toEqual([{ file: join('shop', settings), read: NOT_UTF8 }]);
    expect(found.collections.map(({ report }) => report.name)).toEqual(['shop']);
    expect(namesIn(found)).toEqual(['Refund']);
  },
);

it.each(['shop/Large.bru', 'Large.postman_collection.json'])(
  'a file that is too large is named: %s',
  async (file) => {
    await write('shop/bruno.json', '{"name": "Shop"}');
    await write('shop/Refund.bru', bru('Refund'));
    await write(file, '');
    await truncate(join(folder, file), 20_000_001);
    const found = await read();
    expect(found.unread).toEqual([
      { file, read: { ok: false, why: 'It has 20000001 bytes; at most 20000000 are read.' } },
    ]);
    expect(namesIn(found)).toEqual(['Refund']);
  },
);

it.each([
  ['Shop.postman_collection.json', postman('Shop').slice(0, -5)],
  ['Shop.har', '{"log": {"entries": ['],
])('a file that is a collection by its name, but cannot be read, is named: %s', async (file, text) => {
  await write(file, text);
  await write('package.json', '{');
  expect((await read()).unread).toEqual([
    { file, read: { ok: false, why: 'It is not valid JSON to the end: part of it may be missing.' } },
  ]);
});

it('a folder with more files than are read says where reading stopped', async () => {
  await mkdir(join(folder, 'a'));
  for (let at = 0; at < 5_000; at += 1) await writeFile(join(folder, 'a', `${at}.json`), '');
  await write('b/Last.postman_collection.json', postman('Last'));
  const found = await read();
  expect(found.unread).toEqual([
    {
      file: 'b/Last.postman_collection.json',
      read: { ok: false, why: 'Of a folder 5000 files are read: this one and the rest are left out.' },
    },
  ]);
});

it('names the proxy and the client certificates of a Bruno collection that are in use', async () => {
  const notes = async (settings: object): Promise<unknown> => {
    await write('shop/bruno.json', JSON.stringify({ name: 'Shop', ...settings }));
    return (await read()).collections.map(({ report }) => report.notes);
  };
  await write('shop/Refund.bru', bru('Refund'));
  const proxy = { enabled: true, hostname: 'proxy.example', auth: { password: 'canary' } };
  const clientCertificates = { enabled: true, certs: [{ domain: 'a.example', passphrase: 'canary' }] };
  expect(await notes({ proxy, clientCertificates })).toEqual([
    [
      'Its proxy was left out: the service calls the destination itself.',
      'Its client certificates were left out: set up an authentication method of the service.',
    ],
  ]);
  const off = { enabled: false };
  expect(
    await notes({ proxy: { ...proxy, ...off }, clientCertificates: { ...clientCertificates, ...off } }),
  ).toEqual([[]]);
});
