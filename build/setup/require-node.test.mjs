import { Linter } from 'eslint';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from './paths.mjs';

const refusal = createRequire(import.meta.url)('./require-node.cjs');
const manifest = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'));

describe('the Node that runs the commands', () => {
  it.each(['4.9.1', '12.22.12', '18.19.0', '20.18.3'])('%s is refused in one line', (version) => {
    const line = refusal(version, manifest.engines.node);
    expect(line).not.toContain('\n');
    expect(line).toContain('needs Node 20.19 or newer');
    expect(line).toContain(`this is Node ${version}.`);
    expect(line).toContain('https://nodejs.org/en/download');
  });

  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('%s is accepted', (version) => {
    expect(refusal(version, manifest.engines.node)).toBeNull();
  });

  it('is checked in a file that an old Node can parse', () => {
    const text = readFileSync(join(import.meta.dirname, 'require-node.cjs'), 'utf8');
    const languageOptions = { ecmaVersion: 5, sourceType: 'script' };
    expect(new Linter().verify(text, { languageOptions })).toEqual([]);
    expect(new Linter().verify('const a = b?.c', { languageOptions })[0]?.fatal).toBe(true);
  });

  it('is checked before a command does anything else', () => {
    for (const name of ['start', 'dev', 'test', 'sandbox']) {
      expect(manifest.scripts[name]).toMatch(/^node build\/setup\/require-node\.cjs && /);
    }
  });
});
