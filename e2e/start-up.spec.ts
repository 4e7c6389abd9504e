import type { Page } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

/**
 * From its next load on, the page does nothing half a second or more after its start: that comes after the first
 * screen, except on a busy machine.
 */
async function withoutLaterWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout: startTimer } = window;
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0, ...given: []) => (ms < 500 ? startTimer(run, ms, ...given) : 0),
    });
  });
}

/**
 * In bytes: the size after it was reduced (docs/performance.md), plus one per cent. Anyone who adds to it gives the
 * reason here. 1,400 are for the script that shows the first frame before the rest is loaded, and remembers what is
 * pressed in it, in order, until the profiles arrive; the code that then acts on this is not loaded if nothing was
 * pressed. 300 are for the messages about profiles that do not arrive, which a main process that hangs could not send
 * either. 100 are for what Recent says about a refused token, and about an answer that is not from the API. What each
 * operation takes and returns (1,300) is loaded with the code that needs it. 100 are for names in Recent whose letters
 * would reverse the text around them, and for catching the focus when the element that had it disappears. 450 are for
 * giving each entry of a pasted list that is not an ID its own row, where it was pasted, and for keeping it with the
 * list. Vue's options API has been left out since 2026-11-28, which saves 1,300; these are not available for anything
 * else.
 */
const START_UP_BYTES = 143_950;
/**
 * The part of main that is loaded before the window opens was 337,000; this is a tenth more. All of main is five times
 * that.
 */
const START_OF_MAIN_BYTES = 371_000;
/** The number of calls from the load of the page until the first screen is complete. */
const START_UP_CALLS = 9;

test('the window and its first screen load no more JavaScript than their limit', async ({ page }) => {
  // Before, the page is one that loads nothing: what the app loads half a second after its start is not counted.
  const app = page.url();
  await page.goto(new URL('/nothing', app).href);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  await withoutLaterWork(page);
  await page.goto(app);
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(0);
  const bytes = [...scripts].reduce(
    (sum, name) => sum + gzipSync(readFileSync(join('out/renderer', new URL(name).pathname))).length,
    0,
  );
  test.info().annotations.push({ type: 'start-up JavaScript', description: `${bytes} bytes, compressed` });
  expect(bytes, [...scripts].join(' ')).toBeLessThan(START_UP_BYTES);
});

test('the first look-up waits for no script: what shows a session is loaded at the first sign of activity', async ({
  page,
  sessions,
}) => {
  await page.reload();
  const { sessions: samples } = await sandboxFacts(page);
  const read = page.waitForResponse(/\/RefreshedResult-/);
  await sessions.id.click();
  await read;
  await sessions.id.fill(samples.rich ?? '');
  await page.waitForLoadState('networkidle');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await sessions.lookUpButton.click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  expect(scripts).toEqual([]);
});

test('the window opens from a small part of main', () => {
  const files = new Set([join('out', 'main', 'index.js')]);
  let bytes = 0;
  // Iterating over a set also visits items that are added during the iteration.
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    bytes += code.length;
    // Node's own HTTP modules took 10 ms before the window opened, so they belong in the other part of main.
    expect(code, file).not.toMatch(/= require\("(?:node:)?https?"\)/);
    // A require at the start of a line runs while the file is loaded; one that is called on demand does not.
    for (const [, name = ''] of code.matchAll(/^(?:(?:const|let|var) \w+ = )?require\("(\.[^"]+)"\)/gm)) {
      files.add(join(dirname(file), name));
    }
  }
  const names = [...files].join(' ');
  expect(files.size, names).toBeGreaterThan(1);
  expect(names).not.toMatch(/chunks\/app-/);
  expect(bytes, names).toBeLessThan(START_OF_MAIN_BYTES);
});

test('every built script is ASCII, because any other character doubles its size in memory', () => {
  const folders = ['out/main', 'out/main/chunks', 'out/preload', 'out/renderer/assets'];
  const scripts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(folder, name)),
  );
  expect(scripts.length).toBeGreaterThan(folders.length);
  const others = scripts.filter((file) => /[^\x00-\x7f]/.test(readFileSync(file, 'utf8')));
  expect(others).toEqual([]);
});

onItsOwnApp(() => {
  test('the window and its first screen make no more calls to main than their limit', async ({
    started: { app, page },
  }) => {
    await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
    await app.evaluate(({ BrowserWindow, ipcMain }) => {
      // Electron keeps the `invoke` handlers here; there is no other way to see a call.
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (...call: unknown[]) => unknown>;
      };
      const calls: string[] = [];
      Object.assign(globalThis, { startUpCalls: calls });
      // Without those of the page that is left, which goes on calling until it is replaced.
      BrowserWindow.getAllWindows()[0]?.webContents.once('did-navigate', () => (calls.length = 0));
      for (const [channel, handle] of handlers) {
        handlers.set(channel, (...call) => {
          calls.push(channel);
          return handle(...call);
        });
      }
    });
    await withoutLaterWork(page);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Look up a sample session' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Token state: token ok/ })).toBeVisible();
    const calls = await app.evaluate(() => (globalThis as { startUpCalls?: string[] }).startUpCalls ?? []);
    test.info().annotations.push({ type: 'start-up calls', description: calls.join(' ') });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(START_UP_CALLS);
  });
});
