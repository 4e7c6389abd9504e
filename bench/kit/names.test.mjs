import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// The benches find things by role and name, as the journeys do, but no build runs them: a word that changes in the
// window would be noticed by whoever measures next.
const root = join(import.meta.dirname, '..', '..');
const textsIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));

const names = new Set(
  textsIn('bench', /(?<!\.test)\.mjs$/).flatMap((text) =>
    Array.from(text.matchAll(/getByRole\('\w+', \{ name: '([^']+)'/g), ([, name]) => name),
  ),
);
const window = textsIn('src/renderer', /(?<!\.test|\.fixture)\.(?:vue|ts)$/).join('\n');

describe('what the benches look for', () => {
  it('has names', () => expect(names.size).toBeGreaterThan(5));

  it.each([...names])('is in the window: %s', (name) => {
    // Not `toMatch`, which would print all of the window's sources.
    expect(new RegExp(`["'\`>]\\s*${name}\\s*["'\`<]`).test(window)).toBe(true);
  });
});
