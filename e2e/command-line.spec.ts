import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from './pages/history-page';
import { unlockActiveProfile } from './pages/question-page';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { command, type Ended } from './support/command';
import { expect, test } from './test';
import { ThirdParty } from './third-party';
import { listen } from './support/listen';

test('session, buyers and history use the app’s profiles, keychain and history, also while it is open', async ({
  environment,
  started,
  page,
}) => {
  const sandbox = await startSandbox();
  const { baseUrl, tokens, sessions } = sandbox.description;
  const [known = ''] = Object.values(sessions).filter((id) => typeof id === 'string');
  const missing = sessions.errors['404'] ?? '';
  await useProfile(page, { name: 'Team', baseUrl, token: tokens.full });
  const run = (...args: string[]): Promise<Ended> => command(environment, args);

  // It uses the app's active profile and its token; the app, whose history is open, shows the exchange at once.
  const history = new HistoryPage(page);
  await history.open();
  await expect(page.getByRole('heading', { name: 'The history is empty' })).toBeVisible();
  const found = await run('session', known);
  expect(found).toMatchObject({ code: 0, err: '' });
  expect(found.out).toContain('Ada Example');
  expect(found.out).toMatch(/^Profile +Team$/m);
  expect(JSON.parse((await run('--format', 'json', 'session', known)).out)).toMatchObject({ id: known });
  await expect(history.line(/Session, 200, .*Team/)).toHaveCount(2);

  // Another profile is used for this run only.
  const ports = join(environment.userData, 'sandbox-ports.json');
  const portsBefore = await readFile(ports, 'utf8');
  const local = await run('--profile', 'Local sandbox', 'session', known);
  expect(local.out).toMatch(/^Profile +Local sandbox$/m);
  expect((await run('--format', 'json', 'profiles')).out).toContain('"profile": "Team"');
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Team');
  // That run had its own sandbox: the app's sandbox gets its address again at the next start, and still knows its token.
  expect(await readFile(ports, 'utf8')).toBe(portsBefore);
  const answered = await page.evaluate(async (sessionId) => {
    await window.explorer.activateProfile({ profileId: 'local-sandbox' });
    const looked = await window.explorer.lookUpSession({ sessionId, callId: crypto.randomUUID() });
    return looked.ok ? looked.value.response?.status : looked.problem.title;
  }, known);
  expect(answered).toBe(200);
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByRole('option', { name: /Team/ }).click();

  // An error is described on standard error, and the exit code says what kind it is.
  const gone = await run('session', missing);
  expect(gone).toMatchObject({ code: 4, out: '' });
  expect(gone.err).toContain('404');
  // The reader of standard error has stopped reading, as in `2>&1 | head`.
  const unheard = { onStart: (child: ChildProcess) => void child.stderr?.destroy() };
  expect(await command(environment, ['session', missing], unheard)).toMatchObject({ code: 4 });
  expect(await run('session', sessions.errors['403'] ?? '')).toMatchObject({ code: 3 });
  expect(await run('session', '8d3c1f0a-52b7')).toMatchObject({ code: 2, out: '' });
  expect(await run('--profile', 'Nobody', 'profiles')).toMatchObject({ code: 2, out: '' });
  for (const folder of ['', join(environment.folder, 'nowhere')])
    expect(await run('--data-folder', folder, 'session', known)).toMatchObject({ code: 2, out: '' });
  expect(await run('buyers', '--limit', 'ten')).toMatchObject({ code: 2, out: '' });
  expect(await run('--help')).toMatchObject({ code: 0, err: '' });

  // Several ids found in a text, in their order, as a table for a spreadsheet.
  const many = await command(environment, ['--format', 'csv', 'session'], {
    input: `They asked for ${missing}, and then\nfor ${known}.`,
  });
  expect(many.code).toBe(4);
  expect(many.out.split('\r\n').map((line) => line.split(',').slice(0, 3).join())).toEqual([
    'session,outcome,status',
    `${missing},not found,404`,
    `${known},found,200`,
    '',
  ]);

  // A page says how to continue; a complete list is written as it arrives, and only into a new file.
  const page1 = await run('--format', 'ndjson', 'buyers', '--limit', '2');
  expect(
    page1.out
      .trim()
      .split('\n')
      .map((line) => typeof JSON.parse(line).id),
  ).toEqual(['string', 'string']);
  const cursor = /--cursor (\S+)/.exec(page1.err)?.[1] ?? '';
  const page2 = await run('--format', 'ndjson', 'buyers', '--limit', '2', '--cursor', cursor);
  expect(page2.code).toBe(0);
  expect(page2.out).not.toBe(page1.out);
  await mkdir(environment.folder, { recursive: true });
  const file = join(environment.folder, 'buyers.ndjson');
  expect(await run('--output', file, 'buyers', '--all', '--most', '200', '--limit', '100')).toMatchObject({
    code: 0,
    out: '',
  });
  const rows = await readFile(file, 'utf8');
  expect(rows.trim().split('\n')).toHaveLength(200);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await run('--output', file, 'profiles')).code).toBe(2);
  expect(await readFile(file, 'utf8')).toBe(rows);

  // The same applies after the app has ended.
  await started.app.close();
  const searched = await run('--format', 'ndjson', 'history', 'search', 'jumper');
  expect(searched.code).toBe(0);
  expect(JSON.parse(searched.out.split('\n')[0] ?? '')).toMatchObject({ operation: 'get_checkout_session' });
  expect(await run('history', 'search', 'nothing-like-it')).toMatchObject({ code: 4 });

  // None of the output contains a token.
  for (const { out, err } of [found, local, gone, many, page1, searched]) {
    expect(out + err).not.toContain(tokens.full);
    expect(out + err).not.toMatch(/Bearer \S/);
  }
  await sandbox.stop();
});

