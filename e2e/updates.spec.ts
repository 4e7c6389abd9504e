import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { signedManifest, updateSource } from '../build/updates/sign.mjs';
import { violations } from './axe';
import { answerQuestion } from './pages/question-page';
import { expect, test } from './test';
import type { OpenApp, TestEnvironment } from './test-environment';

/** Starts the built app as a build that knows where to ask for updates. */
async function startBuildThatAsks(environment: TestEnvironment, source: string): Promise<OpenApp> {
  const root = join(environment.folder, 'app');
  mkdirSync(root);
  for (const part of ['out/main', 'out/preload', 'out/renderer', 'package.json'])
    cpSync(part, join(root, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'out/main/update-source.json'), source);
  const { executable, args, env } = await resolveRuntime();
  const there = (text: string): string => (text === resolve('.') ? root : text);
  return environment.startIn({
    executable,
    args: args.map(there),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, there(value)])),
  });
}

test('a build without an update address says that it does not check for newer versions', async ({ page }) => {
  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Updates' });
  await expect(section).toContainText('This build does not check for newer versions.');
  await expect(section.getByRole('button')).toHaveCount(0);
});

test('newer versions are looked for only with consent, are announced, and open in the browser', async ({
  environment,
}) => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const newest = { version: '9.8.7', released: '2026-12-01', page: 'https://releases.example/download' };
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.rawHeaders.join('\n'));
    response.end(signedManifest(newest, privateKey));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = updateSource(`http://${host}/newest.json`, privateKey);
  const { app, page } = await startBuildThatAsks(environment, source);
  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Updates' });
  const daily = section.getByRole('checkbox', { name: 'Check once a day' });
  await expect(daily).not.toBeChecked();
  const title = `Ask ${host} for newer versions?`;
  await daily.click();
  await answerQuestion(app, title, 'Do not connect');
  await expect(daily).not.toBeChecked();
  await section.getByRole('button', { name: 'Check now' }).click();
  await answerQuestion(app, title, 'Do not connect');
  expect(asked).toEqual([]);

  await daily.click();
  await answerQuestion(app, title, 'Ask once a day');
  await expect(daily).toBeChecked();
  await expect(section.getByRole('status')).toContainText('Version 9.8.7 is available.');
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toMatch(/authorization|cookie/i);
  expect(await violations(page), 'updates').toEqual([]);

  await app.evaluate(({ dialog, shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    shell.openExternal = (url) => Promise.resolve(void opened.push(url));
  });
  await section.getByRole('button', { name: 'Open the download page' }).click();
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened') as unknown))
    .toEqual([newest.page]);
  expect(existsSync(join(environment.userData, 'updates.json'))).toBe(true);
  await app.close();
  server.closeAllConnections();
  server.close();
});
