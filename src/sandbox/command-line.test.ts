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
  it('accepts every option', async () => {
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

  it('has defaults, and gives help whatever else is given', async () => {
    expect(await readCommandLine([])).toMatchObject({
      kind: 'run',
      quiet: false,
      options: { port: 0, buyers: 2500, seed: 1 },
    });
    expect(await readCommandLine(['--help', '--port', 'x'])).toEqual({ kind: 'help' });
  });

  it('combines several --fault options', async () => {
    expect(await readCommandLine(['--fault', 'latency=5', '--fault', 'fail=1'])).toMatchObject({
      options: { faults: { latency: 5, fail: 1 } },
    });
  });

  it.each([
    [['--port', '65536'], '--port takes a whole number from 0 to 65,535. "65536" is none.'],
    [['--port', 'x'], '--port takes a whole number from 0 to 65,535. "x" is none.'],
    [['--port='], '--port takes a whole number from 0 to 65,535. "" is none.'],
    [['--buyers', '-1'], '--buyers takes a whole number from 0 to 50,000,000. "-1" is none.'],
    [['--buyers=1.5'], '--buyers takes a whole number from 0 to 50,000,000. "1.5" is none.'],
    [['--port', '1', '--port', '2'], '--port is given twice: it takes one value.'],
    [['--port'], '--port takes a value: --port N.'],
    [['--quiet=yes'], '--quiet takes no value.'],
    [['--unknown'], 'There is no option --unknown.'],
    [['8080'], '"8080" is not an option: the sandbox takes only options, such as --port 8080.'],
    [['--register-key', '/nowhere/key.pem'], '--register-key /nowhere/key.pem: there is no such file'],
    [['--register-key', tmpdir()], `--register-key ${tmpdir()}: it is a folder.`],
    [['--register-key', 'package.json'], 'package.json: The text is neither a PEM nor a JWK of a key.'],
    [['--document', '/nowhere/api.yaml'], '--document /nowhere/api.yaml: there is no such file'],
    [['--document', tmpdir()], `--document ${tmpdir()}: it is a folder.`],
    [['--document='], '--document takes a value: --document FILE.'],
    [['--fault', 'latency=x'], '--fault latency: It takes a number from 0 to 600,000.'],
    [['--fault', ' , '], '--fault names no fault, such as latency=500.'],
  ])('rejects %j with a message', async (args, message) => {
    const reading = readCommandLine(args);
    await expect(reading).rejects.toThrow(UsageError);
    await expect(reading).rejects.toThrow(message);
  });

  it('reads a key with a byte order mark, and rejects a document that is not UTF-8', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-files-'));
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' });
    const [pem, jwk, api] = ['key.pem', 'key.jwk', 'api.yaml'].map((name) => join(folder, name));
    if (pem === undefined || jwk === undefined || api === undefined) throw new Error('three paths');
    await writeFile(pem, `\ufeff${String(publicKey.export({ type: 'spki', format: 'pem' }))}`);
    await writeFile(jwk, `\ufeff${JSON.stringify(publicKey.export({ format: 'jwk' }))}`);
    await writeFile(
      api,
      Buffer.from('openapi: 3.0.3\ninfo: { title: Caf\u00e9, version: "1" }\npaths: {}\n', 'latin1'),
    );
    const keys = await readCommandLine(['--register-key', pem, '--register-key', jwk]);
    const document = readCommandLine(['--document', api]);
    await expect(document).rejects.toThrow(`--document ${api}: it is not UTF-8 text. Save it as UTF-8.`);
    await rm(folder, { recursive: true });
    expect(keys).toMatchObject({ options: { registeredKeys: [{}, {}] } });
  });
});

describe('docs/sandbox.md', () => {
  it('lists every option, fault, sample and stored card', async () => {
    const text = await readFile('docs/sandbox.md', 'utf8');
    for (const option of helpText('npm run sandbox --').match(/--[a-z-]+(?= )/g) ?? [])
      expect(text).toContain(`\`${option}`);
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
  it('explains every option and fault', () => {
    const help = helpText('npm run sandbox --');
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
