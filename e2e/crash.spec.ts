import type { ElectronApplication, Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { HistoryPage } from './pages/history-page';
import { answerQuestion } from './pages/question-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { useProfile } from './stand-alone-sandbox';
import { saveForward } from './support/save-forward';
import { answerFileDialogs } from './support/canary-search';
import { WHOLE_HISTORY } from './support/whole-history';
import { expect, test } from './test';
import { ThirdParty } from './third-party';
import { listen } from './support/listen';

/* Runs kill -9 on the real app while a person types and exchanges arrive. Most of the crash testing kills the
 * database's own process (src/main/history/crash.test.ts); this test covers the path from the keyboard to the disk a
 * few times, or as often as CRASH_KILLS says. */
const KILLS = Number(process.env.CRASH_KILLS ?? 3);
/** The maximum age of a lost edit, in ms. */
const OLDEST_MS = 1_000;

declare global {
  interface Window {
    acknowledged(exchangeId: string): Promise<void>;
  }
}

/** A destination that never answers. */
async function startSilence(): Promise<{ url: string; asked: Promise<void>; close: () => void }> {
  let tell: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const server = createServer(() => tell());
  const { url, close } = await listen(server);
  return {
    url: `${url}/charge`,
    asked,
    close,
  };
}

/** Integers below a limit; the same seed always gives the same ones. */
function seededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

async function openComposer(page: Page): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  const body = page.getByRole('textbox', { name: 'Request body' });
  await body.waitFor();
  return body;
}

async function bodyText(page: Page): Promise<string> {
  const body = await openComposer(page);
  return (await body.textContent()) ?? '';
}

/** Repeatedly looks up a session in main, and reports each exchange that the window received. */
async function lookUpOn(page: Page, exchanges: string[]): Promise<void> {
  await page.exposeFunction('acknowledged', (id: string) => void exchanges.push(id));
  await page.evaluate(async () => {
    const facts = await window.explorer.describeSandbox();
    const sessionId = facts.ok ? (Object.values(facts.value?.sessions ?? {})[0] ?? '') : '';
    const lookUp = async (): Promise<void> => {
      const answer = await window.explorer.lookUpSession({ sessionId, callId: crypto.randomUUID() });
      if (answer.ok) await window.acknowledged(answer.value.id);
      setTimeout(() => void lookUp(), 20);
    };
    void lookUp();
  });
}

/** The exchanges that the history does not have completely. */
function missing(page: Page, exchanges: readonly string[]): Promise<string[]> {
  return page.evaluate(async (ids) => {
    const gone: string[] = [];
    for (const id of ids) {
      const opened = await window.explorer.openHistoryEntry({ id });
      if (!opened.ok || opened.value === null) gone.push(id);
    }
    return gone;
  }, exchanges);
}

test('kill -9 while typing and receiving exchanges loses no exchange shown, and at most a second of the draft', async ({
  environment,
}) => {
  // On an overloaded computer, one start alone may take half a minute.
  test.setTimeout(KILLS * 90_000);
  const seed = Number(process.env.CRASH_SEED ?? randomInt(1_000_000));
  test.info().annotations.push({ type: 'seed', description: `CRASH_SEED=${seed}` });
  const random = seededRandom(seed);
  /** The exchanges that the window received. */
  const exchanges: string[] = [];
  let ofLastLife: string[] = [];
  let before = '';
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const { app, page } = await environment.start();
    await expect(page.getByRole('button', { name: /token ok/ })).toBeVisible();
    const restored = await bodyText(page);
    expect(restored.slice(0, before.length)).toBe(before);
    expect(await missing(page, kill === KILLS ? exchanges : ofLastLife)).toEqual([]);
    if (kill === KILLS) break;
    ofLastLife = [];
    await lookUpOn(page, ofLastLife);
    const body = await openComposer(page);
    await body.click();
    await page.keyboard.press('Control+End');
    /** The texts that were typed, each with its time. */
    const typed: { readonly text: string; readonly at: number }[] = [];
    const longEnough = OLDEST_MS + 200 + random(1_500);
    let text = restored;
    // On a busy computer the first exchange may take longer than that.
    while (Date.now() - (typed[0]?.at ?? Date.now()) < longEnough || ofLastLife.length === 0) {
      const letter = String.fromCharCode(97 + (text.length % 26));
      await page.keyboard.type(letter);
      text += letter;
      typed.push({ text, at: Date.now() });
    }
    const dead = new Promise<void>((resolve) => app.once('close', () => resolve()));
    app.process().kill('SIGKILL');
    const killedAt = Date.now();
    await dead;
    before = typed.filter(({ at }) => at <= killedAt - OLDEST_MS).at(-1)?.text ?? restored;
    expect(before.length).toBeGreaterThan(restored.length);
    exchanges.push(...ofLastLife);
  }
  expect(exchanges.length).toBeGreaterThanOrEqual(KILLS);
});

