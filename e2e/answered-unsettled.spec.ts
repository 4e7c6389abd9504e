import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { answerQuestion, question, questionPages } from './pages/question-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { untilNextClick } from './same-click';
import { setFaults, startSandbox, useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

onItsOwnApp(() => {
  test('a charge answered with 504 asks before it or a changed copy is sent again, also after a restart, until it succeeds', async ({
    environment,
    started,
  }) => {
    const sandbox = await startSandbox();
    const { baseUrl, controlUrl, tokens } = sandbox.description;
    const destination = await ThirdParty.start();
    await useProfile(started.page, { name: 'Shop', baseUrl, token: tokens.full });
    let vf = new VaultForwardPage(started.page);
    await vf.open();
    await vf.url.fill(`${destination.url}/charge`);
    await vf.fillBody('{"amount": 13591}');
    await setFaults(controlUrl, { error: 504, times: 1 });
    await vf.send();
    await expect(vf.result()).toHaveText('504 Gateway Timeout');
    await expect(vf.pane).toContainText('It may have reached');
    await expect(vf.pane.getByRole('button', { name: 'Note the outcome' })).toBeVisible();
    await expect(started.page.getByText('Send asks first').first()).toBeVisible();
    await untilNextClick();
    await vf.send();
    const asked = await question(started.app, 'Send it again?');
    await expect(asked).toContainText('was answered 504, and may still have been carried out');
    await answerQuestion(started.app, 'Send it again?', 'Cancel');
    await vf.drafts.first().click({ button: 'right' });
    await started.page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(vf.drafts).toHaveCount(2);
    await vf.fillBody('{"amount": 13592}');
    await vf.send();
    await expect(await question(started.app, 'Send it again, changed?')).toContainText('was answered 504');
    await answerQuestion(started.app, 'Send it again, changed?', 'Cancel');
    const history = new HistoryPage(started.page);
    await history.open();
    await history
      .line(/Vault Forward/)
      .first()
      .click();
    await expect(
      started.page.getByRole('article').getByRole('button', { name: 'Note the outcome' }),
    ).toBeVisible();
    await started.app.close();

    const { app, page } = await environment.start();
    vf = new VaultForwardPage(page);
    await vf.open();
    await vf.drafts.nth(1).click();
    await vf.send();
    await answerQuestion(app, 'Send it again, changed?', 'Cancel');
    await vf.drafts.first().click();
    await expect(vf.result()).toHaveText('504 Gateway Timeout');
    await expect(vf.pane).toContainText('It may have reached');
    await vf.send();
    await expect(await question(app, 'Send it again?')).toContainText(
      'was answered 504, and may still have been carried out',
    );
    expect(destination.received).toHaveLength(0);
    await answerQuestion(app, 'Send it again?', 'Send again');
    await expect(vf.result()).toHaveText('201 Created');
    await untilNextClick();
    await vf.send();
    await expect.poll(() => destination.received.length).toBe(2);
    expect(questionPages(app)).toEqual([]);
    await destination.stop();
    await sandbox.stop();
  });
});

test('a charge answered with 504 that is saved and then changed asks before it is run, and so does a draft of it', async ({
  started,
}) => {
  const sandbox = await startSandbox();
  const { baseUrl, controlUrl, tokens } = sandbox.description;
  const destination = await ThirdParty.start();
  const { app, page } = started;
  await useProfile(page, { name: 'Shop', baseUrl, token: tokens.full });
  const vf = new VaultForwardPage(page);
  await vf.open();
  await vf.url.fill(`${destination.url}/charge`);
  await vf.fillBody('{"amount": 13591}');
  await setFaults(controlUrl, { error: 504, times: 1 });
  await vf.send();
  await expect(vf.result()).toHaveText('504 Gateway Timeout');
  await page.getByRole('button', { name: 'Save request' }).click();
  const saving = page.getByRole('dialog', { name: 'Save request' });
  await saving.getByLabel('Name').fill('Charge');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saving).toBeHidden();
  await vf.fillBody('{"amount": 13592}');
  await page.keyboard.press('Control+S');
  await expect(page.getByText('Saved “Charge”.')).toBeVisible();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: 'Charge' }).click();
  const article = page.getByRole('article');
  await article.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(await question(app, 'Send it again, changed?')).toContainText('was answered 504');
  await answerQuestion(app, 'Send it again, changed?', 'Cancel');
  await article.getByRole('button', { name: 'Open in Vault Forward' }).click();
  await vf.fillBody('{"amount": 13593}');
  await vf.send();
  await answerQuestion(app, 'Send it again, changed?', 'Cancel');
  expect(destination.received).toHaveLength(0);
  await destination.stop();
  await sandbox.stop();
});

