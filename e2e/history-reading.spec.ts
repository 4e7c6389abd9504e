import { gzipSync } from 'node:zlib';
import { violations } from './axe';
import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

test('an entry names its profile and why a card number is masked, and is found by that number', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"card":"4111111111111111"}');
  });
  await vf.open();
  await vf.url.fill(`${party.url}/charge`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await expect(await vf.answerAt('$.card')).toContainText('4111111111111111');
  const history = new HistoryPage(page);
  await history.open();
  await history.search.fill('4111 1111 1111 1111');
  await expect(page.getByText('Stored card numbers are masked', { exact: false })).toContainText(
    '411111 and 1111',
  );
  await expect(history.lines).toHaveCount(1);
  await history.lines.getByRole('button').click();
  await expect(page.getByText('the history never keeps those', { exact: false })).toBeVisible();
  for (const size of [
    { width: 1280, height: 800 },
    { width: 900, height: 600 },
  ]) {
    await page.setViewportSize(size);
    const profile = page.locator('main').getByText('Local sandbox', { exact: true }).last();
    await expect(profile).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await violations(page), 'a masked answer').toEqual([]);
  await history.search.fill('5555 5555 5555 4444');
  await expect(history.lines).toHaveCount(0);
  await party.stop();
});

test('Copy headers stays beside the headers in a narrow pane', async ({ page, sessions }) => {
  const id = '5e550000-0000-4000-8000-000000000002';
  const body = gzipSync(JSON.stringify({ id, expires_at: '2099-01-01T00:00:00+00:00', cart_items: [] }));
  const service = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
  });
  await useProfile(page, { name: 'Zipped', baseUrl: service.url });
  await sessions.lookUp(id);
  await expect(sessions.tab('Overview')).toBeVisible();
  const history = new HistoryPage(page);
  await history.open();
  await history.lines.getByRole('button').first().click();
  await history.tab('Request').click();
  const received = page.getByRole('region', { name: 'Response received' });
  await expect(received).toContainText('on the wire');
  for (const width of [1280, 1160, 1000, 640]) {
    await page.setViewportSize({ width, height: 800 });
    // Both are measured at once, because the panes follow the window's size only a moment later.
    const beyond = () =>
      received.evaluate((region) => {
        const copy = [...region.querySelectorAll('button')].find(
          ({ textContent }) => textContent.trim() === 'Copy headers',
        );
        if (!copy) return Infinity;
        const words = document.createRange();
        words.selectNodeContents(copy);
        return words.getBoundingClientRect().right - Math.ceil(region.getBoundingClientRect().right);
      });
    await expect.poll(beyond, `${width}`).toBeLessThanOrEqual(0);
  }
  await service.stop();
});

test('a replay is never dated in the future, keys replay and close it, and a finding leads to its place', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  const service = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id, expires_at: '2099-01-01T00:00:00+00:00', cart_items: [], surprise: 1 }),
    );
  });
  await useProfile(page, { name: 'Odd service', baseUrl: service.url });
  await sessions.lookUp(id);
  await expect(sessions.tab('Overview')).toBeVisible();
  const history = new HistoryPage(page);
  await history.open();
  await history.lines.first().getByRole('button').click();
  await expect(history.replay).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+R');
  await expect(history.lines).toHaveCount(2);
  // From then on, the replay is shown.
  await expect(history.tab('Replays')).toBeVisible();
  await expect(page.locator('main')).toContainText(/, (just now|\d+ s ago)/);
  await expect(page.locator('main')).not.toContainText(/, in \d+ s/);

  await history.tab('Findings').click();
  await page.getByRole('button', { name: 'Show in JSON: /surprise' }).click();
  await expect(history.tab('JSON')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('treeitem').filter({ hasText: /^surprise/ })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Choose a request' })).toBeVisible();
  await expect(history.lines.first().getByRole('button')).toBeFocused();
  await service.stop();
});

test('replays in progress show how far they are, and can be cancelled', async ({ page, sessions }) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  let asked = 0;
  // Only the look-up and the first replay are answered.
  const service = await ThirdParty.start((response) => {
    asked += 1;
    if (asked > 2) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id, expires_at: '2099-01-01T00:00:00+00:00', cart_items: [] }));
  });
  await useProfile(page, { name: 'Slow service', baseUrl: service.url });
  await sessions.lookUp(id);
  await expect(sessions.tab('Overview')).toBeVisible();
  const history = new HistoryPage(page);
  await history.open();
  await history.lines.first().getByRole('button').click();
  await history.choose(/Replay many times/);
  await page.getByRole('spinbutton', { name: 'Times' }).fill('3');
  await page.getByRole('spinbutton', { name: 'Per second' }).fill('20');
  await page.getByRole('button', { name: 'Replay 3 times' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 sent' })).toBeVisible();
  // Between two replays there is nothing to cancel, which would leave one entry fewer.
  await expect.poll(() => asked).toBe(3);
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^Replayed \d of 3 times$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await expect(history.lines).toHaveCount(3);
  await service.stop();
});

