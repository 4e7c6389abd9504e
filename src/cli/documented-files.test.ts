import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProfileStore } from '../main/profiles/profile-store';
import { readRequestText } from '../main/saved-requests/request-text';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'documented-files-'))));
afterEach(() => rm(folder, { recursive: true }));

/** The only example in docs/command-line.md in this language. */
async function example(language: string): Promise<string> {
  const text = await readFile('docs/command-line.md', 'utf8');
  const [only, another] = text.split(`\n\`\`\`${language}\n`).slice(1);
  if (only === undefined || another !== undefined) throw new Error(`not one example in ${language}`);
  return only.split('\n```\n')[0] ?? '';
}

it('reads the documented profiles file', async () => {
  const path = join(folder, 'profiles.json');
  await writeFile(path, await example('json'));
  const store = new ProfileStore({ path, announce: () => undefined, leavesDamaged: true });
  const { profiles, activeId, notice } = await store.describe();
  expect(notice).toBeNull();
  expect(profiles.find(({ id }) => id === activeId)).toMatchObject({
    name: 'Staging',
    baseUrl: 'https://api.staging.example',
  });
});

it('reads the documented request file, whose secret has to be given', async () => {
  const [only, another] = readRequestText(await example('yaml'), '5e550000-0000-4000-8000-000000000001');
  expect(another).toBeUndefined();
  if (!only?.ok) throw new Error(only?.why);
  const { request } = only.request;
  expect(request).toMatchObject({
    operation: 'vault_forward',
    body: expect.stringContaining('CARD_NUMBER_1'),
  });
  expect(request.headers.filter(({ secret }) => secret).map(({ name }) => name)).toEqual([
    'x-vault-forward-header-x-api-key',
  ]);
});

it('says what is missing in a request file, and where', async () => {
  const text = (await example('yaml')).replace('vault_forward', 'forward');
  const why =
    'Line 1: id: it is missing. Line 4: request.operation: it is an operation of the specification, such as vault_forward, or free.';
  expect(readRequestText(text)).toEqual([{ ok: false, why }]);
});