test('an answer with a session other than the requested one is a failure, and the message says so', async ({
  environment,
  page,
}) => {
  const [asked, other] = ['cccccccc-0000-4000-8000-000000000001', 'cccccccc-0000-4000-8000-000000000009'];
  let answer = `{"id":"${other}","expires_at":"2099-01-01T00:00:00Z"}`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
  const { url, close } = await listen(server);
  await useProfile(page, { name: 'Odd', baseUrl: url });
  const single = await command(environment, ['session', asked]);
  expect(single).toMatchObject({ code: 3, out: '' });
  expect(single.err).toContain(`The answer is a different session from ${asked}.`);
  const many = await command(environment, ['--format', 'ndjson', 'session', asked, other]);
  expect(many.code).toBe(3);
  expect(
    many.out
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toMatchObject([
    { session: asked, outcome: 'failed', expires: null, message: `the answer is another session: ${other}` },
    { session: other, outcome: 'found', message: null },
  ]);

  answer = '["no session"]';
  const none = await command(environment, ['session', asked]);
  expect(none).toMatchObject({ code: 3, out: '' });
  expect(none.err).toContain('Status 200, but not a session');
  expect(none.err).not.toContain('another session');
  close();
});

test('card data is masked on standard output, in a file and in the shown request', async ({
  environment,
  page,
}) => {
  const card = '{"card":{"number":"5555555555554444","cvc":"987"},"pan":5555555555554444}';
  const service = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(card);
  });
  await useProfile(page, { name: 'Shop', baseUrl: service.url });
  await mkdir(environment.folder, { recursive: true });
  const file = join(environment.folder, 'answer.json');
  const send = ['send', 'POST /cards', '--body', card, '--show-request'];
  const text = await command(environment, send);
  const json = await command(environment, ['--format', 'json', '--output', file, ...send]);
  expect(service.received.map(({ body }) => body.toString())).toEqual([card, card]);
  const written = await readFile(file, 'utf8');
  const masked = { card: { number: '555555••••••4444', cvc: '•••' }, pan: '555555••••••4444' };
  expect(JSON.parse(written)).toEqual(masked);
  expect(text.out).toContain(JSON.stringify(masked));
  for (const shown of [text.err, json.err]) expect(shown).toContain(`> ${JSON.stringify(masked)}`);
  for (const all of [text.out, text.err, json.out, json.err, written])
    expect(all).not.toMatch(/5555555555554444|"987"/);
});

test('Ctrl+C ends the command, keeps the complete lines and says how to resume', async ({
  environment,
  page,
}) => {
  const sandbox = await startSandbox('--buyers', '1000000', '--fault', 'latency=200');
  await useProfile(page, {
    name: 'Slow',
    baseUrl: sandbox.description.baseUrl,
    token: sandbox.description.tokens.full,
  });
  const ended = await command(environment, ['buyers', '--all', '--most', '1000000', '--limit', '10'], {
    onStart: (child) => child.stdout?.once('data', () => child.kill('SIGINT')),
  });
  expect(ended.code).toBe(130);
  expect(ended.out.trim().split('\n').length).toBeGreaterThanOrEqual(10);
  for (const line of ended.out.trim().split('\n')) JSON.parse(line);
  expect(ended.err).toContain('--cursor');
  // A reader that has had enough, such as `head`, ends it as well, without an error message.
  const enough = await command(environment, ['buyers', '--all', '--most', '1000000', '--limit', '10'], {
    onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
  });
  expect(enough.code).toBe(0);
  expect(enough.err).not.toContain('EPIPE');
  // But this does not hide a failure.
  const refused = await command(environment, ['send', 'GET /nothing'], {
    onStart: (child) => child.stdout?.destroy(),
  });
  expect(refused.code).toBe(4);
  await sandbox.stop();
});

