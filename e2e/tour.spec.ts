import { HistoryPage } from './pages/history-page';
import { expect, test } from './test';

test('the tour goes from a real look-up to a real Vault Forward and its replay, and can be taken again', async ({
  page,
  sessions,
  vaultForward,
}) => {
  const history = new HistoryPage(page);
  await page.getByRole('button', { name: 'Take the two-minute tour' }).click();
  const tour = page.getByRole('region', { name: 'Two-minute tour' });
  await expect(tour.getByRole('button', { name: 'Look up a sample' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(sessions.tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(tour.getByText('Look up a session: done')).toBeVisible();

  await expect(tour.getByRole('button', { name: 'Open a sample request' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tour).toContainText('Press Send');
  // 1280 x 800 at 200 %: the tour never covers the control that it refers to.
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true });
  await page.getByRole('button', { name: 'Ready to send' }).click({ trial: true });
  await page.setViewportSize({ width, height });
  await vaultForward.send();
  await expect(tour.getByText('Forward a card: done')).toBeVisible();

  await tour.getByRole('button', { name: 'Open it in History' }).click();
  await expect(page).toHaveURL(/history/);
  await expect(tour).toContainText('Press Replay');
  await history.replay.click();
  await expect(tour.getByText('You have seen the main parts')).toBeVisible();
  await tour.getByRole('button', { name: 'Close' }).click();
  await expect(tour).toHaveCount(0);

  await page.keyboard.press('?');
  await page
    .getByRole('dialog', { name: 'Help' })
    .getByRole('button', { name: 'Take the two-minute tour' })
    .click();
  await expect(tour.getByRole('button', { name: 'Look up a sample' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
});
