import type { Page } from '@playwright/test';
import { HistoryPage } from './pages/history-page';
import { PalettePage } from './pages/palette-page';
import { setFaults, startSandbox, useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

/** An id as lists show it. */
const shortened = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`;
const UNKNOWN = '9e000000-0000-4000-8000-000000000000';

async function samples(page: Page): Promise<Readonly<Record<string, string>>> {
  return (await sandboxFacts(page)).sessions;
}

const sent = (page: Page): Promise<number | null> =>
  page.evaluate(async () => {
    const size = await window.explorer.measureHistory();
    return size.ok ? size.value.entries : null;
  });

onItsOwnApp(() => {
  test('on first start, a small window says what to do and offers the sample', async ({
    page,
    sessions,
    started,
  }) => {
    await started.app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600);
    });
    await expect(page.getByRole('heading', { name: 'Look up a checkout session' })).toBeVisible();
    await page.getByRole('button', { name: 'Look up a sample session' }).click();
    await expect(sessions.state(/^Valid · /)).toBeVisible();
    await sessions.result.getByRole('button', { name: 'Sessions' }).click();
    await expect(page.getByRole('region', { name: 'Recent' })).toContainText('Ada Example');
  });
});

test('a pasted list is split into IDs, kept in order, and leads to its sessions and back', async ({
  page,
  sessions,
}) => {
  const { rich = '', expired = '' } = await samples(page);
  // Two ids pasted without a space between them, and one id twice.
  await sessions.lookUp(`${UNKNOWN}${rich} ${expired}, ${rich}`);
  await expect(sessions.id).toHaveValue([UNKNOWN, rich, expired].join('\n'));
  await expect(sessions.result).toContainText('1 duplicate removed');
  const grid = page.getByRole('grid', { name: 'Sessions' });
  const ids = grid.getByRole('gridcell').filter({ hasText: '…' });
  await expect(ids).toHaveText([UNKNOWN, rich, expired].map(shortened));
  await expect(grid).toContainText('No session with this ID here');
  // A row that is still being looked up cannot be opened.
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  // The ID stays in sight when the table is scrolled sideways.
  await grid.evaluate((element) => (element.scrollLeft = element.scrollWidth));
  await expect(ids.first()).toBeInViewport({ ratio: 1 });
  await grid.evaluate((element) => (element.scrollLeft = 0));
  // No session of the list is open, so Recent marks none.
  const recent = page.getByRole('region', { name: 'Recent' });
  await expect(recent.locator('[aria-current="true"]')).toHaveCount(0);

  await grid.getByRole('gridcell', { name: shortened(rich) }).click();
  await page.keyboard.press('Enter');
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await expect(sessions.result.getByText('The ID in the field is another one')).toHaveCount(0);
  await expect(recent.locator('[aria-current="true"]')).toContainText(shortened(rich));
  await page.getByRole('button', { name: 'Next session' }).click();
  await expect(sessions.state(/^Expired · /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next session' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous session' }).click();
  await page.getByRole('button', { name: 'Previous session' }).click();
  await expect(sessions.problem()).toContainText('No session with this ID on Local sandbox');
  await page.getByRole('button', { name: 'Back to list' }).click();
  // The row is still the current one, and has the keyboard focus.
  await expect(grid.getByRole('row').filter({ hasText: shortened(UNKNOWN) })).toBeVisible();
  await expect(grid.locator(':focus')).toHaveCount(1);
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText(/^\d+ of \d+ looked up$/);

  // The palette leads to a session; the list is kept, and what is on screen is not requested again.
  const palette = new PalettePage(page);
  await palette.choose(rich, /Look up session on Local sandbox/);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await expect.poll(() => sent(page)).toBe(4);
  await palette.choose(rich, /Look up session on Local sandbox/);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await expect(ids).toHaveCount(3);
  expect(await sent(page)).toBe(4);
});

test('the chosen tab stays for the next look-up, except Findings', async ({ page, sessions }) => {
  const { rich = '', expired = '', unknownEnums = '' } = await samples(page);
  await sessions.lookUp(rich);
  await sessions.tab('JSON').click();
  await sessions.lookUp(expired);
  await expect(sessions.state(/^Expired · /)).toBeVisible();
  await expect(sessions.tab('JSON')).toHaveAttribute('aria-selected', 'true');
  await sessions.lookUpToTheEnd(unknownEnums);
  await sessions.tab('Findings').click();
  // A finding leads to its place in the answer.
  await page
    .getByRole('button', { name: /^Show in JSON/ })
    .first()
    .click();
  await expect(sessions.tab('JSON')).toHaveAttribute('aria-selected', 'true');
  await sessions.tab('Findings').click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(sessions.tab('Findings')).toHaveAttribute('aria-selected', 'true');
  await sessions.lookUp(rich);
  await expect(sessions.tab('Overview')).toHaveAttribute('aria-selected', 'true');
});

test('after a look-up the next paste replaces the ID in the field', async ({ page, sessions }) => {
  const { rich = '', expired = '' } = await samples(page);
  await sessions.id.fill(rich);
  await sessions.id.press('Enter');
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await page.keyboard.insertText(expired);
  await expect(sessions.id).toHaveValue(expired);
  // All of it fits on one line.
  const fits = await sessions.id.evaluate((field) => field.scrollHeight <= field.clientHeight);
  expect(fits).toBe(true);
});

onItsOwnApp(() => {
  test('a cancelled list can be named, opened after a restart and resumed', async ({
    environment,
    page,
    sessions,
    started,
  }) => {
    // Two per second, so that the list cannot end before it is cancelled.
    const sandbox = await startSandbox('--fault', 'rate=2');
    const { baseUrl, tokens, controlUrl, sessions: known } = sandbox.description;
    await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
    const unknown = Array.from(
      { length: 60 },
      (_, index) => `9e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    await sessions.lookUp([known.rich ?? '', ...unknown].join('\n'));
    const outcomes = page.getByRole('radiogroup', { name: 'Outcomes' });
    await expect(outcomes).toContainText('Waiting');
    await expect(outcomes).toContainText('Not found');
    await expect(outcomes).toContainText('Valid');
    await sessions.result.getByRole('button', { name: 'Cancel' }).click();
    await setFaults(controlUrl, {});
    const resume = page.getByRole('button', { name: /^Resume: \d+ left/ });
    await expect(resume).toBeVisible();

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Name this list…' }).click();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'List name' })).toBeFocused();
    // The field gives way before the tools beside it leave the bar.
    await page.setViewportSize({ width: 1100, height: 700 });
    await expect(page.getByRole('button', { name: 'Close list' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.type('Monday');
    await page.keyboard.press('Enter');
    await expect(sessions.result.getByRole('heading', { name: 'Monday' })).toBeVisible();
    await started.app.close();

    const again = await environment.start();
    const lists = again.page.getByRole('region', { name: 'Lists' });
    await lists.getByRole('button', { name: /^Monday/ }).click();
    const result = again.page.getByRole('region', { name: 'Result' });
    await expect(result.getByRole('heading', { name: 'Monday' })).toBeVisible();
    const grid = again.page.getByRole('grid', { name: 'Sessions' });
    // A row is opened from the history, without sending anything.
    const before = await sent(again.page);
    await grid.getByRole('gridcell', { name: shortened(known.rich ?? '') }).click();
    await again.page.keyboard.press('Enter');
    await expect(result).toContainText('Ada Example');
    expect(await sent(again.page)).toBe(before);
    await again.page.getByRole('button', { name: 'Back to list' }).click();
    await again.page.getByRole('button', { name: /^Resume: \d+ left/ }).click();
    const done = again.page.getByRole('radiogroup', { name: 'Outcomes' });
    await expect(done).toContainText(/Not found ?60/, { timeout: 30_000 });
    await expect(done).not.toContainText('Cancelled');
    await sandbox.stop();
  });
});