test('a command leaves alone what the app may still bring back: a stopped load and a cleared history', async ({
  environment,
  page,
}) => {
  const sandbox = await startSandbox('--buyers', '2000', '--fault', 'latency=100');
  const { baseUrl, tokens } = sandbox.description;
  const profileId = await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
  const stopped = () =>
    page.evaluate((id) => window.explorer.describeStoppedLoad({ profileId: id }), profileId);
  await page.evaluate(async () => {
    const callId = crypto.randomUUID();
    window.explorer.on('buyersLoad', ({ state }) => {
      if (state.rows > 0) void window.explorer.cancelCall({ callId });
    });
    const query = { limit: 10, cursor: null, parameters: [] };
    await window.explorer.loadBuyers({ query, cap: 2_000, callId });
  });
  const before = await stopped();
  expect(before).toMatchObject({ ok: true, value: { rowsKept: true, refusal: null } });
  expect(await command(environment, ['buyers', '--all', '--limit', '100', '--most', '300'])).toMatchObject({
    code: 0,
  });
  expect(await stopped()).toEqual(before);

  const clearId = crypto.randomUUID();
  const cleared = await page.evaluate(
    (id) => window.explorer.clearHistory({ profileId: null, keepStarred: false, clearId: id }),
    clearId,
  );
  const { entries } = (cleared.ok && cleared.value) || { entries: 0 };
  expect(entries).toBeGreaterThan(0);
  expect(await command(environment, ['history', 'search', 'buyers'])).toMatchObject({ code: 4 });
  expect(await page.evaluate((id) => window.explorer.undoClearHistory({ clearId: id }), clearId)).toEqual({
    ok: true,
    value: entries,
  });
  await sandbox.stop();
});

