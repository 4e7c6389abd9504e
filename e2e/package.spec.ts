import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { readFuses } from '../build/packaging/fuses.mjs';
import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { SessionsPage } from './pages/sessions-page';
import { packagedApp, sandboxArguments } from './support/packaged-app';
import { processesBelow, socketsOf } from './support/sockets';
import { expect, test } from './test';

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: {
        responses: {
          200: { description: 'x', content: { 'application/json': { schema: { type: 'array' } } } },
        },
      },
    },
  },
});

test('the packaged app runs from its asar: a look-up, the history, the keychain, documents and the list of libraries', async ({
  environment,
}) => {
  const { inspectable } = await packagedApp();
  const runtime = { executable: inspectable, args: sandboxArguments, env: {} };
  const { app, page } = await environment.startIn(runtime);
  expect(await app.evaluate(({ app: main }) => [main.isPackaged, main.getAppPath(), main.getName()])).toEqual(
    [true, join(dirname(inspectable), 'resources', 'app.asar'), 'Payments API Explorer'],
  );

  // Developer tools stay closed for whoever uses the computer, as they would have access to the whole bridge.
  const openTools = (): Promise<boolean> =>
    app.evaluate(
      ({ BrowserWindow }) =>
        new Promise((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once('devtools-opened', () => resolve(true));
          setTimeout(() => resolve(false), 1000);
          contents?.openDevTools({ mode: 'detach' });
        }),
    );
  expect(await openTools()).toBe(false);

  const sessions = new SessionsPage(page);
  await page.getByRole('button', { name: 'Look up a sample session' }).click();
  await expect(sessions.tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('200 OK');

  // libsql and keytar, each in its own process: the history is on disk, its key in the keychain.
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.line(/Session, 200/)).toHaveCount(1);
  expect(await page.evaluate(() => window.explorer.describeStorage())).toMatchObject({
    value: { kind: 'open' },
  });

  // The process that reads documents, and the process that serves them.
  const api = new ApiPage(page);
  await api.open();
  await api.paste(DOCUMENT);
  await api.act('Serve in the Local sandbox');
  await expect(page.getByRole('region', { name: 'Local sandbox' })).toContainText(/answers 1 operation at/);

  const libraries = await page.evaluate(() => window.explorer.describeLicences());
  expect(libraries.ok && libraries.value.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['@fontsource-variable/inter', '@github/keytar', 'libsql', 'vue']),
  );
});

/** The TCP ports on which any of these processes listens. */
const listeningPorts = (pids: readonly number[]): number[] =>
  socketsOf(pids)
    .filter(({ protocol, remote }) => protocol.startsWith('tcp') && remote.endsWith(':0'))
    .map(({ local }) => Number(local.split(':').at(-1)));

/** Whether a request to this port is answered with how to control the app. */
async function answersDebuggers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`).then(
    (response) => response.text(),
    () => '',
  );
  return answer.includes('webSocketDebuggerUrl');
}

for (const [copy, way] of [
  ['executable', 'port=0'],
  ['executable', 'pipe'],
  // A control case that shows that the check can find a debugger: the copy that Playwright controls has one.
  ['inspectable', 'port=0'],
  ['inspectable', 'pipe'],
] as const) {
  const isOpen = copy === 'inspectable';
  test(`whoever starts the packaged app with --remote-debugging-${way} ${isOpen ? 'steers the copy for journeys' : 'gets the app, and no debugger'}`, async ({
    environment,
  }) => {
    test.skip(process.platform !== 'linux', 'sockets are read from /proc');
    const { [copy]: executable } = await packagedApp();
    const marker = join(environment.folder, 'marker');
    const intruder = join(environment.folder, 'intruder.cjs');
    await writeFile(intruder, `require('fs').writeFileSync(${JSON.stringify(marker)}, 'here')`);
    const switches = ['--inspect=0', `--remote-debugging-${way}`, '--remote-allow-origins=*'];
    const child = spawn(
      executable,
      [...sandboxArguments, `--user-data-dir=${environment.userData}`, ...switches],
      {
        env: { ...environment.keyring.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${intruder}` },
        // On the last two, Chromium's debugger reads and answers without a port.
        stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      },
    );
    const [, out, error, asking, answering] = child.stdio;
    const [said, piped]: [string[], string[]] = [[], []];
    for (const stream of [out, error]) stream?.on('data', (part: Buffer) => said.push(part.toString()));
    answering?.on('data', (part: Buffer) => piped.push(part.toString()));
    asking?.on('error', () => undefined);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // The other port is that of Node's own debugger.
    const ports = !isOpen ? 0 : way === 'pipe' ? 1 : 2;
    const isPiped = isOpen && way === 'pipe';
    try {
      const debuggers = async (): Promise<boolean[]> =>
        Promise.all(listeningPorts(processesBelow(child.pid ?? 0)).map(answersDebuggers));
      // The Local sandbox is the last to listen, because the page asks for it.
      await expect.poll(async () => (await debuggers()).includes(false)).toBe(true);
      await expect.poll(async () => (await debuggers()).filter(Boolean).length).toBe(ports);
      const announced = (): number => said.join('').match(/(DevTools|Debugger) listening/g)?.length ?? 0;
      await expect.poll(announced).toBe(ports);
      expect(existsSync(marker)).toBe(false);
      if (asking instanceof Writable) asking.write('{"id":1,"method":"Target.getTargets"}\0');
      if (isPiped) await expect.poll(() => piped.join('')).toContain('app://explorer/');
    } finally {
      child.kill();
      await ended;
    }
    expect(piped.join('').includes('app://explorer/')).toBe(isPiped);
  });
}

test('the release’s executable has the intended fuses', async () => {
  const { executable, inspectable } = await packagedApp();
  const release = await readFuses(executable);
  expect(release).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    onlyLoadAppFromAsar: true,
    enableEmbeddedAsarIntegrityValidation: process.platform !== 'linux',
  });
  // What the end-to-end tests control is the release with one fuse changed.
  expect(await readFuses(inspectable)).toEqual({ ...release, enableNodeCliInspectArguments: true });
});