test('a session is found by its email or order, and leads to its buyer and back', async ({
  page,
  sessions,
}) => {
  const { rich = '', expired = '', minimal = '' } = await samples(page);
  await sessions.lookUp([rich, expired].join(' '));
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  await sessions.lookUp(minimal);
  await expect(sessions.tab('Overview')).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent' });
  await recent.getByRole('button', { name: 'Search recent look-ups' }).click();
  const earlier = recent.getByRole('list', { name: 'Earlier look-ups' });
  // The expired one has these words, too, but apart from each other, and it is an older look-up.
  await recent.getByRole('searchbox', { name: 'Search recent' }).fill('ORD-2026-000123');
  await expect(earlier.getByRole('listitem')).toHaveCount(1);
  await expect(earlier.getByRole('listitem')).toContainText(
    `${shortened(rich)} · ORD-2026-000123 · order_id`,
  );
  // The email address is only in the answer.
  await recent.getByRole('searchbox', { name: 'Search recent' }).fill('ada@example.com');
  await expect(earlier.getByRole('listitem').filter({ hasText: shortened(rich) })).toContainText(
    'Ada Example',
  );
  // Two sessions of one buyer are told apart by their IDs and states.
  for (const id of [rich, expired])
    await expect(earlier.getByText(shortened(id))).toBeInViewport({ ratio: 1 });
  await expect(earlier.getByRole('button').filter({ hasText: 'Ada Example, Expired' })).toContainText(
    shortened(expired),
  );
  await earlier
    .getByRole('button')
    .filter({ hasText: shortened(rich) })
    .click();
  // The session that was on screen until now is also valid, but has no buyer.
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Ada Example');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Other sessions of this buyer' }).click();
  await expect(recent.getByRole('searchbox', { name: 'Search recent' })).toHaveValue('customer-123');
  await expect(recent).toContainText(shortened(expired));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Find the buyer' }).click();
  await expect(page).toHaveURL(/#\/buyers/);
  // This sends nothing.
  await page.getByRole('button', { name: 'Parameters 1' }).click();
  await expect(page.getByRole('textbox', { name: 'Value of parameter 1' })).toHaveValue('customer-123');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');

  await page.getByRole('button', { name: 'First page' }).click();
  // The Local sandbox has no filters: the first row is not the buyer.
  await expect(page.getByText('Not filtered by external_identifier.')).toBeVisible();
  const buyers = page.getByRole('grid', { name: 'Buyers' });
  await buyers.getByRole('row').nth(1).getByRole('gridcell').nth(2).click();
  await page.getByRole('link', { name: 'Sessions of this buyer' }).click();
  await expect(recent.getByRole('searchbox', { name: 'Search recent' })).not.toHaveValue('customer-123');
  await expect(recent.getByRole('searchbox', { name: 'Search recent' })).not.toHaveValue('');
});

