import { violations } from './axe';
import { HistoryPage } from './pages/history-page';
import { ProfilesPage } from './pages/profiles-page';
import { untilNextClick } from './same-click';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('variables are filled in on sending, shown in the preview, and kept or renewed in a replay', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start();
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await profiles.inList('Local sandbox').click();
  await page.getByText('Variables', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await page.getByRole('textbox', { name: 'Variable 1 name' }).fill('order id');
  await page.getByRole('textbox', { name: 'Variable 1 value' }).fill('A-7');
  await profiles.saveButton.click();
  await expect(page.getByText('"order id" is not a variable name.', { exact: false })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Variable 1 name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Variable 1 name' }).fill('order_id');
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await expect(page.getByRole('textbox', { name: 'Variable 2 name' })).toBeFocused();
  await page.keyboard.type('host');
  await page.getByRole('textbox', { name: 'Variable 2 value' }).fill(new URL(party.url).host);
  await profiles.save();
  expect(await violations(page)).toEqual([]);

  await vf.open();
  await vf.url.fill('http://${host}/charges');
  const { paymentMethods } = await vf.sandbox();
  await vf.addCards(...paymentMethods.slice(0, 1));
  await vf.addHeader('x-order', '${order_id}');
  // Nothing defines this variable: it blocks Send, and can be sent as plain text.
  await vf.fillBody(
    '{"n": "{{CARD_NUMBER_1}}", "order": "${order_id}", "id": "${uuid}", "lit": "${nobody}"}',
  );
  await expect(vf.sendButton).toBeDisabled();
  await vf.tab('Findings').click();
  await expect(vf.findings().filter({ hasText: '${nobody} has no value' })).toHaveCount(1);
  // A link to its value is beside it, and the draft is still here on return.
  await vf.pane.getByRole('link', { name: 'Add a value' }).click();
  await expect(page.getByRole('button', { name: 'Add a variable' })).toBeFocused();
  await vf.open();
  await vf.pane.getByRole('button', { name: 'Send it as text' }).click();
  await expect(vf.body).toContainText('"lit": "$${nobody}"');
  await vf.tab('Preview').click();
  await expect(vf.pane).toContainText(`${party.url}/charges`);
  await expect(vf.pane).toContainText('"order": "A-7", "id": "${uuid}", "lit": "${nobody}"');

  await vf.send();
  await expect(vf.result()).toHaveText(/^20\d/);
  const bodies = (): Record<string, string>[] =>
    party.received.map(({ body }) => JSON.parse(body.toString('utf8')) as Record<string, string>);
  expect(bodies()[0]).toMatchObject({
    order: 'A-7',
    lit: '${nobody}',
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(party.header('x-order')).toBe('A-7');

  // The profile now has a different value: a replay still sends the same bytes, or new values if requested.
  await profiles.choose('Manage profiles');
  await page.getByRole('textbox', { name: 'Variable 1 value' }).fill('B-8');
  await profiles.save();
  const history = new HistoryPage(page);
  await history.open();
  await history.line(/POST 127\.0\.0\.1/).click();
  await history.replay.click();
  const asked = page.getByRole('dialog', { name: 'Replay this request?' });
  await expect(asked.getByRole('radio', { name: 'The same' })).toBeChecked();
  await expect(asked).toContainText('${order_id}');
  expect(await violations(page), 'the choice of values').toEqual([]);
  await asked.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(history.list.getByRole('button', { name: /201/ })).toHaveCount(2);
  expect(bodies()[1]).toEqual(bodies()[0]);
  await untilNextClick();
  await history.replay.click();
  await asked.getByRole('radio', { name: 'New ones' }).click();
  await asked.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(history.list.getByRole('button', { name: /201/ })).toHaveCount(3);
  expect(bodies()[2]).toMatchObject({ order: 'B-8', lit: '${nobody}' });
  expect(bodies()[2]?.id).not.toBe(bodies()[0]?.id);

  // What is opened from the history is what was composed.
  await history.choose('Edit and replay');
  await expect(vf.url).toHaveValue('http://${host}/charges');
  await expect(vf.body).toContainText('"order": "${order_id}", "id": "${uuid}", "lit": "$${nobody}"');
  await party.stop();
});