onItsOwnApp(() => {
  test('a cleared history comes back with Undo, but not after a restart', async ({ environment }) => {
    const first = await environment.start();
    const { page } = first;
    const look = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Buyers' }).click();
      await page.getByRole('button', { name: 'First page' }).click();
      await expect(page.getByRole('grid', { name: 'Buyers' })).toBeVisible();
    };
    const clear = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Clear history' }).click();
      const question = page.getByRole('alertdialog', { name: 'Clear the history of all profiles?' });
      await expect(question).toContainText('You can undo it for two minutes');
      await question.getByRole('button', { name: 'Clear history' }).click();
      await expect(page.getByText('1 request deleted.')).toBeVisible();
    };
    await look();
    await clear();
    const history = new HistoryPage(page);
    await history.open();
    await expect(page.getByRole('heading', { name: 'The history is empty' })).toBeVisible();
    // The undo is offered where the history was cleared, and where it is missing.
    const undo = page.getByRole('region', { name: 'Undo' });
    await expect(undo).toContainText('Cleared 1 request from the history.');
    await page.getByRole('link', { name: 'Buyers' }).click();
    await expect(undo).not.toContainText('Cleared');
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(undo).toContainText('Cleared 1 request from the history.');
    await history.open();
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(history.lines).toHaveCount(1);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('1 request restored.')).toBeVisible();
    await expect(undo).not.toContainText('Cleared');
    await history.open();
    await history.search.fill('buyers');
    await expect(history.lines).toHaveCount(1);
    await history.lines.getByRole('button').click();
    await expect(history.tab('Response')).toBeVisible();

    await clear();
    await first.app.close();
    const second = await environment.start();
    const later = new HistoryPage(second.page);
    await later.open();
    await expect(second.page.getByRole('heading', { name: 'The history is empty' })).toBeVisible();
    await second.page.getByRole('link', { name: 'Settings' }).click();
    await expect(second.page.getByRole('region', { name: 'Undo' })).not.toContainText('Cleared');
  });
});

test('keeping less history asks before it deletes, and an invalid number changes nothing', async ({
  page,
  sessions,
}) => {
  const service = await ThirdParty.start((response) => response.writeHead(404).end());
  await useProfile(page, { name: 'Nobody there', baseUrl: service.url });
  for (const digit of '12') await sessions.lookUpToTheEnd(`5e550000-0000-4000-8000-00000000000${digit}`);
  const kept = async (): Promise<number> => {
    const answer = await page.evaluate(() => window.explorer.measureHistory());
    if (!answer.ok) throw new Error(answer.problem.title);
    return answer.value.entries;
  };
  await expect.poll(kept).toBe(2);
  await page.getByRole('link', { name: 'Settings' }).click();
  const most = page.getByLabel('Requests kept, at most');
  await most.fill('1');
  await most.press('Tab');
  const question = page.getByRole('alertdialog', { name: 'Keep less of the history?' });
  await expect(question).toContainText('This deletes up to 1 request, the oldest, from this computer');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(most).toHaveValue('100000');
  expect(await kept()).toBe(2);

  const days = page.getByLabel('Days kept, at most');
  await days.fill('-5');
  await days.press('Tab');
  await expect(page.getByRole('alert')).toContainText('1');
  await expect(days).toHaveValue('-5');
  // What is wrong is below that field, and above the next one.
  const parts = [days, page.getByRole('alert'), page.getByLabel('Megabytes kept, at most')];
  const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0));
  const [field = 0, wrong = 0, next = 0] = tops;
  expect(wrong).toBeGreaterThan(field);
  expect(next).toBeGreaterThan(wrong);
  expect(await kept()).toBe(2);
  await days.fill('');
  await days.press('Tab');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await most.fill('1');
  await most.press('Tab');
  await question.getByRole('button', { name: 'Delete the oldest' }).click();
  await expect.poll(kept).toBe(1);
  await expect(most).toHaveValue('1');
  await service.stop();
});

test('deleting an exchange asks first, and then the next line has the focus', async ({ page, sessions }) => {
  const ids = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
  for (const id of ids) await sessions.lookUpToTheEnd(id);
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.lines).toHaveCount(3);
  const line = (digit: string) => history.line(new RegExp(`00000000${digit}\\b`));
  const question = page.getByRole('alertdialog', { name: 'Delete this request?' });
  const remove = async (digit: string): Promise<void> => {
    await line(digit).click();
    await history.choose(/^Delete/);
    await expect(question).toContainText('cannot be restored');
    await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  };

  await remove('2');
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(history.lines).toHaveCount(3);
  await expect(line('2')).toBeFocused();

  // The newest line is at the top: after the second line is deleted, the focus moves to the one below it, and after the
  // bottom one, it moves up.
  for (const [digit, left, next] of [
    ['2', 2, '1'],
    ['1', 1, '3'],
  ] as const) {
    await remove(digit);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(history.lines).toHaveCount(left);
    await expect(page.getByRole('heading', { name: 'Choose a request' })).toBeVisible();
    await expect(line(next)).toBeFocused();
  }
  // The same goes for a ticked line; in an empty list, only the search is left to take the focus.
  await page.getByRole('checkbox', { name: /^Select / }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'The history is empty' })).toBeVisible();
  await expect(history.search).toBeFocused();
});
