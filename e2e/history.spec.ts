import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe';
import { HistoryPage } from './pages/history-page';
import { untilNextClick } from './same-click';
import { useSandbox } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

onItsOwnApp(() => {
  test('exchanges of every screen are searched, filtered, starred, noted, compared, exported and deleted, also after a restart', async ({
    environment,
    started,
    page,
    sessions,
  }) => {
    const { rich = '' } = (await sandboxFacts(page)).sessions;
    await sessions.lookUp(rich);
    await expect(sessions.tab('Overview')).toBeVisible();
    await sessions.lookUp(UNKNOWN);
    await expect(sessions.problem()).toBeVisible();
    await page.getByRole('link', { name: 'Buyers' }).click();
    await page.getByRole('button', { name: 'First page' }).click();
    await expect(page.getByRole('grid', { name: 'Buyers' })).toBeVisible();

    const history = new HistoryPage(page);
    await history.open();
    await expect(history.search).toBeFocused();
    await expect(history.lines).toHaveCount(3);
    await expect(history.line(/Buyers, 200, .*, Today \d\d:\d\d:\d\d$/)).toBeVisible();
    expect(await violations(page), 'the list').toEqual([]);

    // Words from URLs, ids, bodies, headers, statuses, dates; part of a word is enough.
    for (const [typed, count] of [
      [rich.slice(0, 8), 1],
      ['jumper', 1],
      ['JUMP', 1],
      ['404 not fou', 1],
      ['x-request-id', 3],
      ['local sandbox', 3],
      [new Date().toISOString().slice(0, 10), 3],
      ['nothing of the kind', 0],
    ] as const) {
      await history.search.fill(typed);
      await expect(history.lines).toHaveCount(count);
    }
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await history.search.fill('---');
    await expect(page.getByText('Punctuation alone cannot be searched for')).toBeVisible();
    await history.search.press('Escape');
    await expect(history.lines).toHaveCount(3);

    // Facets show how many entries each would leave.
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: /^2xx success 2$/ })).toBeVisible();
    await page.getByRole('menuitemcheckbox', { name: /^4xx refused 1$/ }).click();
    await page.keyboard.press('Escape');
    await expect(history.lines).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: '1 request found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();

    // With the keyboard alone, moving down the list shows each exchange.
    await history.line(/Buyers/).focus();
    await page.keyboard.press('ArrowDown');
    await expect(history.line(new RegExp(UNKNOWN))).toBeFocused();
    await expect(page.getByRole('heading', { name: UNKNOWN })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'What to do' })).toBeVisible();
    expect(await violations(page), 'an error').toEqual([]);
    await page.keyboard.press('End');
    await expect(page.getByRole('heading', { name: rich })).toBeVisible();
    await expect(history.tab('Overview')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('table', { name: 'Cart' })).toBeVisible();
    expect(await violations(page), 'a session').toEqual([]);
    await history.tab('Request').click();
    await expect(page.getByRole('table', { name: 'Request headers' })).toContainText('Bearer hidden');
    for (const tab of ['Request', 'JSON', 'Findings'] as const) {
      await history.tab(tab).click();
      expect(await violations(page), tab).toEqual([]);
    }

    // A star and a note, which can be searched for.
    await history.choose(/^Star/);
    await history.choose('Add note…');
    const noting = page.getByRole('dialog', { name: 'Add a note' });
    await expect(noting.getByRole('textbox', { name: 'Note' })).toBeFocused();
    expect(await violations(page, '[role=dialog]'), 'a note').toEqual([]);
    // Escape closes and keeps the typed text; Cancel discards it; text that is too long is reported, not cut.
    const note = noting.getByRole('textbox', { name: 'Note' });
    await note.fill('Asked Fin');
    await page.keyboard.press('Escape');
    await history.choose('Add note…');
    await expect(note).toHaveValue('Asked Fin');
    await noting.getByRole('button', { name: 'Cancel' }).click();
    await history.choose('Add note…');
    await expect(note).toHaveValue('');
    await note.fill('x'.repeat(10_001));
    await page.keyboard.press('Enter');
    await expect(noting.getByRole('alert')).toContainText('this one has 1 more');
    await expect(note).toHaveAttribute('aria-invalid', 'true');
    await note.fill('Asked Finance');
    await page.keyboard.press('Enter');
    await expect(noting).toBeHidden();
    await history.search.fill('finan');
    await expect(history.lines).toHaveCount(1);
    // The line shows what matched.
    await expect(history.lines.locator('mark')).toHaveText('Finan');

    // The replay of a look-up is linked to the original, and compared with it.
    await history.search.fill('');
    await history.replay.click();
    await expect(history.lines).toHaveCount(4);
    await history.tab('Replays').click();
    await expect(page.getByRole('table', { name: 'Replays' }).getByRole('row')).toHaveCount(3);
    expect(await violations(page), 'replays').toEqual([]);
    await history.choose(/^Compare/);
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('note')).toContainText('The same: response body');
    // The text ends at the gutter of 16 px, ten of which are the scrollbar.
    const pane = await comparison.boundingBox();
    const table = await comparison.getByRole('table').first().boundingBox();
    expect((pane?.x ?? 0) + (pane?.width ?? 0) - ((table?.x ?? 0) + (table?.width ?? 0))).toBe(16);
    expect(await violations(page), 'a comparison').toEqual([]);
    await page.getByRole('button', { name: 'Close comparison' }).click();

    // Two ticked entries are compared, exported and deleted.
    await page.getByRole('checkbox', { name: new RegExp(`Select Session, 404`) }).check();
    // Ticked entries stay ticked when the search changes.
    await history.search.fill('buyers');
    await expect(history.lines).toHaveCount(1);
    await expect(page.getByText('1 selected, 1 not in this list')).toBeVisible();
    await page.getByRole('checkbox', { name: /Select Buyers/ }).check();
    await history.search.fill('');
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    const path = join(environment.folder, 'exchanges.har');
    await started.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
    await page.getByRole('button', { name: 'Export as HAR' }).click();
    await expect(page.getByText(`Written to ${path}`)).toBeVisible();
    const har = readFileSync(path, 'utf8');
    expect(JSON.parse(har).log.entries).toHaveLength(2);
    expect(har).not.toMatch(/Bearer ey/);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete 2 requests?' });
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(history.lines).toHaveCount(2);

    // None of it can be read on disk, and all of it is there after a restart.
    for (const name of readdirSync(environment.userData).filter((file) => file.startsWith('explorer'))) {
      expect(readFileSync(join(environment.userData, name)).includes('Finance')).toBe(false);
    }
    await started.app.close();
    const again = await environment.start();
    const later = new HistoryPage(again.page);
    await later.open();
    await expect(later.lines).toHaveCount(2);
    await later.search.fill('finance');
    await expect(later.lines).toHaveCount(1);
    await later.line(new RegExp(rich)).click();
    await expect(again.page.getByText('“Asked Finance”').last()).toBeVisible();

    // Clearing keeps starred entries, unless told not to.
    await again.page.getByRole('button', { name: 'List actions' }).click();
    await again.page.getByRole('menuitem', { name: 'What is kept…' }).click();
    await expect(again.page.getByRole('region', { name: 'History', exact: true })).toBeInViewport();
    expect(await violations(again.page), 'what is kept').toEqual([]);
    await again.page.getByRole('button', { name: 'Clear history' }).click();
    await again.page
      .getByRole('alertdialog', { name: 'Clear the history of all profiles?' })
      .getByRole('button', { name: 'Clear history' })
      .click();
    await expect(again.page.getByText('1 request deleted.')).toBeVisible();
    await later.open();
    await later.search.fill('');
    await expect(later.lines).toHaveCount(1);
  });
});

