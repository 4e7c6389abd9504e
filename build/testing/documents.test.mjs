// Checks the documents against the code: whatever they name must exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Folders that a path may be relative to: in prose `shared/http/exchange.ts` is clear without `src/`. */
const starts = ['', 'src/', 'src/main/', 'src/renderer/'];
/** The folders of the repository itself; what a build or a test leaves behind does not count. */
const topFolders = ['bench', 'build', 'docs', 'e2e', 'src'];

const read = (document) => readFileSync(join(root, document), 'utf8');

/** The relative links of a document, as paths from the root. */
function linksOf(document) {
  const links = Array.from(read(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g), ([, link]) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => relative(root, join(root, dirname(document), link)));
}

/** Paths in code spans: files are recognised by their extension, folders by their first step. A path stops at a wildcard. */
function pathsOf(document) {
  const withoutBlocks = read(document).replace(/^```[^]*?^```/gm, '');
  const words = Array.from(withoutBlocks.matchAll(/`([^`\n]+)`/g), ([, code]) => code.split(' ')).flat();
  return words
    .filter((word) => /^[\w.-]+(?:\/[\w.*<>{}|,-]*)+$/.test(word))
    .filter(
      (word) =>
        /\.(?:ts|mjs|cjs|vue|md|json|yaml|css|html)$/.test(word) ||
        topFolders.includes(word.split('/')[0]) ||
        /^(?:contract|shared|main|preload|renderer|sandbox)\//.test(word),
    )
    .map((word) => word.replace(/[^/]*[*<{|].*$/, ''))
    .filter((path) => path !== '');
}

const exists = (path) => starts.some((start) => existsSync(join(root, start, path)));

/** The texts of the sources below a folder, to be searched. */
function sourcesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.(?:m?ts|m?js|vue)$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
}

describe.each(documents)('%s', (document) => {
  it('names only files and folders that exist', () => {
    expect(linksOf(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(pathsOf(document).filter((path) => !exists(path))).toEqual([]);
  });

  it('names only npm scripts of package.json', () => {
    const named = Array.from(read(document).matchAll(/`npm run (?:-s )?([\w:-]+)/g), ([, name]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it('links and paths in a document are found', () => {
  expect(linksOf('docs/architecture.md')).toContain('CONTRIBUTING.md');
  expect(pathsOf('docs/architecture.md')).toContain('src/contract');
});

describe('the glossary', () => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 7 && cells[3]?.startsWith('`'))
    .map(([, term, , name, where]) => [term, name.replaceAll('`', ''), where.replaceAll('`', '')]);

  it('has terms', () => expect(rows.length).toBeGreaterThan(30));

  it.each(rows)('%s is %s, below %s', (_term, name, where) => {
    const declared = new RegExp(String.raw`\b(?:class|interface|type|function|const) ${name}\b`);
    expect(sourcesBelow(where).some((text) => declared.test(text))).toBe(true);
  });
});

it('limits are called MAX_ or MIN_ in every source', () => {
  const folders = ['src', 'e2e', 'bench', 'build'];
  const names = folders
    .flatMap(sourcesBelow)
    .flatMap(
      (text) => text.match(/\b(?:MOST|LEAST|FEWEST|LONGEST|SHORTEST|LARGEST|SMALLEST)_[A-Z]\w*/g) ?? [],
    );
  expect(names).toEqual([]);
});
