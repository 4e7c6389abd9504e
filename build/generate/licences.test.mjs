import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { licenceOf, licences, packageFolderOf } from './licences.mjs';

const path = (...parts) => parts.join(sep);

describe('packageFolderOf', () => {
  it.each([
    [path('', 'a', 'node_modules', 'vue', 'dist', 'vue.js'), path('', 'a', 'node_modules', 'vue')],
    [path('', 'a', 'node_modules', '@x', 'y', 'index.js'), path('', 'a', 'node_modules', '@x', 'y')],
    [
      path('', 'a', 'node_modules', 'b', 'node_modules', 'c', 'c.js'),
      path('', 'a', 'node_modules', 'b', 'node_modules', 'c'),
    ],
    [`\0${path('', 'a', 'node_modules', 'vue', 'x.js')}?commonjs`, path('', 'a', 'node_modules', 'vue')],
    [path('', 'a', 'src', 'main.ts'), null],
    ['\0virtual:thing', null],
  ])('%j', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder);
  });
});

describe('licences', () => {
  it('reads the licence that a package comes with', () => {
    const { name, version, licence, text } = licenceOf(join(process.cwd(), 'node_modules', 'vue'));
    expect([name, licence]).toEqual(['vue', 'MIT']);
    expect(version).toMatch(/^3\./);
    expect(text).toContain('Permission is hereby granted');
  });

  it('names what is in the bundle and beside it, each once', () => {
    const emitted = [];
    const modules = {
      [join(process.cwd(), 'node_modules', 'pinia', 'a.js')]: {},
      [join(process.cwd(), 'src', 'b.ts')]: {},
    };
    const bundle = {
      'a.js': { type: 'chunk', modules },
      'b.js': { type: 'chunk', modules },
      'c.css': { type: 'asset' },
    };
    licences(['keytar']).generateBundle.call({ emitFile: (file) => emitted.push(file) }, {}, bundle);
    expect(emitted.map(({ fileName }) => fileName)).toEqual(['licences.json']);
    expect(JSON.parse(emitted[0].source).map(({ name }) => name)).toEqual(['@github/keytar', 'pinia']);
  });
});