/** What the app would find of unsaved forms if it were killed now. */
async function keptTexts(page: Page): Promise<readonly string[]> {
  const answer = await page.evaluate(() => window.explorer.openTyped());
  return answer.ok ? answer.value.map(({ text }) => text) : [];
}

test('kill -9 loses no note, outcome or details of a saved request that were typed and not saved', async ({
  environment,
}) => {
  const first = await environment.start();
  const service = await ThirdParty.start((response) => response.destroy());
  await useProfile(first.page, { name: 'Shop', baseUrl: service.url });
  await saveForward(
    first.page,
    { method: 'GET', destinationUrl: 'https://psp.example', body: '' },
    { folder: '', name: 'Balance' },
  );
  const vf = new VaultForwardPage(first.page);
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.send();
  await vf.pane.getByRole('button', { name: 'Note the outcome' }).click();
  const outcome = (page: Page) => page.getByRole('dialog', { name: 'How did it end?' });
  await outcome(first.page).getByRole('radio', { name: 'Carried out', exact: true }).click();
  await outcome(first.page).getByRole('textbox', { name: 'Note' }).fill('Seen at the bank');
  await first.page.keyboard.press('Escape');
  const openDetails = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Saved requests' }).click();
    await page.getByRole('treeitem', { name: /Balance/ }).click();
    await page.getByRole('tab', { name: /^Details/ }).click();
  };
  await openDetails(first.page);
  await first.page.getByRole('textbox', { name: 'Description' }).fill('Half a description');
  await expect
    .poll(() => keptTexts(first.page))
    .toEqual(
      expect.arrayContaining([
        'carried-out',
        'Seen at the bank',
        expect.stringContaining('Half a description'),
      ]),
    );
  const dead = new Promise<void>((resolve) => first.app.once('close', () => resolve()));
  first.app.process().kill('SIGKILL');
  await dead;

  const { page } = await environment.start();
  await openDetails(page);
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Half a description');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  const history = new HistoryPage(page);
  await history.open();
  await history.line(/Vault Forward/).click();
  await history.choose('Add note…');
  const noting = page.getByRole('dialog', { name: 'Add a note' });
  await expect(noting.getByRole('textbox', { name: 'Note' })).toHaveValue('Seen at the bank');
  await page.keyboard.press('Escape');
  await page.getByRole('article').getByRole('button', { name: 'Note the outcome' }).click();
  await expect(outcome(page).getByRole('radio', { name: 'Carried out', exact: true })).toBeChecked();
  await outcome(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => keptTexts(page)).toEqual([]);
  await service.stop();
});

test('after kill -9 during a request, the first screen, history and composer say that it may have arrived, and sending it again asks first', async ({
  environment,
}) => {
  const silence = await startSilence();
  const { app, page } = await environment.start();
  await expect(page.getByRole('button', { name: /token ok/ })).toBeVisible();
  await openComposer(page);
  await page.getByRole('textbox', { name: 'Destination URL' }).fill(silence.url);
  const body = page.getByRole('textbox', { name: 'Request body' });
  await body.click();
  await page.keyboard.type('1');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toHaveAttribute('aria-disabled', 'false');
  await send.click();
  await silence.asked;
  const dead = new Promise<void>((resolve) => app.once('close', () => resolve()));
  app.process().kill('SIGKILL');
  await dead;
  const again = await environment.start();
  const notices = again.page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText(
    /The app ended while 1 request that may have an effect was under way: POST to 127\.0\.0\.1:\d+,/,
  );
  // The composer says the same as the history, and does not claim that a connection was closed.
  await openComposer(again.page);
  const result = again.page.getByRole('region', { name: 'Result' }).or(again.page.locator('main'));
  await expect(result.first()).toContainText('the app ended before the answer');
  await expect(result.first()).not.toContainText('closed the connection');
  // Nothing that could have measured how long it took was running.
  await expect(result.first()).toContainText('not known');
  await expect(result.first()).not.toContainText(/\b0 ms/);
  // Only the person can let the same request go out again.
  await again.page.getByRole('button', { name: 'Send', exact: true }).click();
  await answerQuestion(again.app, 'Send it again?', 'Cancel');
  await expect(result.first()).toContainText('the app ended before the answer');
  silence.close();
  const history = new HistoryPage(again.page);
  await history.open();
  await history.line(/unknown/).click();
  await expect(again.page.getByRole('article').getByText(/^It may have reached /)).toBeVisible();
});

