import { HistoryPage } from './pages/history-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

onItsOwnApp(() => {
  test('a secret from the history is reported missing after a restart, and Send waits until it is entered', async ({
    environment,
  }) => {
    const party = await ThirdParty.start();
    const first = await environment.start();
    let vf = new VaultForwardPage(first.page);
    await vf.open();
    await vf.url.fill(party.url);
    await vf.addCards((await vf.sandbox()).paymentMethods[0] ?? '');
    await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
    await vf.fillBody('{"card":"{{CARD_NUMBER_1}}"}');
    await vf.send();
    await expect(vf.result()).toHaveText('201 Created');
    const history = new HistoryPage(first.page);
    await history.open();
    await history.line(/POST 127\.0\.0\.1/).click();
    await history.choose('Edit and replay');
    await vf.part('Headers');
    const value = first.page.getByRole('textbox', { name: 'Value of header 1' });
    await expect(value).toHaveValue('••••••••');
    await expect(first.page.getByText('kept by the app and put in when it is sent')).toBeVisible();
    await first.app.close();

    const { page } = await environment.start();
    vf = new VaultForwardPage(page);
    await vf.open();
    await vf.part('Headers');
    const again = page.getByRole('textbox', { name: 'Value of header 1' });
    await expect(again).toHaveValue('Missing: enter it again');
    await expect(page.getByText('The value of authorization is no longer known').first()).toBeVisible();
    await expect(vf.sendButton).toBeDisabled();
    expect(party.received).toHaveLength(1);
    await page.getByRole('button', { name: 'Enter another value of header 1' }).click();
    await again.fill('Bearer entered again');
    await vf.send();
    await expect(vf.result()).toHaveText('201 Created');
    expect(party.header('authorization')).toBe('Bearer entered again');
    await party.stop();
  });
});

test('secret headers for the service are masked in the preview', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await vf.url.fill('https://psp.example/charges');
  await vf.part('Service');
  const added = page.getByRole('combobox', { name: 'New service header' });
  await added.fill('x-house');
  await added.press('Enter');
  const value = page.getByRole('textbox', { name: 'Value of service header 1' });
  await expect(value).toBeFocused();
  await value.fill('CANARY-SERVICE');
  await page.getByRole('button', { name: 'Keep service header 1 secret' }).click();
  await vf.tab('Preview').click();
  await vf.segment('To the service').click();
  const headers = page.getByLabel('Headers that will be sent');
  await expect(headers).toContainText('x-house');
  await expect(headers).not.toContainText('CANARY-SERVICE');
});

test('an answer in which the app hid a secret says so, live and in the history', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"you":"CANARY-ECHO"}');
  });
  await vf.open();
  await vf.url.fill(party.url);
  await vf.addHeader('authorization', 'Bearer CANARY-ECHO');
  await vf.fillBody('{}');
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await expect(vf.pane).toContainText('This app hid secrets in this body');
  await expect(vf.pane).not.toContainText('CANARY');
  await vf.segment('Sent').click();
  await expect(vf.pane).not.toContainText('decoded');
  const history = new HistoryPage(page);
  await history.open();
  await history.line(/POST 127\.0\.0\.1/).click();
  await expect(page.getByText('in the response', { exact: false })).toContainText('are masked here');
  await party.stop();
});
