import { useSandbox } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('a session is compared with its earlier reading and with another session', async ({
  page,
  sessions,
}) => {
  const { rich = '', expired = '' } = (await sandboxFacts(page)).sessions;
  await sessions.lookUp(rich);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(sessions.result).toContainText('nothing to compare with yet');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(sessions.result).toContainText(/No change since \d\d:\d\d:\d\d/);
  await page.getByRole('tab', { name: 'Compare' }).click();
  const choice = page.getByRole('combobox', { name: 'Compare with' });
  await expect(choice).toContainText('This session');
  await expect(sessions.result.getByRole('note')).toContainText('The same: response body');
  // The line below its bar ends where the pane does.
  const [bar, pane] = await Promise.all(
    [choice.locator('xpath=../..'), sessions.result].map((part) => part.boundingBox()),
  );
  expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBe((pane?.x ?? -1) + (pane?.width ?? 0));

  await sessions.lookUp(expired);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(choice).toHaveAttribute('title', new RegExp(rich));
  const changes = page.getByRole('table', { name: 'Differences of the response body' });
  await expect(changes.getByRole('row').filter({ hasText: '/expires_at' })).toContainText('2020-01-01');
});

test('a request is copied as a command with a variable in place of the token', async ({
  page,
  sessions,
  started,
}) => {
  await page.getByRole('button', { name: 'Look up a sample session' }).click();
  await sessions.tab('Request').click();
  for (const [item, holds] of [
    ['cURL', /^curl /],
    ['HTTPie', /http /],
    ['fetch', /fetch\(/],
    ['Python requests', /import requests/],
    ['Go', /^package main/],
    ['Java', /^HttpRequest /],
    ['PHP', /^<\?php/],
    ['C#', /^using System/],
  ] as const) {
    await page.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect.poll(() => started.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(holds);
    const text = await started.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(text).toContain('PAYMENTS_API_TOKEN');
    expect(text).not.toContain('eyJ');
  }
});

test('a body of 20 MB opens in the viewer without crossing the bridge as one value', async ({
  page,
  sessions,
}) => {
  const sandbox = await useSandbox(page, 'Large', '--fault', 'gzip=20');
  await sessions.lookUp('5e550000-0000-4000-8000-000000000001');
  await sessions.tab('JSON').click();
  await expect(page.getByRole('tree', { name: 'JSON' }).getByRole('treeitem').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('200 OK');
  const crossed = await page.evaluate(async () => {
    const callId = crypto.randomUUID();
    const answer = await window.explorer.lookUpSession({
      sessionId: '5e550000-0000-4000-8000-000000000001',
      callId,
    });
    return answer.ok ? JSON.stringify(answer.value).length : null;
  });
  expect(crossed).toBeLessThan(100_000);
  await sandbox.stop();
});
