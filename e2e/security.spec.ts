import type { ElectronApplication, Page } from '@playwright/test';
import type { ProfileDraft } from '@shared/profiles/profile-rules';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFuses } from '../build/packaging/fuses.mjs';
import { answerQuestion, question, questionPages } from './pages/question-page';
import { expectNavigationRefused } from './support/navigation';
import { packagedApp, sandboxArguments } from './support/packaged-app';
import { expect, test } from './test';
import { TestEnvironment } from './test-environment';

/**
 * Electron's security checklist, each item checked on the packaged app:
 * https://www.electronjs.org/docs/latest/tutorial/security One app for all items, in the order of the list. What else a
 * compromised page might do is tested in hostile-page.spec.ts.
 */
test.describe.configure({ mode: 'default' });

let environment: TestEnvironment;
let app: ElectronApplication;
let page: Page;
let outside: Server;
let outsideUrl: string;
let reached = 0;

test.beforeAll(async () => {
  outside = createServer((_request, response) =>
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('outside'),
  );
  outside.on('connection', () => (reached += 1));
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  environment = await TestEnvironment.create();
  const { inspectable } = await packagedApp();
  ({ app, page } = await environment.startIn({ executable: inspectable, args: sandboxArguments, env: {} }));
});
test.afterAll(async () => {
  await environment.dispose();
  outside.closeAllConnections();
  outside.close();
});

/** The preferences that the app's windows were created with. Electron has an undocumented method for this. */
function preferences(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      const read: unknown = Reflect.get(webContents, 'getLastWebPreferences');
      if (typeof read !== 'function') throw new Error('this Electron does not tell its preferences');
      return JSON.parse(JSON.stringify(Reflect.apply(read, webContents, []))) as Record<string, unknown>;
    }),
  );
}

/** The packed source code of main and the preload scripts. */
function packedSource(): Promise<string> {
  return app.evaluate(({ app: main }) => {
    const { readFileSync: readText, readdirSync: list } = process.mainModule?.require('node:fs') as typeof fs;
    return ['out/main', 'out/main/chunks', 'out/preload']
      .map((folder) => `${main.getAppPath()}/${folder}`)
      .flatMap((folder) => list(folder).map((name) => `${folder}/${name}`))
      .filter((file) => file.endsWith('.js'))
      .map((file) => readText(file, 'utf8'))
      .join('\n');
  });
}

/** Opens one of main's questions, so that its window is checked as well; `done` answers it with no. */
async function openQuestion(): Promise<{ readonly page: Page; done(): Promise<void> }> {
  const name = `Locked ${randomUUID()}`;
  await page.evaluate(async (unlocked) => {
    const made = await window.explorer.createProfile({ draft: { ...unlocked, readOnly: true } });
    if (!made.ok) throw new Error(made.problem.title);
    void window.explorer.editProfile({ profileId: made.value.profileId, draft: unlocked });
  }, unlockedProfile(name));
  const title = `Unlock ${name}?`;
  const dialog = await question(app, title);
  return { page: dialog.page(), done: () => answerQuestion(app, title, 'Keep it read-only') };
}

const unlockedProfile = (name: string): ProfileDraft => ({
  name,
  environment: 'sandbox',
  baseUrl: 'https://a.example',
  merchantAccountId: null,
  merchantHeader: 'x-service-merchant-account-id',
  readOnly: false,
  timeouts: { connectMs: 5_000, totalMs: 30_000 },
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
  variables: [],
});

test('1. a page loads nothing but the app’s own content', async () => {
  const tried = await page.evaluate(async (url) => {
    const failed = (load: (element: HTMLElement) => void, tag: string): Promise<boolean> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        element.onerror = () => resolve(true);
        element.onload = () => resolve(false);
        load(element);
        document.body.append(element);
      });
    return [
      await fetch(url).then(
        () => false,
        () => true,
      ),
      await failed((element) => element.setAttribute('src', url), 'img'),
      await failed((element) => element.setAttribute('src', url), 'script'),
      await failed((element) => {
        element.setAttribute('rel', 'stylesheet');
        element.setAttribute('href', url);
      }, 'link'),
    ];
  }, outsideUrl);
  expect(tried).toEqual([true, true, true, true]);
  expect(reached).toBe(0);
});

