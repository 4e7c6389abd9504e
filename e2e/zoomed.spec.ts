import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { BuyersPage } from './pages/buyers-page';
import { pressIn, question } from './pages/question-page';
import { useProfile } from './stand-alone-sandbox';
import { expectReachable, isReachable, NARROWEST, sidewaysScrollers, ZOOMED } from './support/in-sight';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** True if nothing around it cuts it off. Runs in the page. */
function isInSight(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const edges = around.getBoundingClientRect();
    const clips = getComputedStyle(around).overflowX !== 'visible';
    if (clips && (left < edges.left - 1 || right > edges.right + 1)) return false;
  }
  return true;
}

test('at 200 % every button on Buyers can be reached, also after Load all', async ({ page }) => {
  await page.setViewportSize(ZOOMED);
  const buyers = new BuyersPage(page);
  await buyers.open();
  await expectReachable(page, ['First page', 'Parameters', 'Load all']);
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page.getByRole('grid', { name: 'Buyers' }).getByRole('row')).not.toHaveCount(0);
  await expectReachable(page, ['Next page', 'Refresh', 'More for this page', 'Columns', 'Export']);
  await expect(buyers.facts).toHaveText(/^Page 1 · 20 buyers/);
  expect(await buyers.facts.evaluate((all) => all.scrollWidth - all.clientWidth)).toBe(0);
  await buyers.cell(0, 1).click();
  await buyers.panel.getByRole('tab', { name: 'JSON' }).click();
  const id = buyers.panel.getByRole('treeitem').filter({ hasText: /^id:/ });
  await expect.poll(() => isReachable(id), { message: 'the JSON of a buyer' }).toBe(true);
  await buyers.panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Load all', exact: true }).click();
  await expect(page.getByRole('radio', { name: /^Loaded/ })).toBeVisible();
  await expectReachable(page, ['First page', 'Parameters', 'Load all', 'Columns', 'Export']);
  // The selection and the filter are in sight; the outcome of Load all shrinks in their favour.
  await buyers.cell(0, 0).click();
  await expectReachable(page, ['Copy rows']);
  await buyers.filter.fill('Ana');
  await expect(buyers.count()).toContainText(/of 2,500 buyers, 1 selected$/);
  expect(await buyers.count().evaluate(isInSight)).toBe(true);
  await expectReachable(page, ['Copy rows', 'Columns', 'Export']);
  await buyers.filter.fill('');
  await page.getByRole('radio', { name: 'Pages' }).click();
  await page.setViewportSize({ width: 800, height: 500 });
  await expect(buyers.facts).toHaveText(/^Page 1 · 20 buyers/);
  expect(await buyers.facts.evaluate((all) => all.scrollWidth - all.clientWidth)).toBe(0);
  // If there is room, it is a single bar.
  for (const width of [900, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const form = await page.getByRole('main').locator('form').first().boundingBox();
    expect(form?.height, `${width}`).toBe(44);
  }
});

test('at 200 % the text after Copy as is complete, until the next click', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.fillBody('{"number": "4111111111111111"}');
  await page.setViewportSize(ZOOMED);
  await page.getByRole('button', { name: 'Copy as' }).click();
  await page.getByRole('menuitem', { name: 'cURL' }).click();
  const words = page.getByText(/^Copied\. .*put in what belongs there\.$/);
  await expect(words).toBeVisible();
  expect(await words.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await words.evaluate(isInSight)).toBe(true);
  await words.click();
  await expect(words).toHaveCount(0);
});

test('at 200 % an answer of Vault Forward has room for its rows', async ({ page, vaultForward: vf }) => {
  const party = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"paid":true,"id":"ch_1"}');
  });
  await vf.open();
  await vf.url.fill(`${party.url}/charge`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await page.setViewportSize(ZOOMED);
  const row = page.getByRole('treeitem').filter({ hasText: 'paid' });
  const tree = await page.getByRole('tree').filter({ has: row }).boundingBox();
  expect(tree?.height).toBeGreaterThan(80);
  await expect.poll(() => isReachable(row)).toBe(true);
  await party.stop();
});

