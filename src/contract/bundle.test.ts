import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { runInNewContext } from 'node:vm';

/**
 * Builds one CommonJS file for the oldest runtime, the way the main bundle is built. Returns it with the modules that
 * went into it.
 */
async function bundle(entry: string) {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'node16.17',
      lib: { entry: `src/contract/${entry}`, formats: ['cjs'], fileName: 'bundle' },
    },
  });
  const chunk = [output].flat().flatMap((part) => ('output' in part ? part.output : []))[0];
  if (chunk?.type !== 'chunk') throw new Error('Nothing was bundled.');
  return { code: chunk.code, modules: chunk.moduleIds };
}

describe('the contract in a bundle', () => {
  it('checks responses without loading or compiling code at run time', async () => {
    const { code } = await bundle('findings.ts');
    expect(code).not.toMatch(/\brequire\(|new Function|\beval\(/);
    const exports: Record<string, unknown> = {};
    // Code from strings is refused in this context, as it is under the content security policy.
    const check: unknown = runInNewContext(
      code + ';exports.checkResponse("get_checkout_session", 200, {}).findings.length',
      { exports },
      { contextCodeGeneration: { strings: false, wasm: false } },
    );
    expect(check).toBe(2);
  });

  it('leaves out validators and operation details if only types and tables are imported', async () => {
    const { modules } = await bundle('index.ts');
    expect(modules.some((id) => id.endsWith('generated/operations.ts'))).toBe(true);
    expect(modules.filter((id) => /validators|findings|operation-details/.test(id))).toEqual([]);
  });
});