test('2. no page has Node', async () => {
  const asked = await openQuestion();
  for (const one of [page, asked.page]) {
    const known = await one.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global', 'setImmediate'].filter((name) => name in window),
    );
    expect(known).toEqual([]);
  }
  await asked.done();
  for (const one of await preferences()) {
    expect(one.nodeIntegration).toBe(false);
    // Workers are covered by isolation.spec.ts.
    expect(one.nodeIntegrationInSubFrames ?? false).toBe(false);
  }
});

test('3. a page’s changes to JavaScript built-ins do not reach the preload script', async () => {
  const seen = await page.evaluate(async () => {
    let calls = 0;
    const real = { map: Array.prototype.map, then: Promise.prototype.then, has: Set.prototype.has };
    Array.prototype.map = function (...given: never[]) {
      calls += 1;
      return Reflect.apply(real.map, this, given) as never;
    };
    Set.prototype.has = function (value) {
      calls += 1;
      return Reflect.apply(real.has, this, [value]) as boolean;
    };
    window.explorer.on('profilesChanged', () => undefined)();
    const inPreload = calls;
    Array.prototype.map = real.map;
    Set.prototype.has = real.has;
    return { inPreload, frozen: Object.isFrozen(window.explorer) };
  });
  expect(seen).toEqual({ inPreload: 0, frozen: true });
  for (const one of await preferences()) expect(one.contextIsolation).toBe(true);
});

test('4. every page runs in Chromium’s sandbox', async () => {
  const asked = await openQuestion();
  const pids = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getOSProcessId()),
  );
  expect(pids).toHaveLength(2);
  for (const one of await preferences()) expect(one.sandbox).toBe(true);
  // Root has to run without the sandbox; for everyone else, the kernel filters the system calls of page processes.
  if (process.platform === 'linux' && !sandboxArguments.includes('--no-sandbox')) {
    for (const pid of pids) expect(fs.readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\t2$/m);
  }
  await asked.done();
  expect(await packedSource()).not.toContain('no-sandbox');
});

test('5. every permission is denied, to the app and to a question', async () => {
  const asked = await page.evaluate(async () => {
    const refused = (promise: Promise<unknown>): Promise<boolean> =>
      promise.then(
        () => false,
        () => true,
      );
    return {
      media: await refused(navigator.mediaDevices.getUserMedia({ audio: true })),
      place: await refused(new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))),
      clipboard: await refused(navigator.clipboard.readText()),
      notifications: await Notification.requestPermission(),
      midi: await refused(navigator.requestMIDIAccess()),
      states: await Promise.all(
        [
          'geolocation',
          'notifications',
          'camera',
          'microphone',
          'midi',
          'clipboard-read',
          'display-capture',
        ].map(async (name) => (await navigator.permissions.query(Object({ name }))).state),
      ),
    };
  });
  expect(asked).toEqual({
    media: true,
    place: true,
    clipboard: true,
    notifications: 'denied',
    midi: true,
    states: Array.from({ length: 7 }, () => 'denied'),
  });
  const other = await openQuestion();
  expect(await other.page.evaluate(() => Notification.requestPermission())).toBe('denied');
  await other.done();
});

test('6. web security is on: another origin cannot be read', async () => {
  for (const address of ['app-question://question/question/index.html', 'file:///etc/hostname']) {
    const read = await page.evaluate(
      (url) =>
        fetch(url).then(
          (response) => response.status,
          () => 'refused',
        ),
      address,
    );
    expect(read, address).toBe('refused');
  }
  for (const one of await preferences()) expect(one.webSecurity ?? true).toBe(true);
  expect(await packedSource()).not.toMatch(/webSecurity|disable-web-security/);
});

