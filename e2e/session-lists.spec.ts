import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilNextClick } from './same-click';
import { setFaults, startSandbox, useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** An id as lists show it. */
const shortened = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`;

onItsOwnApp(() => {
  test('500 IDs against a service limited to 20 requests a second finish, and none is lost', async ({
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

    await expect(page.getByRole('progressbar', { name: 'Sessions looked up' })).toBeAttached();
    // The waiting rows also say so.
    await expect(page.getByRole('status').filter({ hasText: 'rate limited by the service' })).toBeVisible();
    const outcomes = page.getByRole('radiogroup', { name: 'Outcomes' });
    await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible({ timeout: 50_000 });
    await expect(outcomes).toContainText(/Valid ?1/);
    await expect(outcomes).toContainText(/Expired ?1/);
    await expect(outcomes).toContainText(/No access ?1/);
    await expect(outcomes).toContainText(/Not found ?497/);
    await expect(outcomes).not.toContainText('Failed');

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

    // The list is filtered and sorted, a row is opened with the keyboard, and the list is as it was on return.
    await page.getByRole('searchbox', { name: 'Filter' }).fill('visa');
    await expect(page.getByText('2 of 500 sessions')).toBeVisible();
    // The outcomes are also a filter.
    await outcomes.getByRole('radio', { name: /^Expired/ }).click();
    await expect(page.getByText('1 of 500 sessions')).toBeVisible();
    await outcomes.getByRole('radio', { name: /^All/ }).click();
    await expect(page.getByText('2 of 500 sessions')).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Sessions' });
    await grid.getByRole('columnheader', { name: 'Session', exact: true }).click();
    await expect(grid.getByRole('columnheader', { name: 'Session', exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await grid
      .getByRole('gridcell', { name: shortened(samples.rich ?? '') })
      .first()
      .click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('visa');
    await page.goBack();
    await expect(page.getByText('2 of 500 sessions')).toBeVisible();
    await sandbox.stop();
  });
});

test('all eight outcomes of a list are in sight above it, without a scrollbar under them', async ({
  page,
  sessions,
}) => {
  const inMinutes = (minutes: number): object => ({
    type: 'checkout-session',
    expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  const error = (status: number, code: string): object => ({ type: 'error', status, code, details: [] });
  const answers: readonly (readonly [number, object])[] = [
    [200, inMinutes(600)],
    [200, inMinutes(10)],
    [200, inMinutes(-10)],
    [404, error(404, 'not_found')],
    [403, error(403, 'forbidden')],
    [500, error(500, 'server_error')],
  ];
  const ids = answers.map((_answer, at) => `00000000-0000-4000-8000-00000000000${at}`);
  const service = await ThirdParty.start((response) => {
    const id = response.req.url?.split('/').at(-1) ?? '';
    const [status, body] = answers[ids.indexOf(id)] ?? [400, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ id, ...body }));
  });
  await useProfile(page, { name: 'All kinds', baseUrl: service.url });
  await sessions.lookUp([...ids, '5e550000-0000-4000-8000-00000000000Z'].join('\n'));
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  const outcomes = page.getByRole('radiogroup', { name: 'Outcomes' });
  await expect(outcomes.getByRole('radio')).toHaveCount(8);
  for (const one of await outcomes.getByRole('radio').all()) await expect(one).toBeInViewport({ ratio: 1 });
  const [bar, filter] = [
    await outcomes.boundingBox(),
    await page.getByRole('searchbox').last().boundingBox(),
  ];
  // It is in the middle of the same row: a scrollbar below would push it up.
  expect((bar?.y ?? 0) + (bar?.height ?? 0) / 2).toBeCloseTo((filter?.y ?? 0) + (filter?.height ?? 0) / 2, 0);
  await service.stop();
});

test('a list starts at the same height as a result, its tools stay in place when it ends, and its totals are not cut', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  await sessions.lookUp(samples.rich ?? '');
  const overview = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(overview).toBeVisible();
  const top = (await overview.boundingBox())?.y;
  expect(top).toBe(144);

  // One per second, so that it is still running while everything is measured.
  const sandbox = await startSandbox('--fault', 'rate=1');
  const { baseUrl, tokens, controlUrl } = sandbox.description;
  await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
  await sessions.lookUp(Object.values(samples).join(' '));
  const exporting = sessions.result.getByRole('button', { name: 'Export' });
  const cancel = sessions.result.getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  const whileItRan = await exporting.boundingBox();
  const grid = page.getByRole('grid', { name: 'Sessions' });
  expect((await grid.boundingBox())?.y).toBe(top);
  await setFaults(controlUrl, {});
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  expect(await exporting.boundingBox()).toEqual(whileItRan);
  expect((await grid.boundingBox())?.y).toBe(top);
  // Cancel has disappeared, so the focus is on what can be done next.
  await expect(sessions.result.getByRole('button', { name: /^(Retry|More)/ }).first()).toBeFocused();

  const totals = grid.getByRole('gridcell').filter({ hasText: /^\d{2,3},\d{3},\d{3}$/ });
  expect(await totals.count()).toBeGreaterThan(0);
  expect(
    await totals.evaluateAll((cells) =>
      cells.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    ),
  ).toBe(false);
  await sandbox.stop();
});

test('a list can be cancelled, and shows which IDs were not looked up', async ({ page, sessions }) => {
  // Five per second, so that the list cannot end before it is cancelled.
  const sandbox = await startSandbox('--fault', 'rate=5');
  const { baseUrl, tokens, controlUrl } = sandbox.description;
  await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
  const ids = Array.from(
    { length: 200 },
    (_, index) => `9e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  await sessions.id.fill(ids.join('\n'));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('radiogroup', { name: 'Outcomes' })).toContainText('Not found');
  await expect(page.getByRole('region', { name: 'Lists' })).toContainText('being looked up');
  await sessions.result.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  await setFaults(controlUrl, {});
  const outcomes = page.getByRole('radiogroup', { name: 'Outcomes' });
  await expect(outcomes).toContainText('Cancelled');
  // Every id was looked up or is listed as not looked up, once those that were in progress have ended.
  await expect(outcomes).not.toContainText('Waiting');
  const counts = (await outcomes.innerText()).matchAll(/(Not found|Cancelled)\s*(\d+)/g);
  const byOutcome = Object.fromEntries(Array.from(counts, ([, outcome, count]) => [outcome, Number(count)]));
  expect((byOutcome['Not found'] ?? 0) + (byOutcome.Cancelled ?? 0)).toBe(ids.length);
  await page.getByRole('searchbox', { name: 'Filter' }).fill('cancelled');
  await expect(page.getByText(`${byOutcome.Cancelled} of 200 sessions`)).toBeVisible();

  // If closed by mistake, the list can be restored as it was. Close is where Cancel was.
  await untilNextClick();
  await page.getByRole('button', { name: 'Close list' }).click();
  await expect(outcomes).toBeHidden();
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Closed the list of 200 sessions on Slow.');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${byOutcome.Cancelled} of 200 sessions`)).toBeVisible();

  // A row without an answer says why, and its look-up is one click away.
  const unasked = ids.at(-1) ?? '';
  await page.getByRole('searchbox', { name: 'Filter' }).fill(unasked);
  await page
    .getByRole('grid', { name: 'Sessions' })
    .getByRole('gridcell', { name: shortened(unasked) })
    .first()
    .click();
  await page.keyboard.press('Enter');
  const unopened = page.getByRole('alert', { name: 'This session was not looked up' });
  await expect(unopened).toContainText(unasked);
  await unopened.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('404');
  await page.goBack();
  await expect(page.getByText('1 of 200 sessions')).toBeVisible();
  await sandbox.stop();
});

