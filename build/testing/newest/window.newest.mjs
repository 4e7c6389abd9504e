// Runs the built window in a Chromium as new as Electron's, with main's handlers on a Node as new as Electron's.
import { chromium } from '@playwright/test';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { useProfile } from '../../../e2e/stand-alone-sandbox';
import { startKeyringSession, temporaryDir } from '../../setup/desktop-session.mjs';
import { openWindow } from './window-host.mjs';

let browser;
let keyring;
let home;
let open;
const before = { ...process.env };
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.NEWEST_CHROMIUM,
    // As with Electron, Chromium refuses to run as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  console.log(`Chromium ${browser.version()}, Node ${process.version}`);
});
afterAll(() => browser.close());
beforeEach(async () => {
  home = temporaryDir();
  keyring = await startKeyringSession({ home: home.dir, keyring: 'unlocked' });
  // The keychain's process inherits this environment when it is forked.
  Object.assign(process.env, keyring.env);
  open = await openWindow(browser, { folder: join(home.dir, 'data') });
});
afterEach(async () => {
  await open.close();
  await keyring.stop();
  home.remove();
  process.env = { ...before };
});

const seen = (locator) => locator.first().waitFor();

it('starts, looks up a session, shows its body in the viewer and sends a composed request, without an error', async () => {
  const { page, errors } = open;
  const field = page.getByRole('textbox', { name: 'Session ID' });
  await seen(field);
  await seen(page.getByRole('link', { name: 'Vault Forward' }));
  const facts = await page.evaluate(() => window.explorer.describeSandbox());

  await field.fill(Object.values(facts.value.sessions)[0]);
  await field.press('Enter');
  const result = page.getByRole('region', { name: 'Result' });
  await seen(result.getByText('200 OK'));
  await seen(result.getByText('Ada Example'));
  await page.getByRole('tab', { name: 'JSON' }).click();
  const rows = page.getByRole('treeitem');
  await seen(rows);
  expect(await rows.count()).toBeGreaterThan(5);
  for (const tab of ['Request', 'Findings', 'Overview']) {
    await page.getByRole('tab', { name: tab }).click();
    await seen(page.getByRole('tabpanel', { name: tab }));
  }

  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  const body = page.getByRole('textbox', { name: 'Request body' });
  await seen(body);
  await body.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' ');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await seen(page.getByRole('region', { name: 'Result', exact: true }).getByText('200 OK'));

  for (const place of ['Buyers', 'History', 'Saved requests', 'API']) {
    await page.getByRole('link', { name: place, exact: true }).click();
    await seen(page.locator('main > *'));
  }
  expect(errors).toEqual([]);
});

it('shows a body over 1 MB, which a worker reads from where the app serves bodies', async () => {
  const { page, errors } = open;
  const notes = Array.from({ length: 30_000 }, (_, index) => `note ${index} of a large session`);
  const service = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ notes })),
  );
  await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
  await seen(page.getByRole('textbox', { name: 'Session ID' }));
  const baseUrl = `http://127.0.0.1:${service.address().port}`;
  await useProfile(page, { name: 'Large', baseUrl, token: 'any' });
  await page.getByRole('textbox', { name: 'Session ID' }).fill('5e550000-0000-4000-8000-000000000001');
  await page.getByRole('textbox', { name: 'Session ID' }).press('Enter');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await seen(page.getByRole('treeitem', { name: /notes/ }));
  expect(page.workers().length).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  service.closeAllConnections();
  service.close();
});
