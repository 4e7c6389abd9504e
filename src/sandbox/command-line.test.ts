import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpText, readCommandLine, UsageError } from './command-line';
import { authenticationIds } from './downstream-authentication/downstream-authentication';
import { faultHelp } from './faults/plan';
import { sampleIds } from './sessions/session-handler';
import { storedCards } from './vault/cards';

describe('readCommandLine', () => {
  it('takes every option', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-key-'));
    const file = join(folder, 'key.pem');
    await writeFile(
      file,
      generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey.export({ type: 'spki', format: 'pem' }),
    );
    const args =
      '--port 8080 --buyers 7 --seed=3 --forward-timeout 100 --max-body 10 --max-headers 2048 --fault latency=5,fail=1 --quiet';
    const read = await readCommandLine([...args.split(' '), '--register-key', file, '--register-key', file]);
    await rm(folder, { recursive: true });
    expect(read).toMatchObject({
      kind: 'run',
      quiet: true,
      options: {
        port: 8080,
        buyers: 7,
        seed: 3,
        forwardTimeoutMs: 100,
        maxBodyBytes: 10,
        maxHeaderBytes: 2048,
        faults: { latency: 5, fail: 1 },
        registeredKeys: [{ kid: expect.stringMatching(/^[\w-]{43}$/) }, {}],
      },
    });
  });

  it('has a default for each, and no log is the exception', async () => {
    expect(await readCommandLine([])).toMatchObject({
      kind: 'run',
      quiet: false,
      options: { port: 0, buyers: 2500, seed: 1 },
    });
    expect(await readCommandLine(['--help', '--port', 'x'])).toEqual({ kind: 'help' });
  });

  it.each([
    [['--port', '65536'], /--port takes a whole number from 0 to 65535/],
    [['--port', 'x'], /--port/],
    [['--buyers', '-1'], /--buyers/],
    [['--buyers', '1.5'], /--buyers/],
    [['--unknown'], /unknown/i],
    [['8080'], /8080/],
    [['--register-key', '/nowhere/key.pem'], /register-key \/nowhere\/key.pem: ENOENT/],
    [['--fault', 'latency=x'], /--fault latency/],
  ])('refuses %j in words', async (args, message) => {
    const reading = readCommandLine(args);
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
  });
});

describe('docs/sandbox.md', () => {
  it('lists every option, fault, sample and stored card', async () => {
    const text = await readFile('docs/sandbox.md', 'utf8');
    for (const option of helpText().match(/--[a-z-]+(?= )/g) ?? []) expect(text).toContain(`\`${option}`);
    for (const [name] of faultHelp) expect(text).toMatch(new RegExp(`\`${name}[=\`]`));
    for (const [name, id] of Object.entries(sampleIds)) {
      expect(text).toMatch(new RegExp(`\`${name}\` +\\| \`[^\`]*${id.slice(-12)}\``));
    }
    for (const { id, scheme, number } of storedCards) {
      expect(text).toMatch(
        new RegExp(`${id.slice(-12)}\` *\\| ${scheme} ${number.slice(0, 6)}…${number.slice(-4)}`),
      );
      expect(text).not.toContain(number);
    }
    for (const id of Object.values(authenticationIds)) expect(text).toContain(id);
  });
});

describe('helpText', () => {
  it('explains every option and every fault', () => {
    const help = helpText();
    for (const option of [
      'port',
      'buyers',
      'seed',
      'register-key',
      'forward-timeout',
      'max-body',
      'max-headers',
      'fault',
      'quiet',
      'help',
    ]) {
      expect(help).toContain(`--${option}`);
    }
    for (const [name] of faultHelp) expect(help).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
});