test('a broken ID, alone or beside valid ones, is reported, and has its row in the export, also when the list is opened again', async ({
  page,
  sessions,
  started,
  environment,
}) => {
  const [rich, guest] = ['5e550000-0000-4000-8000-000000000001', '5e550000-0000-4000-8000-000000000005'];
  const broken = rich.slice(0, -1);
  await sessions.lookUp(`${rich}\n${broken}`);
  await expect(sessions.result.getByRole('heading', { name: '1 session' })).toBeVisible();
  await expect(page.getByText('1 entry is not an ID: 5e550000…0000', { exact: true })).toBeVisible();
  await expect(sessions.id).toHaveValue(`${rich}\n${broken}`);
  const grid = page.getByRole('grid', { name: 'Sessions' });
  const outcomes = grid.getByRole('gridcell', { name: /^(Valid|Not an ID)/ });
  await expect(outcomes).toHaveText([/Valid/, 'Not an ID']);

  await sessions.lookUp(`${rich}\n${broken}\n${guest}\n${rich}`);
  await expect(sessions.result.getByRole('heading', { name: '2 sessions' })).toBeVisible();
  await expect(
    sessions.result.getByText(/1 duplicate removed · 1 entry is not an ID: 5e550000…0000/),
  ).toBeVisible();
  await expect(sessions.id).toHaveValue(`${rich}\n${broken}\n${guest}`);

  // When opened from memory, it has the same rows.
  await sessions.result.getByRole('button', { name: 'Close list' }).click();
  await page
    .getByRole('region', { name: 'Lists' })
    .getByRole('button', { name: /^2 sessions/ })
    .click();
  await expect(sessions.result.getByText(/1 entry is not an ID: 5e550000…0000/)).toBeVisible();
  await expect(outcomes).toHaveText([/Valid/, 'Not an ID', /Valid/]);

  const path = join(environment.folder, 'entries.csv');
  await started.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  await sessions.result.getByRole('button', { name: 'Export' }).click();
  // Not 3 sessions: its head says 2.
  await expect(page.getByRole('menu')).toContainText('3 entries, as shown');
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Exported 3 rows' })).toContainText(path);
  const rows = readFileSync(path, 'utf8').trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')[1])).toEqual([rich, broken, guest]);
  // Each row has its status, says where it is from, and when it was read if it was.
  expect(rows[1]).toMatch(/^Not an ID,.*"not looked up: 31 digits, not 32",,Local sandbox,local,$/);
  expect(rows[2]).toMatch(/,200,Local sandbox,local,20\d\d-\d\d-\d\dT[\d:.]+Z$/);
});

