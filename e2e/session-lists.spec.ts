import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';

test('500 ids against a service limited to 20 requests a second finish without a lost one', async ({
  page,
  sessions,
  started,
  environment,
}) => {
  const sandbox = await startSandbox('--fault', 'rate=20');
  const { baseUrl, tokens, sessions: samples } = sandbox.description;
  await useProfile(page, { name: 'Limited', baseUrl, token: tokens.full });
  const known = [
    samples.rich ?? '',
    samples.expired ?? '',
    samples.errors[403] ?? '',
    samples.errors[404] ?? '',
  ];
  const unknown = Array.from(
    { length: 496 },
    (_, index) => `9e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  await sessions.id.fill(`ids from a log:\n${[...known, ...unknown].join(', and ')}`);
  await sessions.lookUpButton.click();

  await expect(page.getByRole('progressbar', { name: 'Sessions looked up' })).toBeVisible();
  await expect(page.getByText(/the service limits the rate/)).toBeVisible();
  const outcomes = page.getByRole('status', { name: 'Outcomes' });
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible({ timeout: 50_000 });
  await expect(outcomes).toContainText('1 found');
  await expect(outcomes).toContainText('1 expired');
  await expect(outcomes).toContainText('1 no access');
  await expect(outcomes).toContainText('497 not found');
  await expect(outcomes).not.toContainText('failed');

  const path = join(environment.folder, 'sessions.csv');
  await started.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Exported 500 rows' })).toContainText(path);
  const csv = readFileSync(path, 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(501);
  for (const id of [...known, ...unknown]) expect(csv).toContain(id);

  // Filter, sort, open one with the keyboard, and Back to the list as it was.
  await page.getByRole('searchbox', { name: 'Filter' }).fill('visa');
  await expect(page.getByText('2 of 500 sessions')).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Sessions' });
  await grid.getByRole('columnheader', { name: 'Session ID' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Session ID' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await grid.getByRole('gridcell', { name: samples.rich }).click();
  await page.keyboard.press('Enter');
  await expect(sessions.result.getByRole('heading', { name: /card visa/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByText('2 of 500 sessions')).toBeVisible();
  await sandbox.stop();
});

test('a list can be cancelled, and shows which ids were not asked', async ({ page, sessions }) => {
  const sandbox = await startSandbox('--fault', 'latency=300');
  const { baseUrl, tokens } = sandbox.description;
  await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
  const ids = Array.from(
    { length: 200 },
    (_, index) => `9e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  await sessions.id.fill(ids.join('\n'));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('status', { name: 'Outcomes' })).toContainText('not found');
  await sessions.result.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  const outcomes = page.getByRole('status', { name: 'Outcomes' });
  await expect(outcomes).toContainText('cancelled');
  // Every id is asked or named as not asked.
  const counts = (await outcomes.innerText()).matchAll(/(\d+) (not found|cancelled)/g);
  const byOutcome = Object.fromEntries(Array.from(counts, ([, count, outcome]) => [outcome, Number(count)]));
  expect((byOutcome['not found'] ?? 0) + (byOutcome.cancelled ?? 0)).toBe(ids.length);
  await page.getByRole('searchbox', { name: 'Filter' }).fill('cancelled');
  await expect(page.getByText(`${byOutcome.cancelled} of 200 sessions`)).toBeVisible();

  // Closed by mistake, the list comes back as it was.
  await page.getByRole('button', { name: 'Close list' }).click();
  await expect(outcomes).toBeHidden();
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Closed the list of 200 sessions on Slow.');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${byOutcome.cancelled} of 200 sessions`)).toBeVisible();

  // A line without an answer says why, and the look-up is one click away.
  const unasked = ids.at(-1) ?? '';
  await page.getByRole('searchbox', { name: 'Filter' }).fill(unasked);
  await page.getByRole('grid', { name: 'Sessions' }).getByRole('gridcell', { name: unasked }).click();
  await page.keyboard.press('Enter');
  const unopened = page.getByRole('alert', { name: 'This session was not asked for' });
  await expect(unopened).toContainText(unasked);
  await unopened.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('404');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByText('1 of 200 sessions')).toBeVisible();
  await sandbox.stop();
});

test('recent look-ups, a pin that survives a restart, Back and Forward, and the ticket', async ({
  environment,
  page,
  sessions,
  started,
}) => {
  const facts = await page.evaluate(() => window.explorer.describeSandbox());
  if (!facts.ok || !facts.value) throw new Error('the Local sandbox is not running');
  const { rich = '', expired = '' } = facts.value.sessions;
  await sessions.lookUp(`see ${rich.toUpperCase()} please`);
  await expect(sessions.result.getByRole('heading', { name: /^Expires/ })).toBeVisible();
  await sessions.lookUp(expired);
  await expect(sessions.result.getByRole('heading', { name: /^Expired/ })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent' });
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  await expect(recent.getByRole('listitem').first()).toContainText('expired');

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(sessions.result.getByRole('heading', { name: /^Expires/ })).toBeVisible();
  await expect(sessions.id).toHaveValue(rich);
  await page.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(sessions.result.getByRole('heading', { name: /^Expired/ })).toBeVisible();

  // A pin stands first, and survives a clear and a restart.
  await recent.getByRole('button', { name: `Pin ${rich}` }).click();
  await expect(recent.getByRole('listitem').first()).toContainText(rich);
  await recent.getByRole('button', { name: 'Clear' }).click();
  await expect(recent.getByRole('listitem')).toHaveCount(1);
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Cleared 1 recent look-up.');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(recent.getByRole('listitem')).toHaveCount(2);
  await recent.getByRole('button', { name: 'Clear' }).click();
  await expect(recent.getByRole('listitem')).toHaveCount(1);

  await sessions.lookUp(facts.value.errorSessions[403] ?? '');
  await expect(sessions.problem()).toBeVisible();
  await page.getByRole('button', { name: 'Copy for a ticket' }).click();
  await expect
    .poll(() => started.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('**403: not permitted**');
  const ticket = await started.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(ticket).toContain('Local sandbox (local)');
  expect(ticket).not.toMatch(/eyJ|Bearer/);
  await started.app.close();
  const again = await environment.start();
  await expect(
    again.page
      .getByRole('region', { name: 'Recent' })
      .getByRole('button', { name: `Pin ${rich}`, pressed: true }),
  ).toBeVisible();
});

test('a link from outside asks first, and never sends on production without a click', async ({
  environment,
}) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  const { page } = await environment.start([`payments-explorer://session/${id}?profile=Production`]);
  const question = page.getByRole('alertdialog', { name: 'Open the session of this link?' });
  await expect(question).toContainText(id);
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Switch to Production' }).click();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('PRODUCTION');
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toHaveValue(id);
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Look up a checkout session');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');
});

test('a look-up that ends late leaves the person on the screen they have gone to', async ({
  page,
  sessions,
}) => {
  const sandbox = await startSandbox('--fault', 'latency=1500');
  const { baseUrl, tokens, sessions: samples } = sandbox.description;
  await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
  await sessions.lookUp(samples.rich ?? '');
  await expect(sessions.result.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('200 OK');
  await expect(page).toHaveURL(/#\/settings/);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(sessions.result.getByRole('heading', { name: /^Expires/ })).toBeVisible();
  await sandbox.stop();
});