test('the card of a session goes into a new draft with one click, and nothing is sent', async ({
  page,
  sessions,
  vaultForward: vf,
}) => {
  const { rich = '', minimal = '' } = await samples(page);
  await sessions.lookUp(rich);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  const before = await sent(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Forward this card' }).click();
  await expect(page).toHaveURL(/#\/vault-forward/);
  await vf.part('Cards');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(/^ca4d0000-/);
  expect(await sent(page)).toBe(before);

  // A session without a card has no card to forward.
  await page.getByRole('link', { name: 'Sessions' }).click();
  await sessions.lookUpToTheEnd(minimal);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Forward this card' })).toHaveCount(0);
});

test('an unknown ID is looked up under the other profiles with one click', async ({ page, sessions }) => {
  const sandbox = await startSandbox();
  const { baseUrl, tokens } = sandbox.description;
  await useProfile(page, { name: 'Another', baseUrl, token: tokens.full });
  await useProfile(page, { name: 'Third', baseUrl, token: tokens.full });
  await sessions.lookUp(UNKNOWN);
  await expect(sessions.problem()).toContainText('No session with this ID on Third');
  const actions = sessions.result.getByRole('list', { name: 'What to do' });
  await actions.getByRole('button', { name: 'Try on my other profiles' }).click();
  await expect(actions).toContainText('Another: No session with this ID here');
  await expect(actions).toContainText('Local sandbox: No session with this ID here');
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Third');
  await sandbox.stop();
});

test('a ticket is plain text, contains what was chosen, and names people only if that was chosen', async ({
  page,
  sessions,
  started,
}) => {
  const { rich = '' } = await samples(page);
  await sessions.lookUp(rich);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  const copied = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Copy for a ticket' }).click();
    await expect(sessions.result.getByText('Copied', { exact: true })).toBeVisible();
    return started.app.evaluate(({ clipboard }) => clipboard.readText());
  };
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name }).click();
  };
  const plain = await copied();
  expect(plain).toContain('Local sandbox (local)');
  expect(plain).not.toMatch(/\*\*|Ada|@example/);
  await choose('Ticket: as Markdown');
  await choose('Ticket: profile and merchant account');
  await choose('Ticket: personal data');
  await expect.poll(copied).toContain('- **Buyer:** `Ada Example`');
  expect(await copied()).not.toContain('Local sandbox');
});

