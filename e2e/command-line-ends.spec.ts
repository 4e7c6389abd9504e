import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startSandbox } from './stand-alone-sandbox';
import { command } from './support/command';
import { writeProfiles } from './support/profiles-file';
import { expect, test } from './test';

const requestFile = (name: string, operation: string, more = ''): string => `version: 2
id: 8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55
name: ${name}
request:
  operation: ${operation}
${more}`;

const KEYCHAIN = 'The keychain answered with an error';
const FREE = (path: string): string => `free\n  target: ${path}`;

test('every command exits with a documented code, a run with the same one as a single request, and gives the reason on standard error', async ({
  environment: { keyring, userData, folder },
}) => {
  const sandbox = await startSandbox();
  const { baseUrl, tokens, sessions } = sandbox.description;
  const [known = ''] = Object.values(sessions).filter((id) => typeof id === 'string');
  const missing = sessions.errors['404'] ?? '';
  const cut = createServer((socket) =>
    socket.on('error', () => undefined).once('data', () => socket.destroy()),
  );
  await new Promise<void>((resolve) => cut.listen(0, '127.0.0.1', resolve));
  const { port } = cut.address() as AddressInfo;
  await writeProfiles(userData, [
    { id: 'ci', name: 'CI', baseUrl },
    { id: 'nowhere', name: 'Nowhere', baseUrl: 'http://127.0.0.1:9' },
    { id: 'live', name: 'Live', baseUrl, environment: 'production' },
    { id: 'cut', name: 'Cut', baseUrl: `http://127.0.0.1:${port}` },
  ]);
  const requests = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'a.request.yaml'), text);
    return path;
  };
  const buyers = await requests('buyers', requestFile('Buyers', 'list_buyers'));
  const post = await requests('post', requestFile('Order', FREE('POST /nothing')));
  const unmet = await requests('unmet', requestFile('Nothing', FREE('GET /nothing')));
  const met = await requests(
    'met',
    requestFile('Nothing', FREE('GET /nothing'), 'expect:\n  - status: 404\n'),
  );
  const toSandbox = join(folder, 'forward.yaml');
  await writeFile(
    toSandbox,
    requestFile(
      'Charge',
      'vault_forward',
      `  headers:
    - { name: content-type, value: application/json }
    - { name: x-vault-forward-url, value: '{sandbox}/v1/cards' }
    - { name: x-vault-forward-http-method, value: POST }
    - { name: x-vault-forward-payment-methods, value: ca4d0000-0000-4000-8000-000000000001 }
  body: '{"number": "{{CARD_NUMBER_1}}"}'
`,
    ),
  );
  const good = { PAYMENTS_EXPLORER_TOKEN: tokens.full };
  const old = { PAYMENTS_EXPLORER_TOKEN: tokens.expired };
  const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' };

  const ends: readonly (readonly [number, readonly string[], Readonly<Record<string, string>>, string])[] = [
    [0, ['session', known], good, ''],
    [0, ['run', buyers], good, 'Buyers: as expected'],
    [0, ['run', met], good, 'Nothing: as expected'],
    [
      0,
      ['--profile', 'Local sandbox', 'buyers'],
      old,
      'is set, and not used: the Local sandbox makes its own',
    ],
    // No token, as there is nothing to keep one.
    [1, ['buyers'], noKeychain, KEYCHAIN],
    [1, ['session', known, missing], noKeychain, KEYCHAIN],
    [1, ['run', buyers], noKeychain, `Buyers: refused. ${KEYCHAIN}`],
    [1, ['--profile', 'Nowhere', 'session', known], good, 'refused'],
    [1, ['--profile', 'Nowhere', 'session', known, missing], good, 'Found 0 of 2'],
    [1, ['--profile', 'Nowhere', 'run', buyers], good, 'Buyers: not sent. '],
    [2, ['run', join(folder, 'no-folder')], good, 'there is no such file or folder'],
    [2, ['--output', join(userData, 'profiles.json'), 'buyers'], good, 'it exists already'],
    [2, ['--output', join(folder, 'no', 'file'), 'run', buyers], good, 'there is no such file or folder'],
    [
      2,
      ['send', 'POST /x', '--body', `@${join(folder, 'no-file')}`],
      good,
      'there is no such file or folder',
    ],
    [2, ['session'], good, 'Give the UUID of a session'],
    // No token in an existing keychain, and a token that is not accepted.
    [3, ['buyers'], {}, 'Give an access token'],
    [3, ['run', buyers], {}, 'Give an access token'],
    [3, ['buyers'], old, 'Give a fresh access token'],
    [3, ['session', known, missing], old, 'Found 0 of 2'],
    [3, ['run', buyers], old, 'give a fresh access token'],
    [3, ['--profile', 'Live', 'send', 'POST /nothing'], good, '--yes-production "Live"'],
    [3, ['--profile', 'Live', 'run', post], good, '--yes-production "Live"'],
    [3, ['forward', toSandbox], good, '{sandbox} is for the profile Local sandbox alone'],
    [4, ['session', missing], good, '404'],
    [4, ['session', known, missing], good, 'Found 1 of 2'],
    [4, ['send', 'GET /nothing'], good, '404'],
    [4, ['run', 'Nothing'], good, 'No request is saved yet'],
    [5, ['--profile', 'Cut', 'session', known], good, 'closed the connection without an answer'],
    [5, ['--profile', 'Cut', 'session', known, missing], good, 'Found 0 of 2'],
    [5, ['--profile', 'Cut', 'send', 'POST /orders'], good, 'closed the connection without an answer'],
    [5, ['--profile', 'Cut', 'run', post], good, 'Order: outcome unknown. '],
    [6, ['run', unmet], good, 'Nothing: not as expected. a success (2xx): found 404'],
  ];
  for (const [code, args, env, words] of ends) {
    const ended = await command({ userData, keyring }, args, { env });
    expect([ended.code, ended.err], args.join(' ')).toEqual([code, expect.stringContaining(words)]);
    expect(ended.out + ended.err).not.toContain(tokens.full);
  }
  // The remaining code is that of an interruption (command-line.spec.ts).
  const table = (await readFile('docs/command-line.md', 'utf8')).matchAll(/^\| +(\d+) +\|/gm);
  const seen = new Set([...ends.map(([code]) => code), 130]);
  expect([...seen].sort((a, b) => a - b)).toEqual(Array.from(table, ([, code]) => Number(code)));
  cut.close();
  await sandbox.stop();
});

test('help, a version, a completion or a man page that cannot be written in full ends with 1 and the reason', async ({
  environment,
}) => {
  test.skip(process.platform !== 'linux', 'Only Linux has a device that is always full.');
  for (const args of [['--help'], ['--version'], ['completion', 'bash'], ['man-page']]) {
    const full = await open('/dev/full', 'w');
    const ended = await command(environment, args, { stdout: full.fd });
    await full.close();
    expect(ended, args.join(' ')).toEqual({
      code: 1,
      out: '',
      err: 'Standard output: the disk is full.\n',
    });
  }
});