test('opening a session of a list moves the focus into it and back to its row, and selected rows stay selected', async ({
  page,
  sessions,
}) => {
  await sessions.lookUp(
    ['5e550000-0000-4000-8000-000000000001', '5e550000-0000-4000-8000-000000000005'].join('\n'),
  );
  const grid = page.getByRole('grid', { name: 'Sessions' });
  const row = grid.getByRole('row').filter({ hasText: '5e550000…0005' });
  // A row that is still being looked up cannot be opened.
  await expect(row).toContainText('Guest');
  await row.getByRole('gridcell', { name: 'Not selected' }).click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await row.getByText('5e550000…0005').click();
  await page.keyboard.press('Enter');
  const back = page.getByRole('button', { name: 'Back to list' });
  await expect(back).toBeFocused();
  await back.click();
  await expect(row.locator(':focus')).toHaveCount(1);
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.locator(':focus')).toHaveCount(1);
});

test('Next and Previous keep the focus from one session of a list to another, whatever its outcome', async ({
  page,
  sessions,
}) => {
  await sessions.lookUp(
    [
      '5e550000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000404',
      '5e550000-0000-4000-8000-000000000005',
    ].join('\n'),
  );
  const grid = page.getByRole('grid', { name: 'Sessions' });
  await expect(grid.getByRole('row').filter({ hasText: '5e550000…0005' })).toContainText('Guest');
  await grid.getByText('5e550000…0001').dblclick();
  const next = page.getByRole('button', { name: 'Next session' });
  const previous = page.getByRole('button', { name: 'Previous session' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(sessions.result).toContainText('00000000-0000-4000-8000-000000000404');
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sessions.result).toContainText('5e550000-0000-4000-8000-000000000005');
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await previous.focus();
  await page.keyboard.press('Enter');
  await expect(sessions.result).toContainText('00000000-0000-4000-8000-000000000404');
  await expect(previous).toBeFocused();
});
