import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expectNavigationRefused } from './support/navigation';
import { expect, test } from './test';

/** The limit of docs/architecture.md. */
const START_UP_BYTES = 180_000;

test('the window and its first screen load less than 180 kB of JavaScript, compressed', async ({ page }) => {
  // Each counts once: the first load may still be under way when the page is loaded again.
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(0);
  const bytes = [...scripts].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join('out/renderer', new URL(name).pathname))).length,
    0,
  );
  test.info().annotations.push({ type: 'start-up JavaScript', description: `${bytes} bytes, compressed` });
  expect(bytes).toBeLessThan(START_UP_BYTES);
});

test('the page is sealed: policy as a header, no node, no way out, nothing but named functions', async ({
  page,
  started,
}) => {
  const policy = await page.evaluate(async () =>
    (await fetch('/index.html')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/=]+'/);

  const inside = await page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
    bridge: Object.values(window.explorer).every((value) => typeof value === 'function'),
    strange: Reflect.has(window.explorer, 'invoke') || Reflect.has(window.explorer, 'send'),
  }));
  expect(inside).toEqual({ globals: [], bridge: true, strange: false });

  // No network, no navigation, no new window, no permission.
  const tries = await page.evaluate(async () => ({
    network: await fetch('http://127.0.0.1:9/').then(
      () => 'went out',
      () => 'refused',
    ),
    // Written so that no URL parser takes the way up out before it is sent.
    outside: await Promise.all(
      [
        '/assets/..%2f..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
        '/%2e%2e%2f%2e%2e%2fpackage.json',
      ].map(async (path) => (await fetch(path)).status),
    ),
    inside: (await fetch('/index.html')).status,
    window: window.open('https://example.com/') === null,
    permissions: await Promise.all(
      [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'display-capture',
      ].map(
        async (name) => (await navigator.permissions.query(Object(JSON.parse(`{"name":"${name}"}`)))).state,
      ),
    ),
    asked: [
      await Notification.requestPermission(),
      await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'denied',
      ),
      await navigator.clipboard.readText().then(
        () => 'granted',
        () => 'denied',
      ),
    ],
    inlineScript: (() => {
      const script = document.createElement('script');
      script.textContent = 'window.hacked = true';
      document.body.append(script);
      return Reflect.has(window, 'hacked');
    })(),
  }));
  expect(tries).toEqual({
    network: 'refused',
    outside: [404, 404, 404],
    inside: 200,
    window: true,
    permissions: Array.from({ length: 7 }, () => 'denied'),
    asked: ['denied', 'denied', 'denied'],
    inlineScript: false,
  });
  await expectNavigationRefused(started.app, page, 'https://example.com/');
  const preferences = await started.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents && Reflect.apply(Reflect.get(contents, 'getLastWebPreferences'), contents, []);
  });
  expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});

test('a request from another page of the same app is dropped', async ({ started }) => {
  const refused = await started.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await stranger.loadURL('app://explorer/index.html');
      const answer: unknown = await stranger.webContents.executeJavaScript(
        'window.explorer.describeProfiles()',
      );
      stranger.destroy();
      return answer;
    },
    join(process.cwd(), 'out/preload/index.js'),
  );
  expect(refused).toMatchObject({ ok: false, problem: { code: 'unknown-sender' } });
});

test('an external link is https, and opens only when the person agrees', async ({ page, started }) => {
  const opened = (answer: number, url: string): Promise<{ result: unknown; urls: string[] }> =>
    started.app
      .evaluate(({ dialog, shell }, response) => {
        const urls: string[] = [];
        Reflect.set(globalThis, 'openedUrls', urls);
        dialog.showMessageBox = () => Promise.resolve({ response, checkboxChecked: false });
        shell.openExternal = async (address) => void urls.push(address);
      }, answer)
      .then(() => page.evaluate((address) => window.explorer.openExternalLink({ url: address }), url))
      .then(async (result) => ({
        result,
        urls: await started.app.evaluate(() => Reflect.get(globalThis, 'openedUrls') as string[]),
      }));
  expect(await opened(0, 'https://docs.example/')).toEqual({ result: { ok: true, value: false }, urls: [] });
  expect(await opened(1, 'http://docs.example/')).toEqual({ result: { ok: true, value: false }, urls: [] });
  expect(await opened(1, 'https://docs.example/')).toEqual({
    result: { ok: true, value: true },
    urls: ['https://docs.example/'],
  });
});
