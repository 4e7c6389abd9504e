import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { licences, LICENCES_FILE } from './licences.mjs';

let root = '';
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'licences-'))));
afterEach(() => rmSync(root, { recursive: true }));

/** What the plugin lists for a bundle of one module. */
async function listFor(source, beside) {
  const entry = join(root, 'entry.js');
  writeFileSync(entry, source);
  const { output } = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [licences(beside)],
    resolve: { alias: { jose: join(process.cwd(), 'node_modules', 'jose') } },
    build: { write: false, rolldownOptions: { input: entry } },
  });
  return JSON.parse(output.find(({ fileName }) => fileName === LICENCES_FILE).source);
}

describe('licences', () => {
  it('lists bundled and extra packages by name, with version, licence and its text', async () => {
    const list = await listFor(`import { decodeJwt } from 'jose'; console.log(decodeJwt('x'));`, ['keytar']);
    expect(list.map(({ name }) => name)).toEqual(['@github/keytar', 'jose']);
    expect(list[1]).toEqual({
      name: 'jose',
      version: expect.stringMatching(/^6\./),
      licence: 'MIT',
      text: expect.stringContaining('Permission is hereby granted'),
    });
  });

  it('lists nothing for a bundle of the app’s own modules', async () => {
    expect(await listFor('console.log(1);')).toEqual([]);
  });

  it('rejects a package whose licence has no SPDX name', async () => {
    const folder = join(root, 'node_modules', 'odd');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), 'console.log(1);');
    writeFileSync(join(folder, 'package.json'), '{"name":"odd","version":"1.0.0","license":"ask me"}');
    await expect(listFor(`import 'odd';`)).rejects.toThrow('License "ask me" for odd@1.0.0');
  });
});