test('at 200 % the tools of a list and of its session can be reached', async ({ page, sessions }) => {
  await sessions.id.fill(
    ['9e000000-0000-4000-8000-000000000001', '9e000000-0000-4000-8000-000000000002'].join('\n'),
  );
  await sessions.lookUpButton.click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  await page.setViewportSize(ZOOMED);
  await expectReachable(page, ['Columns', 'Export', 'More', 'Close list']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('grid', { name: 'Sessions' }).getByText('9e000000…0001').click();
  await page.keyboard.press('Enter');
  await expect(sessions.problem()).toBeVisible();
  await page.setViewportSize(ZOOMED);
  await expectReachable(page, ['Copy session ID', 'Refresh', 'Copy for a ticket']);
});

test('at 200 % the line totals of an everyday cart are in sight', async ({ page, sessions }) => {
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  const cart = page.getByRole('table', { name: 'Cart lines' });
  await expect(cart).toBeVisible();
  await page.setViewportSize(ZOOMED);
  for (const total of ['11,397', '13,591']) {
    const cell = cart.getByRole('cell', { name: total, exact: true });
    await expect.poll(() => cell.evaluate(isInSight), { message: total }).toBe(true);
  }
  const type = cart.getByText('shipping_fee', { exact: true });
  expect((await type.boundingBox())?.height, 'a type is not torn').toBeLessThan(24);
});

test('at 200 % axe finds no violations on the start pane and the preview of Vault Forward', async ({
  page,
  vaultForward: vf,
}) => {
  await page.setViewportSize(ZOOMED);
  await vf.open();
  await expect(page.getByRole('button', { name: 'Try a sample request' })).toBeVisible();
  expect(await violations(page), 'the beginning').toEqual([]);
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await page.getByRole('radio', { name: 'Result' }).click();
  await vf.tab('Preview').click();
  await expect(vf.pane.getByText('set by the service')).toBeVisible();
  expect(await violations(page), 'the preview').toEqual([]);
});

test('at 320 px nothing of a session has to be scrolled sideways but its cart, and compared values are not broken after a few letters', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  await sessions.lookUpToTheEnd(samples.expired ?? '');
  await sessions.lookUpToTheEnd(samples.rich ?? '');
  await sessions.section('Session and card IDs').click();
  await expect(sessions.result.getByText('Payment method ID')).toBeVisible();
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sidewaysScrollers(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('tab', { name: 'Compare' }).click();
  const changes = page.getByRole('table', { name: 'Differences of the response body' });
  await expect(changes).toBeVisible();
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sidewaysScrollers(page)).toEqual([]);
  // A UUID takes three lines of 20 px in half of the pane; beside its field it took ten.
  const row = changes.getByRole('row').filter({ hasText: '/id' }).first();
  expect((await row.boundingBox())?.height).toBeLessThan(160);
  await expect(row.getByRole('cell')).toHaveCount(4);
});

test('at 320 px the buttons of a list, of History and of Buyers can be reached', async ({
  page,
  sessions,
}) => {
  const { sessions: samples, errorSessions } = await sandboxFacts(page);
  await sessions.id.fill([samples.rich, errorSessions[500], errorSessions[401]].join('\n'));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('button', { name: /^Retry 1: token refused/ })).toBeVisible();
  await page.setViewportSize(NARROWEST);
  await expectReachable(page, ['Columns', 'Export', 'More', 'Close list']);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Retry 1 failed' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Retry 1: token refused' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Buyers' }).click();
  await page.getByRole('button', { name: 'First page' }).click();
  await expect(page.getByRole('grid', { name: 'Buyers' }).getByRole('row')).not.toHaveCount(0);
  const ways = ['Next page', 'Refresh', 'More for this page', 'Columns', 'Export'];
  await expectReachable(page, ['First page', 'Parameters', 'Load all', ...ways]);

  await page.getByRole('link', { name: 'History' }).click();
  const lines = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await lines
    .getByRole('button', { name: /Ada Example/ })
    .first()
    .click();
  await expectReachable(page, ['Back to History', 'Open in Sessions', 'Replay', 'More']);
  await page.getByRole('button', { name: 'Back to History' }).click();
  for (const at of [0, 1]) await lines.nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expectReachable(page, ['Back to History', 'Swap', 'Close comparison', 'Copy differences']);
  await page.getByRole('button', { name: 'Close comparison' }).click();
});

