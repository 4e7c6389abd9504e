import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nodeHeaders } from './keychain-module.mjs';

let prefix;
beforeEach(() => {
  prefix = mkdtempSync(join(tmpdir(), 'pae-node-'));
  mkdirSync(join(prefix, 'include', 'node'), { recursive: true });
  const defines = ['MAJOR 20', 'MINOR 20', 'PATCH 2'].map((define) => {
    const [name, value] = define.split(' ');
    return `#define NODE_${name}_VERSION ${value}`;
  });
  writeFileSync(join(prefix, 'include', 'node', 'node_version.h'), defines.join('\n'));
});
afterEach(() => rmSync(prefix, { recursive: true }));

it("finds the running Node's own headers", () => {
  expect(nodeHeaders(join(prefix, 'bin', 'node'), '20.20.2')).toBe(prefix);
});

it('does not take the headers of another Node', () => {
  expect(nodeHeaders(join(prefix, 'bin', 'node'), '22.1.0')).toBeUndefined();
  expect(nodeHeaders(join(prefix, 'elsewhere', 'bin', 'node'), '20.20.2')).toBeUndefined();
});
