import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNavigationRefused } from './support/navigation';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { listen } from './support/listen';

shareOneApp();

/** A server that no page must ever reach. */
async function startOutside(): Promise<{ url: string; reached: () => number; close: () => void }> {
  let count = 0;
  const server = createServer((_request, response) => {
    count += 1;
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('outside');
  });
  server.on('connection', () => (count += 1));
  const { url, close } = await listen(server);
  return {
    url: `${url}/`,
    reached: () => count,
    close,
  };
}

test('every response of the app has a content security policy: pages, scripts, styles, bodies and missing paths', async ({
  page,
}) => {
  const policies = await page.evaluate(async () => {
    const assets = [...document.querySelectorAll<HTMLElement>('script[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
    );
    const paths = ['/index.html', ...assets, '/nothing', '/bodies/nothing', `/bodies/${crypto.randomUUID()}`];
    return Promise.all(
      paths.map(async (path) => {
        const { headers } = await fetch(new URL(path, location.href));
        return [path, headers.get('content-security-policy') ?? 'none'];
      }),
    );
  });
  expect(policies.length).toBeGreaterThan(4);
  for (const [path, policy] of policies) expect(policy, path).toContain("default-src 'none'");
});

test('a worker reaches the app’s bodies and nothing else, and has no Node', async ({
  page,
  vaultForward: vf,
}) => {
  const outside = await startOutside();
  await vf.open();
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const [worker] = page.workers();
  const tried = await worker?.evaluate(async (url) => {
    const status = (address: string) =>
      fetch(address).then(
        (response) => response.status,
        () => 'refused',
      );
    return {
      node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in self),
      outside: await status(url),
      page: await status('app://explorer/index.html'),
      bodies: await status(`app://explorer/bodies/${crypto.randomUUID()}`),
      socket: (() => {
        try {
          return new WebSocket(url.replace('http', 'ws')).readyState;
        } catch {
          return 'refused';
        }
      })(),
    };
  }, outside.url);
  expect(tried).toMatchObject({ node: [], outside: 'refused', page: 'refused', bodies: 404 });
  expect(outside.reached()).toBe(0);
  outside.close();
});

test('a window loads nothing but the app itself, even where no policy applies', async ({
  page,
  started: { app },
}) => {
  const outside = await startOutside();
  await page.evaluate(async (url) => {
    await fetch(url).catch(() => null);
    for (const tag of ['img', 'iframe', 'script', 'link'] as const) {
      const element = document.createElement(tag);
      element.setAttribute(tag === 'link' ? 'href' : 'src', url);
      if (tag === 'link') element.setAttribute('rel', 'prefetch');
      document.body.append(element);
    }
    const form = document.createElement('form');
    form.action = url;
    document.body.append(form);
    form.submit();
  }, outside.url);
  await expectNavigationRefused(app, page, outside.url);
  // Main itself is not bound by any page's policy, so the session cancels the request.
  const failures = await app.evaluate(async ({ BrowserWindow, session }, url) => {
    const told: string[] = [];
    const addresses = [url, url.replace('http', 'https'), 'file:///etc/hostname'];
    for (const owner of [session.defaultSession, session.fromPartition('question')]) {
      for (const address of addresses) {
        // Each address gets its own window, because a load after a failed one ends with the error page of that failure.
        const window = new BrowserWindow({ show: false, webPreferences: { session: owner } });
        await window.loadURL(address).catch((error: unknown) => told.push(String(error)));
        window.destroy();
      }
    }
    return told;
  }, outside.url);
  expect(failures).toHaveLength(6);
  for (const failure of failures) expect(failure).toContain('ERR_BLOCKED_BY_CLIENT');
  expect(outside.reached()).toBe(0);
  outside.close();
});

onItsOwnApp(() => {
  test('a build loads its page from no server, whatever the environment says', async ({ environment }) => {
    const outside = await startOutside();
    const { app, page } = await environment.start([], { ELECTRON_RENDERER_URL: outside.url });
    await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
    expect(outside.reached()).toBe(0);
    await app.close();
    const built = ['out/main', 'out/main/chunks'].flatMap((folder) =>
      readdirSync(folder).map((name) => join(folder, name)),
    );
    for (const file of built.filter((name) => name.endsWith('.js'))) {
      expect(readFileSync(file, 'utf8'), file).not.toContain('ELECTRON_RENDERER_URL');
    }
    outside.close();
  });
});

test('a page that speaks WebRTC reaches nobody, over UDP or TCP', async ({ page }) => {
  const outside = await startOutside();
  const datagrams = createSocket('udp4').on('message', () => (received += 1));
  let received = 0;
  datagrams.bind(0, '127.0.0.1');
  await once(datagrams, 'listening');
  const urls = [
    `stun:127.0.0.1:${datagrams.address().port}`,
    `turn:127.0.0.1:${datagrams.address().port}?transport=udp`,
    `turn:127.0.0.1:${new URL(outside.url).port}?transport=tcp`,
  ];
  const candidates = await page.evaluate(async (servers) => {
    const iceServers = servers.map((server) => ({ urls: server, username: 'canary', credential: 'canary' }));
    const connection = new RTCPeerConnection({ iceServers });
    const found: string[] = [];
    connection.onicecandidate = ({ candidate }) => candidate && found.push(candidate.candidate);
    connection.createDataChannel('canary');
    await connection.setLocalDescription(await connection.createOffer());
    await new Promise<void>((resolve) => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
    });
    connection.close();
    return found;
  }, urls);
  expect(candidates).toEqual([]);
  expect([received, outside.reached()]).toEqual([0, 0]);
  datagrams.close();
  outside.close();
});
