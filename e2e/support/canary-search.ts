import { expect, type ElectronApplication, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { OpenApp } from '../test-environment';

/** A planted secret: its name for people, and text that occurs nowhere else. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** Text that occurs nowhere else. */
export const unique = (): string => `CANARY${randomBytes(12).toString('hex')}`;

/** A JWT's claims may be shown; its signature is what makes it a secret. */
export const signatureOf = (token: string): string => token.split('.')[2] ?? '';

/**
 * The only part of a test's environment that may contain secrets: the keychain's own files, which gnome-keyring
 * encrypts. Nothing else in the person's home or the app's folder is left out of a search.
 */
const KEYCHAIN_FOLDER = join('home', '.local', 'share', 'keyrings');

/** The names of the canaries found in the bytes, each with the encoding in which it was found. */
export function canariesIn(bytes: Buffer | string, canaries: readonly Canary[]): string[] {
  const searched = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
  return canaries.flatMap(({ name, value }) =>
    encodingsOf(value)
      .filter(([, written]) => searched.includes(written))
      .map(([writing]) => `${name} (${writing})`),
  );
}

/** The ways in which programs encode text. */
function encodingsOf(value: string): (readonly [string, Buffer])[] {
  const bytes = Buffer.from(value, 'utf8');
  const json = JSON.stringify(value).slice(1, -1);
  return [
    ['plain', bytes],
    ['UTF-16', Buffer.from(value, 'utf16le')],
    ['UTF-16 BE', Buffer.from(value, 'utf16le').swap16()],
    ['URL', Buffer.from(encodeURIComponent(value))],
    ['JSON', Buffer.from(json)],
    ['JSON with slashes escaped', Buffer.from(json.replaceAll('/', '\\/'))],
    ['JSON in JSON', Buffer.from(JSON.stringify(json).slice(1, -1))],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ...base64Encodings(bytes),
  ];
}

/** Base64 of a text at any offset in the encoded bytes, without the characters that depend on its neighbours. */
function base64Encodings(bytes: Buffer): (readonly [string, Buffer])[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const core = whole.slice(before === 0 ? 0 : before + 1, Math.floor((bytes.length + before) / 3) * 4);
    const url = core.replaceAll('+', '-').replaceAll('/', '_');
    return [['base 64', Buffer.from(core)] as const, ['base 64 of URLs', Buffer.from(url)] as const];
  });
}

/**
 * `path: canary` for every file of the environment that contains one, whoever wrote it (profiles, database, caches,
 * logs, crash dumps, …).
 */
export function canariesInFiles(folder: string, canaries: readonly Canary[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== KEYCHAIN_FOLDER && !name.startsWith(KEYCHAIN_FOLDER + sep))
    .flatMap((name) => [
      ...canariesIn(name, canaries).map((found) => `name of ${name}: ${found}`),
      ...canariesIn(bytesOf(join(folder, name)), canaries).map((found) => `${name}: ${found}`),
    ]);
}

/** Empty for a folder, a socket, or a file that has disappeared in the meantime, even between the two accesses here. */
function bytesOf(path: string): Buffer {
  try {
    return statSync(path).isFile() ? readFileSync(path) : Buffer.alloc(0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Searches the document with the contents of its fields, its visible text, and everything that the page has stored. */
export async function canariesInDocument(page: Page, canaries: readonly Canary[]): Promise<string[]> {
  const held = await page.evaluate(async () => {
    const fields = Array.from(document.querySelectorAll('input, textarea, select'), (field) =>
      'value' in field ? String(field.value) : '',
    );
    const databases = await indexedDB.databases();
    const cached = await caches.keys().catch(() => []);
    return [
      document.documentElement.outerHTML,
      document.body.innerText,
      document.title,
      location.href,
      document.cookie,
      ...fields,
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, databases, cached]),
    ].join('\n');
  });
  return canariesIn(held, canaries);
}

/** Makes the app put its temporary files where they are searched along with all others. */
export function ownTemp(folder: string): { readonly TMPDIR: string } {
  const temp = join(folder, 'tmp');
  mkdirSync(temp);
  return { TMPDIR: temp };
}

/** For starting an app whose heap is searched: otherwise V8 truncates strings to 1,024 characters. */
export const WHOLE_STRINGS = '--js-flags=--heap-snapshot-string-limit=1000000000';

/**
 * Searches every string that the window and its workers can still reach after garbage collection. The app has to be
 * started with `WHOLE_STRINGS`: each heap is also searched for a control text planted at the end of a long string.
 */
export async function canariesInHeap(
  { app, page }: Pick<OpenApp, 'app' | 'page'>,
  canaries: readonly Canary[],
): Promise<string[]> {
  const controls: string[] = [];
  for (const realm of [page, ...page.workers()]) {
    const control = unique();
    const halves = [control.slice(0, 10), control.slice(10)];
    if ('workers' in realm) await realm.evaluate(plantControl, halves);
    else await realm.evaluate(plantControl, halves);
    controls.push(control);
  }
  const heaps = await heapSnapshots(app);
  for (const control of controls) {
    expect(
      heaps.filter((heap) => heap.includes(control)),
      'a heap that was not searched whole',
    ).toHaveLength(1);
  }
  return heaps.flatMap((heap) => canariesIn(heap, canaries));
}

function plantControl([start = '', end = '']: readonly string[]): void {
  const long = 'x'.repeat(5_000) + start + end;
  // Reading a character makes V8 join the three parts into one string.
  Reflect.set(globalThis, 'heapControl', [long, long.charCodeAt(5_000)]);
}

/** A snapshot of the page, and one of each of its workers. */
function heapSnapshots(app: ElectronApplication): Promise<string[]> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('there is no window');
    const { debugger: inspector } = window.webContents;
    const parts = new Map<string, string[]>([['', []]]);
    inspector.attach('1.3');
    inspector.on('message', (_event, method, params, sessionId: string) => {
      if (method === 'Target.attachedToTarget') parts.set(params.sessionId, []);
      if (method === 'HeapProfiler.addHeapSnapshotChunk') parts.get(sessionId)?.push(params.chunk);
    });
    try {
      const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await inspector.sendCommand('Target.setAutoAttach', autoAttach);
      for (const session of parts.keys()) {
        await inspector.sendCommand('HeapProfiler.collectGarbage', {}, session || undefined);
        await inspector.sendCommand(
          'HeapProfiler.takeHeapSnapshot',
          { reportProgress: false },
          session || undefined,
        );
      }
    } finally {
      inspector.detach();
    }
    return Array.from(parts.values(), (chunks) => chunks.join(''));
  });
}