test('one request is sent by operation, by method and path, from a Vault Forward file or as a replay; production only if it is named', async ({
  environment,
  started: { app },
  page,
}) => {
  const service = await ThirdParty.start();
  const sandbox = await startSandbox();
  const { baseUrl, tokens, sessions, destination, paymentMethods } = sandbox.description;
  await useProfile(page, {
    name: 'Live',
    baseUrl: service.url,
    token: 'live-token',
    environment: 'production',
  });
  await unlockActiveProfile(app, page);
  await useProfile(page, { name: 'Cards', baseUrl, token: tokens.full });
  await useProfile(page, { name: 'Shop', baseUrl: service.url, token: 'kept-token' });
  const run = (...args: string[]): Promise<Ended> => command(environment, args);
  const order = ['send', 'POST /orders', '--body', '{"amount": 1}'];

  const posted = await command(environment, [...order, '--show-request', '--secret', 'X-Api-Key=SHOP_KEY'], {
    env: { SHOP_KEY: 'typed-nowhere' },
  });
  expect(posted.code).toBe(0);
  expect(posted.out).toMatch(/^Answer +201 Created$/m);
  expect(posted.out).toContain('{"id":"charge-1"}');
  expect(posted.err).toContain('> authorization: Bearer ••••••••');
  expect(posted.err).toContain('> {"amount": 1}');
  expect(service.header('authorization')).toBe('Bearer kept-token');
  expect(service.header('X-Api-Key')).toBe('typed-nowhere');
  expect(service.received[0]?.body.toString()).toBe('{"amount": 1}');

  // The same bytes are sent again. A secret is kept for one run only, so the replay asks for it before it sends
  // anything.
  const id = /^ID +(\S+)$/m.exec(posted.out)?.[1] ?? '';
  const asked = await run('replay', id);
  expect(asked).toMatchObject({ code: 2, out: '' });
  expect(asked.err).toContain('--secret X-Api-Key=VARIABLE');
  expect(service.received).toHaveLength(1);
  const again = await command(environment, ['replay', id, '--secret', 'X-Api-Key=SHOP_KEY'], {
    env: { SHOP_KEY: 'typed-nowhere' },
  });
  expect(again.code).toBe(0);
  expect(service.received).toHaveLength(2);
  expect(service.received[1]?.body).toEqual(service.received[0]?.body);
  expect(service.header('X-Api-Key')).toBe('typed-nowhere');
  expect(await run('replay', '8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55')).toMatchObject({ code: 4, out: '' });

  // A token for one run, passed in a way that no other program can read; the stored one is kept.
  const given = { env: { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci' } };
  expect(await command(environment, ['send', 'GET /orders'], given)).toMatchObject({ code: 0 });
  expect(service.header('authorization')).toBe('Bearer token-of-ci');
  expect(
    await command(environment, ['send', 'GET /orders', '--token-stdin'], { input: 'piped-token\n' }),
  ).toMatchObject({ code: 0 });
  expect(service.header('authorization')).toBe('Bearer piped-token');
  expect(await run('send', 'GET /orders')).toMatchObject({ code: 0 });
  expect(service.header('authorization')).toBe('Bearer kept-token');
  // This does not apply to the Local sandbox, which is started by the request and has its own token.
  const local = await command(environment, ['--profile', 'Local sandbox', 'buyers'], given);
  expect(local.code).toBe(0);
  expect(local.err).toContain('PAYMENTS_EXPLORER_TOKEN is set, and not used');

  // On production the answer is no, unless the profile is named.
  const sent = service.received.length;
  const refused = await run(...order, '--profile', 'Live');
  expect(refused).toMatchObject({ code: 3, out: '' });
  expect(refused.err).toContain('Send to production?');
  expect(refused.err).toContain('--yes-production "Live"');
  expect(await run(...order, '--profile', 'Live', '--yes-production', 'Shop')).toMatchObject({ code: 2 });
  expect(await run(...order, '--profile', 'Shop', '--yes-production', 'Live')).toMatchObject({ code: 2 });
  const card = [...order.slice(0, 3), '{"number": "4242424242424242"}'];
  const carded = await run(...card, '--profile', 'Live', '--yes-production', 'Live');
  expect(carded).toMatchObject({ code: 3, out: '' });
  expect(carded.err).not.toContain('4242424242424242');
  expect(service.received).toHaveLength(sent);
  expect(await run(...order, '--profile', 'Live', '--yes-production', 'Live')).toMatchObject({ code: 0 });
  expect(service.header('authorization')).toBe('Bearer live-token');

  // A path parameter cannot remove parts of the path, and standard input can be used for only one thing.
  for (const [args, input] of [
    [['send', 'DELETE /orders/{id}/items', '--param', 'id=..'], ''],
    [['send', 'POST /orders', '--body', '@-', '--token-stdin'], 'token\nbody'],
    [['send', 'GET /orders', '--token-stdin'], ''],
    [['send', 'GET /orders', '--token-stdin'], 'two words'],
  ] as const)
    expect([2, 3], args.join(' ')).toContain((await command(environment, args, { input })).code);
  expect(service.received).toHaveLength(sent + 1);
  const queried = await run('send', 'GET /orders?limit=2');
  expect(queried.code).toBe(0);
  expect(service.received.at(-1)?.path).toBe('/orders?limit=2');

  // A mistyped command sends nothing.
  const after = service.received.length;
  for (const args of [
    ['send', 'nothing'],
    ['send', 'GET /orders/{id}'],
    ['send', 'GET /orders', '--header', 'X-Api-Key: s3cret'],
    ['send', 'POST /orders', '--body', '@no-such-file'],
    ['forward', 'no-such-file.yaml'],
  ])
    expect(await run(...args), args.join(' ')).toMatchObject({ code: 2, out: '' });
  expect(await run('forward', 'Nothing')).toMatchObject({ code: 4, out: '' });
  expect(service.received).toHaveLength(after);

  // Operations of the contract, and Vault Forward from a file.
  const read = await run(
    ...['--profile', 'Cards', '--format', 'json', 'send', 'get_checkout_session'],
    ...['--param', `session_id=${sessions.full ?? Object.values(sessions)[0] ?? ''}`],
  );
  expect(read.code).toBe(0);
  expect(JSON.parse(read.out)).toHaveProperty('id');
  await mkdir(environment.folder, { recursive: true });
  const file = join(environment.folder, 'charge.request.yaml');
  await writeFile(
    file,
    `version: 2
name: Charge
request:
  operation: vault_forward
  headers:
    - { name: content-type, value: application/json }
    - { name: x-vault-forward-url, value: '${destination.http}/charges' }
    - { name: x-vault-forward-http-method, value: POST }
    - { name: x-vault-forward-payment-methods, value: ${paymentMethods[0] ?? ''} }
    - { name: x-vault-forward-header-authorization, secret: true }
  body: '{"number": "{{CARD_NUMBER_1}}"}'
`,
  );
  const forwarded = await command(
    environment,
    [
      'forward',
      file,
      '--profile',
      'Cards',
      '--show-request',
      '--secret',
      'x-vault-forward-header-authorization=PSP',
    ],
    { env: { PSP: 'Bearer psp-secret' } },
  );
  expect(forwarded.err).toContain('{{CARD_NUMBER_1}}');
  expect(forwarded).toMatchObject({ code: 0 });
  expect(forwarded.out).toMatch(/^Answer +200 OK$/m);

  for (const { out, err } of [posted, again, refused, carded, forwarded])
    expect(out + err).not.toMatch(/typed-nowhere|kept-token|live-token|psp-secret|s3cret/);
  await sandbox.stop();
  await service.stop();
});
