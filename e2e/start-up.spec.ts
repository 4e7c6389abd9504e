import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './test';

/**
 * What it was when it was made small (docs/performance.md), and one in a hundred: whoever adds to it says why here. 1,400 are the
 * script that shows the first frame, before the rest is read, and keeps what is pressed in it, in order, until the profiles are
 * here; what then does it is not read where nothing was pressed. 300 are the words for profiles that do not come: a main that hangs
 * would not give them either. 100 are what Recent says of a token that was refused, and of an answer that is not the API's. What
 * each operation takes and answers, 1,300, is read with what asks for it. 100 are a name in Recent that would turn its own letters, and a
 * focus that is caught where what had it goes away.
 */
const START_UP_BYTES = 144_700;
/** What is read of main before the window opens was 337,000; a tenth more. All of main is five times that. */
const START_OF_MAIN_BYTES = 371_000;
/** From the load of the page until nothing of the first screen is missing. */
const START_UP_CALLS = 9;

test('the window and its first screen load no more JavaScript than they did', async ({ page }) => {
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

test('the window opens from a small part of main', () => {
  const files = new Set([join('out', 'main', 'index.js')]);
  let bytes = 0;
  // A set gives what is added while it is walked, too.
  for (const file of files) {
    const code = readFileSync(file, 'utf8');
    bytes += code.length;
    // Node's own modules for it took 10 ms before the window: main's other part has them.
    expect(code, file).not.toMatch(/= require\("(?:node:)?https?"\)/);
    // What is required at the start of a line is so while the file is loaded; what comes on demand is not.
    for (const [, name = ''] of code.matchAll(/^(?:(?:const|let|var) \w+ = )?require\("(\.[^"]+)"\)/gm)) {
      files.add(join(dirname(file), name));
    }
  }
  const names = [...files].join(' ');
  expect(files.size, names).toBeGreaterThan(1);
  expect(names).not.toMatch(/chunks\/app-/);
  expect(bytes, names).toBeLessThan(START_OF_MAIN_BYTES);
});

test('every built script is ASCII: one other character makes its text twice as large in memory', () => {
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

test('the window and its first screen make no more calls to main than they did', async ({
  started: { app, page },
}) => {
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  await app.evaluate(({ ipcMain }) => {
    // Electron keeps what answers `invoke` here, and has no other way to see a call.
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (...call: unknown[]) => unknown>;
    };
    const calls: string[] = [];
    Object.assign(globalThis, { startUpCalls: calls });
    for (const [channel, handle] of handlers) {
      handlers.set(channel, (...call) => {
        calls.push(channel);
        return handle(...call);
      });
    }
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Look up a sample session' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Token state: token ok/ })).toBeVisible();
  const calls = await app.evaluate(() => (globalThis as { startUpCalls?: string[] }).startUpCalls ?? []);
  test.info().annotations.push({ type: 'start-up calls', description: calls.join(' ') });
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.length, calls.join(' ')).toBeLessThanOrEqual(START_UP_CALLS);
});
