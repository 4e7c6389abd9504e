import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SandboxHost } from './sandbox-host';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();

async function host(script: string): Promise<SandboxHost> {
  const file = join(folder, 'worker.cjs');
  await writeFile(file, `const { parentPort } = require('node:worker_threads');\n${script}`);
  return new SandboxHost(file);
}

describe('SandboxHost', () => {
  it.each([
    ['cannot start', "throw new Error('no such module')", /no such module/],
    ['says that it failed', "parentPort.postMessage({ type: 'failed', message: 'no port' })", /no port/],
    ['exits silently', 'process.exit(3)', /ended \(code 3\)/],
    ['sends an unknown message', "parentPort.postMessage('hello')", /unknown way/],
  ])('rejects and can be stopped when its worker %s', async (_name, script, why) => {
    const sandbox = await host(script);
    await expect(sandbox.running).rejects.toThrow(why);
    await sandbox.stop();
    await sandbox.stop();
  });

  it('stops a worker that ignores messages', async () => {
    const sandbox = await host('parentPort.on("message", () => undefined)');
    await sandbox.stop();
    await expect(sandbox.running).rejects.toThrow('the sandbox ended');
  });
});
