import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HistoryPage } from './pages/history-page';
import { unlockActiveProfile } from './pages/question-page';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';
import type { TestEnvironment } from './test-environment';
import { ThirdParty } from './third-party';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command as a person types it, on the test's own data folder and keychain. */
function command(
  environment: TestEnvironment,
  args: readonly string[],
  { input = '', onStart }: { input?: string; onStart?: (child: ChildProcess) => void } = {},
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    ['out/main/command-line.js', '--data-folder', environment.userData, ...args],
    { env: environment.keyring.env },
  );
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => out.push(part.toString()));
  child.stderr.on('data', (part: Buffer) => err.push(part.toString()));
  child.stdin.end(input);
  onStart?.(child);
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, out: out.join(''), err: err.join('') })),
  );
}

test('sessions, buyers and the history without a window: the app’s profiles, keychain and history, also while it is open', async ({
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

  // As the profile that the app is on, with its token.
  const found = await run('session', known);
  expect(found).toMatchObject({ code: 0, err: '' });
  expect(found.out).toContain('Ada Example');
  expect(found.out).toMatch(/^Profile +Team$/m);
  expect(JSON.parse((await run('--format', 'json', 'session', known)).out)).toMatchObject({ id: known });
  // The app has it in its history.
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.line(/Session, 200, .*Team/)).toHaveCount(2);

  // Another profile for this run alone.
  const local = await run('--profile', 'Local sandbox', 'session', known);
  expect(local.out).toMatch(/^Profile +Local sandbox$/m);
  expect((await run('--format', 'json', 'profiles')).out).toContain('"profile": "Team"');
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Team');

  // Words on standard error, and a code that says what it was.
  const gone = await run('session', missing);
  expect(gone).toMatchObject({ code: 4, out: '' });
  expect(gone.err).toContain('404');
  expect(await run('session', sessions.errors['403'] ?? '')).toMatchObject({ code: 3 });
  expect(await run('session', '8d3c1f0a-52b7')).toMatchObject({ code: 2, out: '' });
  expect(await run('--profile', 'Nobody', 'profiles')).toMatchObject({ code: 2, out: '' });
  expect(await run('buyers', '--limit', '0')).toMatchObject({ code: 2, out: '' });
  expect(await run('--help')).toMatchObject({ code: 0, err: '' });

  // Many from a text, in their order, as a table for a spreadsheet.
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

  // A page says how to go on; all of them are written as they come, into a new file only.
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
  expect((await run('--output', file, 'profiles')).code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(rows);

  // After the app has ended, too.
  await started.app.close();
  const searched = await run('--format', 'ndjson', 'history', 'search', 'ada');
  expect(searched.code).toBe(0);
  expect(JSON.parse(searched.out.split('\n')[0] ?? '')).toMatchObject({ operation: 'get_checkout_session' });
  expect(await run('history', 'search', 'nothing-like-it')).toMatchObject({ code: 4 });

  // No token is told by any of it.
  for (const { out, err } of [found, local, gone, many, page1, searched]) {
    expect(out + err).not.toContain(tokens.full);
    expect(out + err).not.toMatch(/Bearer \S/);
  }
  await sandbox.stop();
});

test('Ctrl+C ends it, with what came written and how to go on', async ({ environment, page }) => {
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
  // A reader who has enough, as `head` is, ends it as well, and is told nothing.
  const enough = await command(environment, ['buyers', '--all', '--most', '1000000', '--limit', '10'], {
    onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
  });
  expect(enough.code).toBe(0);
  expect(enough.err).not.toContain('EPIPE');
  await sandbox.stop();
});

test('a folder of saved requests is run with a report for CI; what the app would ask about is not sent', async ({
  environment,
  started: { app },
  page,
}) => {
  const service = await ThirdParty.start();
  await useProfile(page, {
    name: 'Live',
    baseUrl: service.url,
    token: 'not-a-jwt',
    environment: 'production',
  });
  await unlockActiveProfile(app, page);
  const profileId = await useProfile(page, { name: 'Shop', baseUrl: service.url, token: 'not-a-jwt' });
  for (const [name, method, status] of [
    ['Order', 'POST', 201],
    ['Read it', 'GET', 200],
  ] as const)
    await page.evaluate(
      ([of, asked, how, expected]) =>
        window.explorer.saveRequest({
          request: {
            id: null,
            folder: 'Smoke',
            name: of,
            description: '',
            profileId: how,
            request: {
              version: 1,
              operation: 'free',
              target: { method: asked, path: '/orders' },
              pathParameters: {},
              query: [],
              headers: [],
              body: asked === 'POST' ? '{"amount": 1}' : null,
            },
            form: null,
            expectations: [{ kind: 'status', status: expected }],
          },
          withoutSecrets: false,
        }),
      [name, method, profileId, status] as const,
    );
  const run = (...args: string[]): Promise<Ended> => command(environment, args);

  const report = await run('--format', 'json', 'run', 'Smoke');
  expect(report.code).toBe(6);
  expect(JSON.parse(report.out)).toMatchObject([
    { folder: 'Smoke', request: 'Order', result: 'as expected', answer: '201 Created' },
    { folder: 'Smoke', request: 'Read it', result: 'not as expected', why: expect.stringContaining('201') },
  ]);
  expect(service.received.map(({ method }) => method)).toEqual(['POST', 'GET']);
  const junit = await run('--format', 'junit', 'run');
  expect(junit.out).toMatch(/<testsuites name="Saved requests" tests="2" failures="1"/);
  expect(service.received).toHaveLength(4);
  // A report that cannot be written is found out before anything is sent.
  expect((await run('--output', join(environment.folder, 'no', 'report'), 'run')).code).toBe(1);
  expect(service.received).toHaveLength(4);
  expect(await run('run', 'Smok')).toMatchObject({ code: 4, out: '' });
  expect(await run('--format', 'junit', 'profiles')).toMatchObject({ code: 2, out: '' });

  const live = await run('--profile', 'Live', 'run', 'Smoke');
  expect(live).toMatchObject({ code: 3, out: '' });
  expect(live.err).toContain('Nothing was sent');
  expect(service.received).toHaveLength(4);
  await service.stop();
});