/** Playwright considers a crashed page gone, so the page that has replaced it is reached through main. */
function inWindow<T>(app: ElectronApplication, expression: string): Promise<T> {
  return app.evaluate(
    ({ BrowserWindow }, code) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code) as Promise<T>,
    expression,
  );
}

test('when the window’s process dies, the window comes back, and a request in progress completes and is shown and kept', async ({
  environment,
}) => {
  const waiting: ServerResponse[] = [];
  const party = await ThirdParty.start((response) => waiting.push(response));
  const { app, page } = await environment.start();
  const vf = new VaultForwardPage(page);
  await vf.open();
  await vf.url.fill(party.url);
  await vf.addCards((await vf.sandbox()).paymentMethods[0] ?? '');
  await vf.fillBody('{"card":"{{CARD_NUMBER_1}}","note":"typed before"}');
  await vf.send();
  await expect.poll(() => waiting.length).toBe(1);
  const crashed = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await crashed;
  const text = (): Promise<string> => inWindow(app, 'document.body.innerText');
  await expect.poll(text).toContain('The window stopped working and was restarted');
  await expect.poll(text).toContain('typed before');
  await expect.poll(text).toContain('Outcome unknown');

  waiting[0]?.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"charge-1"}');
  const question = JSON.stringify({ query: WHOLE_HISTORY, before: null, limit: 10 });
  const newest = `window.explorer.searchHistory(${question}).then((answer) => answer.value.entries[0].status)`;
  await expect.poll(() => inWindow(app, newest)).toBe(201);
  await expect.poll(text).not.toContain('Outcome unknown');
  await expect.poll(text).toContain('charge-1');
  expect(party.received).toHaveLength(1);
  await party.stop();
});

test('an export that the window was writing when its process died leaves no file behind', async ({
  environment,
}) => {
  const folder = join(environment.folder, 'exports');
  mkdirSync(folder);
  const { app, page } = await environment.start();
  await answerFileDialogs(app, join(folder, 'buyers.csv'));
  await page.evaluate(async () => {
    const asked = { what: 'buyers', suggestedName: 'buyers.csv', format: 'csv', columns: ['name'] } as const;
    const begun = await window.explorer.beginExport(asked);
    const exportId = begun.ok ? (begun.value?.exportId ?? '') : '';
    await window.explorer.writeExport({ exportId, part: { kind: 'cells', records: [['Ada']] } });
  });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^buyers\.csv\..*\.partial$/)]);
  const crashed = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await crashed;
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('after a reload, the same Send is refused while the first is in progress, and then shows its outcome', async ({
  environment,
}) => {
  const waiting: ServerResponse[] = [];
  const party = await ThirdParty.start((response) => waiting.push(response));
  const { page } = await environment.start();
  const vf = new VaultForwardPage(page);
  await vf.open();
  await vf.url.fill(party.url);
  await vf.fillBody('{"amount":1}');
  await vf.send();
  await expect.poll(() => waiting.length).toBe(1);
  await page.reload();
  await expect(vf.pane).toContainText('Outcome unknown');
  await vf.sendButton.click();
  await expect(vf.pane).toContainText('This request is already in progress');

  waiting[0]?.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"charge-1"}');
  await expect(vf.pane).toContainText('charge-1');
  await expect(vf.pane).not.toContainText('This request is already in progress');
  expect(party.received).toHaveLength(1);
  await party.stop();
});