test('7. the content security policy runs no inline script and no eval', async () => {
  const run = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ranInline = true';
    document.body.append(script);
    const holder = document.createElement('div');
    holder.innerHTML = '<img src="data:," onerror="window.ranInline = true">';
    document.body.append(holder);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const evaluated = (() => {
      try {
        return (0, eval)('1');
      } catch {
        return 'refused';
      }
    })();
    const { headers } = await fetch('/index.html');
    return { inline: 'ranInline' in window, evaluated, policy: headers.get('content-security-policy') };
  });
  expect(run).toMatchObject({ inline: false, evaluated: 'refused' });
  expect(run.policy).toContain("default-src 'none'");
  expect(run.policy).not.toMatch(/unsafe|\*/);
  expect(run.policy).toMatch(/style-src 'self' 'nonce-[A-Za-z0-9+/=]+'/);
});

for (const [item, preference, switches] of [
  ['8. no insecure content runs', 'allowRunningInsecureContent', 'allow-running-insecure-content'],
  ['9. no experimental feature is on', 'experimentalFeatures', 'enable-experimental-web-platform-features'],
  ['10. no feature of Blink is switched on', 'enableBlinkFeatures', 'enable-blink-features'],
] as const) {
  test(item, async () => {
    for (const one of await preferences()) expect(one[preference] || false).toBe(false);
    const source = await packedSource();
    expect(source).not.toContain(preference);
    expect(source).not.toContain(switches);
    expect(await app.evaluate(({ app: main }, name) => main.commandLine.hasSwitch(name), switches)).toBe(
      false,
    );
  });
}

test('11. and 12. no webview can be created', async () => {
  const before = await app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
  await page.evaluate((url) => {
    const view = document.createElement('webview');
    view.setAttribute('src', url);
    view.setAttribute('allowpopups', '');
    view.setAttribute('nodeintegration', '');
    document.body.append(view);
  }, outsideUrl);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(before);
  expect(reached).toBe(0);
  for (const one of await preferences()) expect(one.webviewTag ?? false).toBe(false);
});

test('13. no page can navigate away', async () => {
  await expectNavigationRefused(app, page, outsideUrl);
  await expectNavigationRefused(app, page, 'https://a.example/');
  expect(reached).toBe(0);
});

