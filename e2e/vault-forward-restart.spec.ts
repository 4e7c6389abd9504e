import { HistoryPage } from './pages/history-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { untilNextClick } from './same-click';
import { expect, test } from './test';

test('after a restart the sandbox keeps its address, and drafts, saved requests and replays to it work', async ({
  environment,
}) => {
  const first = await environment.start();
  let vf = new VaultForwardPage(first.page);
  await vf.open();
  const before = await vf.sandbox();
  await first.page.getByRole('button', { name: 'Try a sample request' }).click();
  await expect(vf.url).toHaveValue('{sandbox}/v1/cards');
  await expect(first.page.getByText('this computer')).toBeVisible();
  // The request that will be sent contains the address.
  await vf.tab('Preview').click();
  await expect(vf.pane).toContainText(`${before.destination.tls}/v1/cards`);
  await vf.segment('To the service').click();
  await expect(vf.pane).toContainText(`x-vault-forward-url:${before.destination.tls}/v1/cards`);
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await first.page.keyboard.press('ControlOrMeta+S');
  const saving = first.page.getByRole('dialog', { name: 'Save request' });
  await saving.getByRole('textbox', { name: 'Name' }).fill('To the sandbox');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saving).toBeHidden();
  await first.app.close();

  const second = await environment.start();
  const { page } = second;
  vf = new VaultForwardPage(page);
  await vf.open();
  expect((await vf.sandbox()).destination).toEqual(before.destination);
  await expect(vf.url).toHaveValue('{sandbox}/v1/cards');
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');

  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: /To the sandbox/ }).click();
  await expect(page.getByRole('region', { name: 'Request to be sent' })).toContainText(
    `${before.destination.tls}/v1/cards`,
  );
  await untilNextClick();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('As expected').first()).toBeVisible();

  // The exchange of the first run is at the end of the list.
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.lines).toHaveCount(3);
  await history.lines.last().getByRole('button').click();
  await history.replay.click();
  await expect(history.lines).toHaveCount(4);
  await expect(history.list.getByRole('button', { name: /^Vault Forward, 200/ })).toHaveCount(4);
});

test('no other profile can send to {sandbox}', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await vf.url.fill('{sandbox}/v1/cards');
  await vf.fillBody('{}');
  const failed = await page.evaluate(async () => {
    const { profiles } = await window.explorer
      .describeProfiles()
      .then((answer) => (answer.ok ? answer.value : Promise.reject(new Error(answer.problem.title))));
    const [local] = profiles;
    if (!local) throw new Error('there is no profile');
    const created = await window.explorer.createProfile({
      draft: { ...local, name: 'Elsewhere', environment: 'sandbox', baseUrl: 'https://api.sandbox.example' },
    });
    if (!created.ok) return created.problem.title;
    const { profileId } = created.value;
    const saved = await window.explorer.saveToken({ profileId, token: 'not-a-jwt', home: 'keychain' });
    if (!saved.ok) return saved.problem.title;
    const active = await window.explorer.activateProfile({ profileId });
    return active.ok ? null : active.problem.title;
  });
  expect(failed).toBeNull();
  await vf.send();
  await expect(vf.problem()).toContainText('{sandbox} is for the profile Local sandbox alone');
  await expect(vf.result()).toHaveText('Not sent');
});