test('a POST from the API screen that a proxy answered with 504 asks before it is sent again', async ({
  started: { app },
  page,
}) => {
  const proxy = await ThirdParty.start((response) => response.writeHead(504).end('<h1>Too late</h1>'));
  await useProfile(page, { name: 'Shop', baseUrl: proxy.url });
  const api = new ApiPage(page);
  await api.open();
  await api.freeRequest.click();
  await api.method.fill('POST');
  await api.path.fill('/refunds');
  await api.send.click();
  await expect(api.answer).toContainText('a 504 does not rule that out');
  await expect(api.answer.getByRole('button', { name: 'Note the outcome' })).toBeVisible();
  await expect(page.locator('#api-slot')).toContainText('Send asks first');
  await untilNextClick();
  await api.send.click();
  await answerQuestion(app, 'Send it again?', 'Cancel');
  expect(proxy.received).toHaveLength(1);
  await api.method.fill('GET');
  await api.send.click();
  await expect.poll(() => proxy.received.at(-1)?.method).toBe('GET');
  expect(questionPages(app)).toEqual([]);
  await proxy.stop();
});

onItsOwnApp(() => {
  test('a request of the API screen that was saved or opened, changed and answered with 504 asks before it is sent from Saved requests', async ({
    started: { app },
    page,
  }) => {
    const proxy = await ThirdParty.start((response) => response.writeHead(504).end());
    await useProfile(page, { name: 'Shop', baseUrl: proxy.url });
    const api = new ApiPage(page);
    await api.open();
    await api.freeRequest.click();
    await api.method.fill('POST');
    await api.path.fill('/refunds');
    await page.keyboard.press('Control+S');
    const saving = page.getByRole('dialog', { name: 'Save request' });
    await saving.getByLabel('Name').fill('Refund');
    await saving.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(saving).toBeHidden();
    const body = page.getByRole('textbox', { name: 'Request body' });
    const article = page.getByRole('article', { name: 'Saved request' });
    const sendChanged = async (text: string): Promise<void> => {
      await api.tab('Body').click();
      await body.fill(text);
      await untilNextClick();
      await api.send.click();
    };
    const openSaved = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Saved requests' }).click();
      await page.getByRole('treeitem', { name: 'Refund' }).click();
    };

    await sendChanged('{"amount":1}');
    await expect(api.answer.getByText('504 Gateway Timeout', { exact: true })).toBeVisible();
    await openSaved();
    await article.getByRole('button', { name: 'Send', exact: true }).click();
    await answerQuestion(app, 'Send it again, changed?', 'Send again');
    await expect.poll(() => proxy.received.length).toBe(2);

    await article.getByRole('button', { name: 'Open in API' }).click();
    await sendChanged('{"amount":2}');
    await answerQuestion(app, 'Send it again, changed?', 'Send again');
    await expect.poll(() => proxy.received.length).toBe(3);
    await openSaved();
    await article.getByRole('button', { name: 'Send', exact: true }).click();
    await answerQuestion(app, 'Send it again?', 'Cancel');
    expect(proxy.received).toHaveLength(3);
    await proxy.stop();
  });
});

test('a request opened on the API screen from Saved requests, changed and answered with 504 asks before the saved one is sent', async ({
  started: { app },
  page,
}) => {
  const proxy = await ThirdParty.start((response) => response.writeHead(504).end());
  const shop = await useProfile(page, { name: 'Shop', baseUrl: proxy.url });
  await page.evaluate(
    (profileId) =>
      window.explorer.saveRequest({
        request: {
          id: null,
          folder: '',
          name: 'Refund',
          description: '',
          profileId,
          request: {
            version: 1,
            operation: 'free',
            target: { method: 'POST', path: '/refunds' },
            pathParameters: {},
            query: [],
            headers: [],
            body: null,
          },
          form: null,
          expectations: [],
        },
        withoutSecrets: false,
      }),
    shop,
  );
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: 'Refund' }).click();
  const article = page.getByRole('article', { name: 'Saved request' });
  await article.getByRole('button', { name: 'Open in API' }).click();
  const api = new ApiPage(page);
  await api.tab('Body').click();
  await page.getByRole('textbox', { name: 'Request body' }).fill('{"amount":1}');
  await api.send.click();
  await expect(api.answer.getByText('504 Gateway Timeout', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: 'Refund' }).click();
  await article.getByRole('button', { name: 'Send', exact: true }).click();
  await answerQuestion(app, 'Send it again, changed?', 'Cancel');
  expect(proxy.received).toHaveLength(1);
  await proxy.stop();
});