test('the star and note of a session are shown where it is looked up', async ({ page, sessions }) => {
  const { rich = '' } = await samples(page);
  await sessions.lookUp(rich);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  const exchangeId = await page.evaluate(async (text) => {
    const query = {
      text,
      operations: [],
      statusClasses: [],
      profileIds: [],
      outcomes: [],
      starred: false,
    };
    const found = await window.explorer.searchHistory({ query, before: null, limit: 1 });
    return found.ok ? (found.value?.entries[0]?.id ?? '') : '';
  }, rich);
  await page.evaluate(
    (id) => window.explorer.markHistoryEntry({ id, starred: true, note: 'Refunded by hand' }),
    exchangeId,
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(sessions.result.getByRole('note')).toContainText('★ Refunded by hand');
  await sessions.result.getByRole('link', { name: 'Open in History' }).click();
  await expect(page).toHaveURL(new RegExp(`#/history/${exchangeId}`));
});

test('two rows of a list, and a pasted ID, are compared with field names in words', async ({
  page,
  sessions,
}) => {
  const { rich = '', expired = '', minimal = '' } = await samples(page);
  await sessions.lookUp([rich, expired].join(' '));
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Sessions' });
  await grid.getByRole('gridcell', { name: 'Not selected' }).first().click();
  await grid.getByRole('gridcell', { name: 'Not selected' }).first().click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const changes = page.getByRole('table', { name: 'Differences of the response body' });
  await expect(changes.getByRole('row').filter({ hasText: 'Valid until' })).toContainText('2020-01-01');
  await expect(changes).not.toContainText('Ada Example');
  await page.getByRole('radio', { name: 'All fields' }).click();
  await expect(changes).toContainText('Ada Example');
  await page.getByRole('textbox', { name: 'Compare with a pasted ID' }).fill(minimal);
  await page.getByRole('button', { name: 'Look up and compare' }).click();
  await expect(page.getByRole('combobox', { name: 'Compare with' })).toHaveAttribute(
    'title',
    new RegExp(minimal),
  );
  await expect(changes.getByRole('row').filter({ hasText: 'Cart items' }).first()).toContainText('not there');
});

onItsOwnApp(() => {
  test('an invalid link says so', async ({ environment }) => {
    const { page } = await environment.start(['payments-explorer://session/not-a-uuid']);
    const said = page.getByRole('alertdialog', { name: 'This link cannot be opened' });
    await expect(said).toContainText('a complete UUID');
    await said.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('textbox', { name: 'Session ID' })).toHaveValue('');
  });
});

test('the actions in the profile menu work each time, and the active profile stays ticked', async ({
  page,
}) => {
  const profile = page.getByRole('combobox', { name: 'Profile' });
  for (let time = 0; time < 2; time += 1) {
    await profile.click();
    await page.getByRole('option', { name: 'Manage profiles' }).click();
    await expect(page).toHaveURL(/#\/profiles$/);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await expect(page).toHaveURL(/#\/sessions/);
  }
  await profile.click();
  await expect(page.getByRole('option', { selected: true })).toContainText('Local sandbox');
});

test('dates are shown in the chosen time zone, on a session and in the history', async ({
  page,
  sessions,
}) => {
  const history = new HistoryPage(page);
  const { expired = '' } = await samples(page);
  await sessions.lookUp(expired);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('1 Jan 2020 00:00 UTC');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Asia/Tokyo');
  await expect(page.getByText(/^The current time is .* \+09:00/)).toBeVisible();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(summary).toContainText('1 Jan 2020 09:00 +09:00');
  await expect(sessions.result).toContainText(/ · read \d\d:\d\d:\d\d \+09:00/);
  // The history's list and the heading of its entry show the same minute.
  await history.open();
  const line = history.lines.getByRole('button').first();
  const name = (await line.getAttribute('aria-label')) ?? '';
  const [, minute] = /(\d\d:\d\d):\d\d$/.exec(name) ?? [];
  await line.click();
  await expect(page.locator('time')).toHaveText(new RegExp(` ${minute} \\+09:00$`));
});