test('14. no page can open a window', async () => {
  const opened = await page.evaluate((url) => {
    const link = document.createElement('a');
    Object.assign(link, { href: url, target: '_blank' });
    document.body.append(link);
    link.click();
    return [url, 'about:blank', 'app://explorer/index.html'].map((address) => window.open(address) !== null);
  }, outsideUrl);
  expect(opened).toEqual([false, false, false]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(reached).toBe(0);
});

test('15. only https links are opened outside, and only with the person’s consent', async () => {
  await app.evaluate(({ dialog, shell }) => {
    const told = { asked: 0, opened: [] as string[], agrees: false };
    Object.assign(globalThis, { told });
    dialog.showMessageBox = () => {
      told.asked += 1;
      return Promise.resolve({ response: told.agrees ? 1 : 0, checkboxChecked: false });
    };
    shell.openExternal = (url) => Promise.resolve(void told.opened.push(url));
  });
  const told = (): Promise<unknown> => app.evaluate(() => Reflect.get(globalThis, 'told') as unknown);
  const open = (url: string) =>
    page.evaluate((address) => window.explorer.openExternalLink({ url: address }), url);
  for (const url of [
    'file:///bin/sh',
    'javascript:alert(1)',
    'smb://x/y',
    'http://a.example/',
    'https://u:p@a.example/',
    'x',
  ])
    expect(await open(url), url).toEqual({ ok: true, value: false });
  expect(await told()).toMatchObject({ asked: 0, opened: [] });
  await open('https://a.example/');
  expect(await told()).toMatchObject({ asked: 1, opened: [] });
  await app.evaluate(() => Object.assign(Reflect.get(globalThis, 'told') as object, { agrees: true }));
  expect(await open('https://a.example/')).toEqual({ ok: true, value: true });
  expect(await told()).toMatchObject({ asked: 2, opened: ['https://a.example/'] });
});

test('16. Electron’s version is pinned, and the app names the one it runs on', async () => {
  const { devDependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const declared = devDependencies.electron ?? '';
  expect(declared).toMatch(/^\d+\.\d+\.\d+$/);
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  expect(packages['node_modules/electron']?.version).toBe(declared);
  // Where the declared version cannot be downloaded, the pinned fallback is packed, and it reports its own version
  // (docs/runtimes.md).
  const running = await app.evaluate(() => process.versions.electron);
  expect([declared, '22.3.25']).toContain(running);
  const facts = await page.evaluate(() => window.explorer.describeApp());
  expect(facts).toMatchObject({ value: { electron: running } });
});

test('17. main answers only its own window’s page', async () => {
  const answers = await app.evaluate(async ({ app: main, BrowserWindow, session }) => {
    const preload = `${main.getAppPath()}/out/preload/index.js`;
    const ask = async (owner: Electron.Session, url: string): Promise<string> => {
      const window = new BrowserWindow({ show: false, webPreferences: { preload, session: owner } });
      await window.loadURL(url);
      const script = 'window.explorer.describeProfiles().then((answer) => JSON.stringify(answer))';
      const answer = (await window.webContents.executeJavaScript(script)) as string;
      window.destroy();
      return answer;
    };
    return [
      await ask(session.defaultSession, 'app://explorer/index.html'),
      await ask(session.fromPartition('of-this-test'), 'data:text/html,<p>'),
    ];
  });
  for (const answer of answers)
    expect(JSON.parse(answer)).toMatchObject({ problem: { code: 'unknown-sender' } });
});

test('18. the app’s protocol serves its own pages and nothing else', async () => {
  expect(await page.evaluate(() => location.href)).toMatch(/^app:\/\/explorer\//);
  const statuses = await page.evaluate(() =>
    Promise.all(
      [
        '/%2e%2e/main/index.js',
        '/..%2f..%2fpackage.json',
        '/..%5c..%5cpackage.json',
        '//etc/hostname',
        '/assets/',
        '/question/index.html',
        '/bodies/../index.html/../../main/index.js',
      ].map((path) => fetch(`app://explorer${path}`).then(({ status }) => status)),
    ),
  );
  expect(statuses).toEqual(statuses.map(() => 404));
});

test('19. fuses: no Node, no other app, encrypted cookies', async () => {
  const { executable } = await packagedApp();
  expect(await readFuses(executable)).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    onlyLoadAppFromAsar: true,
  });
});

test('20. no page gets Electron’s API, only functions of the bridge', async () => {
  const bridge = await page.evaluate(() => {
    const names = Object.getOwnPropertyNames(window).filter((name) => /electron|ipcRenderer/i.test(name));
    const kinds = new Set(Object.values(window.explorer).map((value) => typeof value));
    const refused = (['ipcRenderer', 'constructor', '__proto__', 7] as never[]).map((name) => {
      try {
        window.explorer.on(name, () => undefined);
        return false;
      } catch {
        return true;
      }
    });
    return { names, kinds: [...kinds], refused };
  });
  expect(bridge).toEqual({ names: [], kinds: ['function'], refused: [true, true, true, true] });
  const asked = await openQuestion();
  expect(
    await asked.page.evaluate(() => Object.keys(Reflect.get(window, 'question') as object).sort()),
  ).toEqual(['answer', 'read']);
  expect(await asked.page.evaluate(() => 'explorer' in window)).toBe(false);
  await asked.done();
  expect(questionPages(app)).toHaveLength(0);
});