test('at 320 px the destination, the tabs and the foot of a body have room for their words', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.fillBody('{"cards": [{"number": "{{CARD_NUMBER_1}}"}]}');
  await page.setViewportSize(NARROWEST);
  await expect.poll(async () => (await vf.url.boundingBox())?.width).toBeGreaterThan(80);
  expect(await page.getByRole('tab', { name: 'Cards' }).evaluate(isInSight)).toBe(true);
  const size = await page.getByText(/^JSON · /).boundingBox();
  const place = await page.getByText(/^Ln \d+, Col \d+$/).boundingBox();
  expect(place?.x).toBeGreaterThan((size?.x ?? 0) + (size?.width ?? 0));
});

test('at 200 % an answer in History with a notice has one scrollbar', async ({ page, vaultForward: vf }) => {
  const party = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ number: '4111111111111111', lines: Array.from({ length: 60 }, () => 'line') }),
    );
  });
  await vf.open();
  await vf.url.fill(`${party.url}/charge`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await page.getByRole('link', { name: 'History' }).click();
  await page
    .getByRole('list', { name: 'History' })
    .getByRole('button', { name: /POST 127/ })
    .first()
    .click();
  await expect(page.getByRole('note').filter({ hasText: 'Card data and secrets' })).toBeVisible();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.setViewportSize(ZOOMED);
  const pane = page.getByRole('tabpanel', { name: 'Response' });
  expect(await pane.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await expect.poll(() => isReachable(page.getByRole('treeitem').first())).toBe(true);
  await party.stop();
});

test('at 200 % the pane that a look-up moves the focus to has a line at its leading edge, and nothing around it', async ({
  page,
  sessions,
}) => {
  await page.setViewportSize(ZOOMED);
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  const pane = page.getByRole('main').locator(':focus-visible');
  await expect(pane).toContainText('Overview');
  const line = await pane.evaluate((element) => {
    const { borderLeftWidth, borderLeftStyle, width, outlineStyle } = getComputedStyle(element, '::after');
    return {
      borderLeftWidth,
      borderLeftStyle,
      width,
      outlineStyle,
      around: getComputedStyle(element).outlineWidth,
    };
  });
  expect(line).toMatchObject({ borderLeftWidth: '2px', borderLeftStyle: 'solid', outlineStyle: 'none' });
});

test('at 200 % the buttons of a dialog are in sight above whatever its fields leave out of it, and so is what went wrong', async ({
  page,
}) => {
  const api = new ApiPage(page);
  await api.open();
  await api.add('Paste text…');
  const dialog = page.getByRole('dialog', { name: 'Paste an API document' });
  await page.setViewportSize(ZOOMED);
  const read = dialog.getByRole('button', { name: 'Read document' });
  await expect.poll(() => isReachable(read)).toBe(true);
  await dialog.getByRole('textbox', { name: 'Document' }).fill('openapi: [');
  await read.click();
  const said = dialog.getByRole('alert').getByRole('heading').first();
  await expect.poll(() => isReachable(said)).toBe(true);
  await expect.poll(() => isReachable(read)).toBe(true);
});

test('main’s question has the zoom of the window: at 200 % in 640 x 480 px its title, facts and answers can be reached', async ({
  started: { app, page },
}) => {
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(640, 480);
    window?.webContents.setZoomFactor(2);
  });
  const name = 'A payment service for every country of Europe';
  await useProfile(page, {
    name,
    environment: 'production',
    baseUrl: 'http://127.0.0.1:9',
  });
  const unlocking = page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    const profile = state.ok ? state.value.profiles.find(({ id }) => id === state.value.activeId) : undefined;
    if (!profile) throw new Error('no profile');
    const draft = { ...profile, readOnly: false };
    const answer = await window.explorer.editProfile({ profileId: profile.id, draft });
    return answer.ok;
  });
  const dialog = await question(app, `Unlock ${name}?`);
  const asking = dialog.page();
  expect(await asking.evaluate(() => window.devicePixelRatio)).toBe(2);
  const parts = [dialog.getByRole('heading'), ...(await dialog.getByRole('button').all())];
  for (const part of parts) await expect.poll(() => isReachable(part)).toBe(true);
  expect(
    await asking.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    }),
  ).toBe(0);
  await pressIn(dialog, 'Escape');
  expect(await unlocking).toBe(false);
});
