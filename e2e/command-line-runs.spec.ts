import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlockActiveProfile } from './pages/question-page';
import { useProfile } from './stand-alone-sandbox';
import { command, type Ended } from './support/command';
import { writeProfiles } from './support/profiles-file';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('a folder of saved requests runs with a report for CI; what the app would ask about is not sent', async ({
  environment,
  started: { app },
  page,
}) => {
  const service = await ThirdParty.start();
  await useProfile(page, { name: 'Live', baseUrl: service.url, environment: 'production' });
  await unlockActiveProfile(app, page);
  const profileId = await useProfile(page, { name: 'Shop', baseUrl: service.url });
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
  // A report that cannot be written is noticed before anything is sent.
  expect((await run('--output', join(environment.folder, 'no', 'report'), 'run')).code).toBe(2);
  expect(service.received).toHaveLength(4);
  expect(await run('run', 'Smok')).toMatchObject({ code: 4, out: '' });
  expect(await run('--format', 'junit', 'profiles')).toMatchObject({ code: 2, out: '' });

  // As in CI: requests in a git folder, profiles in a file, a token from the environment, and no keychain.
  const ci = join(environment.folder, 'ci');
  await mkdir(join(ci, 'requests', 'Smoke'), { recursive: true });
  await copyFile(join(environment.userData, 'profiles.json'), join(ci, 'profiles.json'));
  await writeFile(
    join(ci, 'requests', 'Smoke', 'order.request.yaml'),
    `version: 2
id: 8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55
name: Order
request:
  operation: free
  target: POST /orders
  body: '{"amount": 2}'
expect:
  - status: 201
`,
  );
  const inCi = await command(
    environment,
    ['--data-folder', ci, '--profile', 'Shop', 'run', join(ci, 'requests')],
    { env: { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci', DBUS_SESSION_BUS_ADDRESS: 'disabled:' } },
  );
  expect(inCi.err).toContain('Nothing from this run is kept.');
  expect(inCi.out).toContain('201 Created');
  expect(inCi.code).toBe(0);
  expect(service.received).toHaveLength(5);
  expect(service.header('authorization')).toBe('Bearer token-of-ci');
  expect(inCi.out + inCi.err).not.toContain('token-of-ci');
  expect(await run('run', './nowhere')).toMatchObject({ code: 2, out: '' });

  const live = await run('--profile', 'Live', 'run', 'Smoke');
  expect(live).toMatchObject({ code: 3, out: '' });
  expect(live.err).toContain('Not sent: the answer is no here.');
  expect(live.err).toContain('--yes-production "Live"');
  expect(service.received).toHaveLength(5);
  await service.stop();
});

test('a run that is ended, by Ctrl+C or because its terminal closes, reports what became of each request', async ({
  environment,
}) => {
  const arrived = new EventEmitter();
  const service = await ThirdParty.start(() => arrived.emit('one'));
  await writeProfiles(environment.userData, [{ id: 'shop', name: 'Shop', baseUrl: service.url }]);
  for (const [place, signal] of (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).entries()) {
    const folder = join(environment.folder, signal);
    await mkdir(folder);
    for (const number of [1, 2])
      await writeFile(
        join(folder, `${number}.request.yaml`),
        `version: 2\nid: c4a46e00-0000-4000-8000-0000000000${place}${number}\nname: Charge ${number}\nrequest:\n  operation: free\n  target: POST /${signal}/${number}\n`,
      );
    const report = join(folder, 'report.json');
    const ended = await command(environment, ['--format', 'json', '--output', report, 'run', folder], {
      env: { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci' },
      onStart: (child) => void arrived.once('one', () => child.kill(signal)),
    });
    expect(ended, signal).toMatchObject({ code: 130, out: '' });
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject([
      { request: 'Charge 1', result: 'outcome unknown' },
      { request: 'Charge 2', result: 'not run' },
    ]);
  }
  expect(service.received.map(({ path }) => path)).toEqual(['/SIGINT/1', '/SIGTERM/1', '/SIGHUP/1']);
  await service.stop();
});

test('without a keychain, a run stops after an unknown outcome, and nothing is sent until somebody has checked it', async ({
  environment,
}) => {
  await environment.keyring.setKeyring('absent');
  const arrived = new EventEmitter();
  const statuses = [201, 502];
  // Requests after those are left unanswered.
  const service = await ThirdParty.start((response) => {
    const status = statuses.shift();
    if (status !== undefined) response.writeHead(status).end();
    arrived.emit('one');
  });
  await writeProfiles(environment.userData, [{ id: 'shop', name: 'Shop', baseUrl: service.url }]);
  const folder = join(environment.userData, 'requests');
  await mkdir(folder);
  for (const number of [1, 2, 3])
    await writeFile(
      join(folder, `${number}.request.yaml`),
      `version: 2\nid: c4a46e00-0000-4000-8000-00000000000${number}\nname: Charge ${number}\nrequest:\n  operation: free\n  target: POST /charges/${number}\n`,
    );
  const run = (args: readonly string[], onStart?: (child: ChildProcess) => void): Promise<Ended> =>
    command(environment, args, {
      env: { PAYMENTS_EXPLORER_TOKEN: 'token-of-ci' },
      ...(onStart ? { onStart } : {}),
    });
  const namedIn = ({ err }: Ended): string => / --checked-until (\S+Z)\.$/m.exec(err)?.[1] ?? 'none';
  const charge = ['send', 'POST /charges'];

  const stopped = await run(['--format', 'json', 'run', folder]);
  expect(stopped.code).toBe(5);
  expect(JSON.parse(stopped.out)).toMatchObject([
    { request: 'Charge 1', result: 'as expected' },
    { request: 'Charge 2', result: 'outcome unknown' },
    { request: 'Charge 3', result: 'not run', why: expect.stringMatching(/^The run stopped before it/) },
  ]);
  expect(service.received).toHaveLength(2);

  // The command that left it stated the time, and no other time lets the next command proceed.
  const other = await run(['--checked-until', '2026-11-27T17:55:03.120Z', ...charge]);
  expect(other).toMatchObject({ code: 3, out: '' });
  expect(other.err).toContain('2026-11-27T17:55:03.120Z, is not the one that is named here');
  expect(namedIn(other)).toBe(namedIn(stopped));
  expect(service.received).toHaveLength(2);

  let killed: ChildProcess | null = null;
  const underWay = run(['--checked-until', namedIn(stopped), ...charge], (child) => void (killed = child));
  await once(arrived, 'one');
  const beside = await run(['--checked-until', namedIn(stopped), ...charge]);
  expect(beside).toMatchObject({ code: 3, out: '' });
  expect(beside.err).toContain('A send is still under way in another run');
  expect(service.received).toHaveLength(3);

  // It ends with its process, and has to be checked from then on.
  (killed as ChildProcess | null)?.kill('SIGKILL');
  await underWay;
  const asked = await run(['--checked-until', namedIn(stopped), ...charge]);
  expect(asked).toMatchObject({ code: 3, out: '' });
  statuses.push(201);
  expect(await run(['--checked-until', namedIn(asked), ...charge])).toMatchObject({ code: 0 });
  statuses.push(201);
  expect(await run(charge)).toMatchObject({ code: 0 });
  expect(service.received).toHaveLength(5);
  await service.stop();
});