test('Vault Forward is replayed byte for byte, edited and replayed many times, and its secrets are not shown', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start();
  const history = new HistoryPage(page);
  await vf.open();
  await vf.url.fill(`${party.url}/v1/charges?a=%7B`);
  const { paymentMethods } = await vf.sandbox();
  await vf.addCards(...paymentMethods.slice(0, 1));
  await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
  await vf.fillBody('{"number": "{{CARD_NUMBER_1}}", "dup":1, "dup":2,\n "é":"💳\\ud83d\\/" }\n');
  await vf.send();
  await expect(vf.result()).toHaveText(/^20\d/);

  await history.open();
  await history.line(/POST 127\.0\.0\.1/).click();
  await expect(page.getByText('Values of secret headers are not kept in the history.')).toBeVisible();
  // It is one click, however often the key is pressed. All presses come at once, because one that is a second after the
  // answer is another click (`DuplicateGuard`).
  await history.replay.focus();
  await Promise.all(['Enter', 'Enter', 'Enter'].map((key) => page.keyboard.press(key)));
  await expect(history.list.getByRole('button', { name: /201/ })).toHaveCount(2);
  await expect(history.lines).toHaveCount(2);
  expect(party.received).toHaveLength(2);
  // From then on, History shows the replay.
  await expect(history.tab('Replays')).toBeVisible();
  const [first, second] = party.received;
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect(second).toMatchObject({ method: first?.method, path: first?.path });
  expect(party.header('authorization')).toBe('Bearer CANARY-SECRET');

  // Edit and replay: the composer gets the whole request; the secret is filled in when it is sent.
  await history.choose('Edit and replay');
  await expect(vf.url).toHaveValue(`${party.url}/v1/charges?a=%7B`);
  await vf.part('Headers');
  const value = page.getByRole('textbox', { name: /^Value of header / }).first();
  await expect(value).toHaveValue('••••••••');
  expect(await page.content()).not.toContain('CANARY');
  await untilNextClick();
  await vf.send();
  await expect.poll(() => party.received.length).toBe(3);
  await expect(vf.result()).toHaveText(/^20\d/);
  expect(party.received[2]?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
  expect(party.header('authorization')).toBe('Bearer CANARY-SECRET');

  // Many replays, at a given rate, with a summary.
  await history.open();
  await history.choose(/Replay many times/);
  await page.getByRole('spinbutton', { name: 'Times' }).fill('4');
  await page.getByRole('spinbutton', { name: 'Per second' }).fill('20');
  expect(await violations(page), 'many times').toEqual([]);
  await page.getByRole('button', { name: 'Replay 4 times' }).click();
  const report = page.getByRole('dialog', { name: 'Replayed 4 of 4 times' });
  await expect(report).toBeVisible();
  expect(party.received).toHaveLength(7);
  expect(await violations(page), 'the summary').toEqual([]);
  await report.getByRole('button', { name: 'Close' }).click();

  // The profile has changed since, so the differences come first; the secrets have been forgotten on request.
  const { profiles } = await page.evaluate(async () => {
    const told = await window.explorer.describeProfiles();
    if (!told.ok) throw new Error(told.problem.title);
    await window.explorer.forgetAllSecrets();
    return told.value;
  });
  const { merchantAccounts } = await vf.sandbox();
  const merchant = merchantAccounts.at(-1) ?? '';
  const local = profiles.find(({ environment }) => environment === 'local');
  await page.evaluate(
    async ([profile, merchantAccountId]) => {
      if (!profile) return;
      const { id: profileId, ...draft } = profile;
      const changed = await window.explorer.editProfile({
        profileId,
        draft: { ...draft, merchantAccountId },
      });
      if (!changed.ok) throw new Error(changed.problem.title);
    },
    [local, merchant] as const,
  );
  await history.replay.click();
  const asked = page.getByRole('dialog', { name: 'Replay this request?' });
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(asked.getByRole('table', { name: 'What has changed since' })).toContainText(merchant);
  expect(await violations(page), 'what has changed').toEqual([]);
  const send = asked.getByRole('button', { name: 'Replay', exact: true });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(send).toHaveAccessibleDescription('Enter the value of x-vault-forward-header-authorization.');
  await asked.getByLabel('x-vault-forward-header-authorization').fill('Bearer ANOTHER');
  await send.click();
  await expect(history.lines).toHaveCount(8);
  await expect(history.list.getByRole('button', { name: /201/ })).toHaveCount(8);
  expect(party.header('authorization')).toBe('Bearer ANOTHER');
  await party.stop();
});

