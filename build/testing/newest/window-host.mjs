// The built window without Electron: it is served over loopback with the app's own content security policy, and its
// requests are answered by main's own handlers, which run in this process, on its Node. Only the shell is missing,
// which the end-to-end tests cover.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { answer } from '@main/bridge/bridge-handler';
import { serveBody } from '@main/bodies/serve-body';
import { createHandlers } from '@main/handlers';
import { createServices } from '@main/services';
import { contentSecurityPolicy, workerPolicy } from '@main/shell/content-security-policy';
import { closeInSteps } from '@main/shell/end-with-limits';
import { createStorage } from '@main/storage';
import { bridgeEventNames, bridgeRequestNames } from '@shared/bridge/bridge';
import { declined } from '@shared/questions/question';
import { nodePlatform } from '../../../src/cli/node-platform';
import { outDir } from '../../setup/paths.mjs';

const OWN = 'app://explorer/';
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

/** Main's parts, with a person who agrees to nothing. @param {string} folder for its data */
function openMain(folder) {
  const platform = nodePlatform({
    version: '0.0.0',
    dataFolder: { path: folder, own: true },
    pinnedProfileId: null,
    ask: () => Promise.resolve(declined),
    builtFolder: join(outDir, 'main'),
  });
  const storage = createStorage(platform);
  const services = createServices(platform, storage);
  const { handlers, closing } = createHandlers(platform, storage, services, {
    openFolder: () => Promise.resolve(),
    partFolders: [],
  });
  /** The requests that the shell answers in the app. */
  const shell = {
    describeApp: () => ({ version: platform.version, electron: 'none', platform: process.platform }),
    describeSandbox: () => services.sandbox.facts(),
    takeDeepLink: () => null,
    takeCrashReason: () => null,
    openExternalLink: () => false,
    openCopyMenu: () => null,
    copyText: () => null,
  };
  const parseAnything = { safeParse: (data) => ({ success: true, data }) };
  return {
    events: platform.events,
    bodies: storage.bodies,
    ask: (name, argument) => {
      const handler = handlers[name] ?? { parse: parseAnything, handle: shell[name] };
      return answer(name, handler, [argument], platform.report);
    },
    close: () => closeInSteps(closing, platform.report),
  };
}

/** Serves the window's files at an http address, which replaces the app's own address in scripts and policies. */
async function serveWindow(bodies) {
  const root = join(outDir, 'renderer');
  const read = async (url, origin) => {
    if (url.pathname.startsWith('/bodies/')) return serveBody(bodies, url);
    // A browser requests this on its own; Electron does not.
    if (url.pathname === '/favicon.ico') return { status: 204, headers: {}, data: '' };
    const type = TYPES[extname(url.pathname)] ?? 'application/octet-stream';
    const data = await readFile(join(root, normalize(url.pathname)));
    const nonce = 'bm9uY2U=';
    const policy = type.startsWith('text/html') ? contentSecurityPolicy(nonce, null) : workerPolicy(null);
    const headers = { 'content-type': type, 'content-security-policy': policy.replaceAll(OWN, origin) };
    if (type === 'font/woff2') return { status: 200, headers, data };
    const text = data.toString('utf8').replaceAll('__CSP_NONCE__', nonce).replaceAll(OWN, origin);
    return { status: 200, headers, data: Buffer.from(text) };
  };
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}/`;
    read(new URL(request.url, origin), origin).then(
      ({ status, headers, data }) => response.writeHead(status, headers).end(data),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/index.html`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Exposes what the preload script exposes, through a function of the test's browser instead of Electron's messages. */
function putBridge([requests, events]) {
  const listeners = new Map(events.map((name) => [name, new Set()]));
  window.tellWindow = (name, payload) => listeners.get(name).forEach((listener) => listener(payload));
  const functions = requests.map((name) => [name, (argument) => window.askMain(name, argument)]);
  const on = (name, listener) => {
    listeners.get(name).add(listener);
    return () => listeners.get(name).delete(listener);
  };
  window.explorer = Object.freeze({ ...Object.fromEntries(functions), on });
}

/**
 * Opens the window in a page of this browser.
 * @param {import('@playwright/test').Browser} browser
 * @param {{ folder: string }} options
 */
export async function openWindow(browser, { folder }) {
  const main = openMain(folder);
  const served = await serveWindow(main.bodies);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.exposeFunction('askMain', main.ask);
  await page.addInitScript(putBridge, [[...bridgeRequestNames], [...bridgeEventNames]]);
  for (const name of bridgeEventNames) {
    main.events.on(name, (payload) => {
      const told = page.evaluate(([event, given]) => window.tellWindow(event, given), [name, payload]);
      // An event sent while the page is closing gets lost, and that is fine.
      told.catch(() => undefined);
    });
  }
  await page.goto(served.address);
  return {
    page,
    /** Console errors and uncaught exceptions. */
    errors,
    async close() {
      await page.close();
      await main.close();
      served.close();
    },
  };
}