function clipboardText(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

/** Put on the clipboard before each copy, because the copied text may be empty (the pointer to the whole document). */
const NOT_COPIED = 'nothing is copied yet';

/** Uses every visible button and menu entry that copies. Resolves to what each of them copied. */
export async function copyEverything(
  app: ElectronApplication,
  page: Page,
): Promise<{ readonly button: string; readonly text: string }[]> {
  const copies: { button: string; text: string }[] = [];
  const copied = async (name: string, copy: () => Promise<void>): Promise<void> => {
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), NOT_COPIED);
    await copy();
    await expect.poll(() => clipboardText(app), `what "${name}" copies`).not.toBe(NOT_COPIED);
    copies.push({ button: name, text: await clipboardText(app) });
  };
  for (const button of await page.getByRole('button', { name: /^Copy/ }).all()) {
    if (!(await button.isVisible()) || (await button.getAttribute('aria-haspopup')) !== null) continue;
    const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    await copied(name, () => button.click());
  }
  const items = page.getByRole('menuitem', { name: /^Copy/ });
  for (const menu of await page.getByRole('button', { name: /^More/ }).all()) {
    if (!(await menu.isVisible()) || (await menu.getAttribute('aria-haspopup')) !== 'menu') continue;
    await menu.click();
    await page.getByRole('menu').waitFor();
    const names = await items.filter({ visible: true }).allInnerTexts();
    await page.keyboard.press('Escape');
    for (const name of names) {
      await menu.click();
      const item = items.filter({ hasText: name }).first();
      if (await item.isDisabled()) await page.keyboard.press('Escape');
      else await copied(name, () => item.click());
    }
  }
  return copies;
}

/** Makes the operating system's file dialogs answer with this path. */
export async function answerFileDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, path);
}

/**
 * Searches what assistive technology is told about the window: the names, values and descriptions of everything shown.
 */
async function canariesInAccessibility(page: Page, canaries: readonly Canary[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const tree = JSON.stringify(await session.send('Accessibility.getFullAXTree'));
  await session.detach();
  expect(tree, 'a tree that is empty').toContain('RootWebArea');
  return canariesIn(tree, canaries);
}

/**
 * Searches the arguments and environment of the app's processes, which any of the person's programs can read, and the
 * window titles. Main's own are left out, as they were chosen by whoever started it (a link, for example).
 */
async function canariesInProcesses(app: ElectronApplication, canaries: readonly Canary[]): Promise<string[]> {
  const { titles, pids } = await app.evaluate(({ app: electron, BrowserWindow }) => ({
    titles: BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    pids: electron.getAppMetrics().flatMap(({ pid, type }) => (type === 'Browser' ? [] : [pid])),
  }));
  expect(pids.length, 'processes of the app').toBeGreaterThan(1);
  if (process.platform !== 'linux') return canariesIn(titles.join('\n'), canaries);
  const told = pids.flatMap((pid) =>
    ['cmdline', 'environ', 'comm'].map((what) => ofProcess(`/proc/${pid}/${what}`)),
  );
  expect(told.join('\n'), 'arguments').toContain('--type=renderer');
  return canariesIn(Buffer.concat([...told, Buffer.from(titles.join('\n'))]), canaries);
}

/** Empty for a process that has ended in the meantime, as idle ones do. */
function ofProcess(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Expects it to be neither in the document, nor in the window's memory, nor in what other programs can learn about the
 * app, nor in its output.
 */
export async function expectNowhereInTheWindow(
  { app, page, output }: OpenApp,
  canaries: readonly Canary[],
): Promise<void> {
  expect(await canariesInDocument(page, canaries), 'in the document').toEqual([]);
  expect(await canariesInAccessibility(page, canaries), 'in the accessibility tree').toEqual([]);
  expect(await canariesInProcesses(app, canaries), 'in arguments, environment or a title').toEqual([]);
  expect(await canariesInHeap({ app, page }, canaries), 'in the heap of the window').toEqual([]);
  expect(canariesIn(output.join('\n'), canaries), 'in what the app printed').toEqual([]);
}