test('switching to the original profile in the replay dialog does not replay yet', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  await sessions.lookUp(samples.rich ?? '');
  await expect(sessions.tab('Overview')).toBeVisible();
  const other = await useSandbox(page, 'Other');
  const history = new HistoryPage(page);
  await history.open();
  await history.lines.first().click();
  await history.replay.click();
  const asked = page.getByRole('dialog', { name: 'Replay this request?' });
  await asked.getByRole('button', { name: 'Switch to Local sandbox' }).click();
  await expect(asked.getByRole('table')).toHaveCount(0);
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await asked.getByRole('button', { name: 'Replay', exact: true }).click();
  // The look-up and this one replay.
  await expect(history.lines).toHaveCount(2);
  await expect(history.tab('Replays')).toBeVisible();
  await other.stop();
});

onItsOwnApp(() => {
  test('a damaged database is set aside under its date, and the app says where it is', async ({
    environment,
    started,
    sessions,
  }) => {
    await sessions.lookUp(UNKNOWN);
    await expect(sessions.problem()).toBeVisible();
    await started.app.close();
    const [name = ''] = readdirSync(environment.userData).filter((file) =>
      /^explorer\.[0-9a-f]+\.db$/.test(file),
    );
    const bytes = Buffer.from('no database any more '.repeat(1_000));
    writeFileSync(join(environment.userData, name), bytes);
    const again = await environment.start();
    const history = new HistoryPage(again.page);
    await history.open();
    const notice = again.page.getByText(/could not be opened .* It was set aside as/);
    await expect(notice).toBeVisible();
    const aside = readdirSync(environment.userData).find((file) => file.includes('damaged')) ?? '';
    expect(aside).toMatch(/^explorer\.[0-9a-f]+\.damaged-\d{4}-\d\d-\d\dT.*\.db$/);
    await expect(notice).toContainText(aside);
    expect(readFileSync(join(environment.userData, aside)).equals(bytes)).toBe(true);
    await expect(again.page.getByRole('heading', { name: 'Nothing new yet' })).toBeVisible();
  });
});
