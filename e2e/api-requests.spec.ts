import type { Page } from '@playwright/test';
import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { ProfilesPage } from './pages/profiles-page';
import { answerQuestion, question, questionPages, unlockActiveProfile } from './pages/question-page';
import { untilNextClick } from './same-click';
import { useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

onItsOwnApp(() => {
  test('a free request is composed, sent once, replayed, saved and sent again, and its draft survives a restart', async ({
    environment,
    started,
  }) => {
    const { page } = started;
    const service = await ThirdParty.start();
    await useProfile(page, {
      name: 'Shop',
      baseUrl: `${service.url}/v1`,
      token: 'not-a-jwt',
      variables: [{ name: 'order', value: 'a/b' }],
    });
    const api = new ApiPage(page);
    await api.open();
    await api.freeRequest.click();
    await expect(api.send).toBeDisabled();
    await expect(page.getByText('Enter a path, such as /buyers.')).toBeVisible();

    // A whole address is split up: its query becomes rows, and its path parameters become fields.
    await api.path.fill('https://elsewhere.example/orders/${order}/{line}?expand=tax%20lines&q=1&flag');
    await api.path.press('Enter');
    await expect(api.path).toHaveValue('/orders/${order}/{line}');
    await expect(page.getByText('line: Required, because it is part of the path.')).toBeVisible();
    await api.tab('Path').click();
    await page.getByRole('textbox', { name: 'line', exact: true }).fill('../7');
    await expect(page.getByText('elsewhere.example was left out: this goes to')).toBeVisible();
    await api.method.fill('patch');
    await api.tab('Query').click();
    await expect(page.getByRole('textbox', { name: 'Value of expand' })).toHaveValue('tax lines');
    await expect(page.getByRole('textbox', { name: 'Value of flag' })).toHaveAttribute(
      'placeholder',
      'Sent without =',
    );
    await page.getByRole('checkbox', { name: 'Send q' }).uncheck();
    await api.tab('Headers').click();
    await page.getByLabel('New header').fill('x-api-key: CANARY-SECRET');
    await page.getByLabel('New header').press('Enter');
    await api.tab('Body').click();
    await page.getByRole('combobox', { name: 'Content type' }).fill('application/json');
    await page.getByRole('textbox', { name: 'Request body' }).fill('{"of":"${order}"}');
    expect(await violations(page), 'the composer').toEqual([]);

    await api.send.click();
    await expect(api.answer.getByText('201 Created', { exact: true })).toBeVisible();
    expect(await violations(page), 'the answer').toEqual([]);
    expect(service.received).toHaveLength(1);
    const [sent] = service.received;
    expect(`${sent?.method} ${sent?.path} ${sent?.body.toString()}`).toBe(
      'PATCH /v1/orders/a%2Fb/..%2F7?expand=tax%20lines&flag {"of":"a/b"}',
    );
    expect(service.header('x-api-key')).toBe('CANARY-SECRET');
    await api.answer.getByRole('tab', { name: 'Request' }).click();
    await expect(api.answer).toContainText('/v1/orders/a%2Fb/..%2F7?expand=tax%20lines&flag');
    await expect(api.answer).not.toContainText('CANARY');

    // The exchange is like any other: found by its content, replayed byte for byte.
    const history = new HistoryPage(page);
    await history.open();
    await history.line(/PATCH \/v1\/orders/).click();
    await untilNextClick();
    await history.replay.click();
    await page
      .getByRole('dialog', { name: 'Replay this request?' })
      .getByRole('button', { name: 'Replay', exact: true })
      .click();
    // From then on, History shows the replay.
    await expect(history.tab('Replays')).toBeVisible();
    expect(service.received).toHaveLength(2);
    expect(service.received[1]?.path).toBe(sent?.path);
    expect(service.received[1]?.body.equals(sent?.body ?? Buffer.alloc(0))).toBe(true);

    // Opened again as it was composed; the draft that was there can be restored.
    await history.choose('Edit and replay');
    await expect(api.path).toHaveValue('/orders/${order}/{line}');
    await page.getByRole('button', { name: 'Undo' }).click();
    await api.tab('Query').click();
    await expect(page.getByRole('checkbox', { name: 'Send q' })).not.toBeChecked();

    // It is saved, and run with expectations.
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save request' });
    await dialog.getByLabel('Name').fill('Change a line');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    // From now on the draft knows its saved request: saving does not ask, and makes no duplicate.
    await api.tab('Query').click();
    await page.getByRole('textbox', { name: 'Value of expand' }).fill('tax lines, all');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved “Change a line”.')).toBeVisible();
    await page.getByRole('link', { name: 'Saved requests' }).click();
    await page.getByRole('treeitem', { name: /Change a line/ }).click();
    await expect(page.getByRole('region', { name: 'Request to be sent' })).toContainText(
      `PATCH ${service.url}/v1/orders/a%2Fb/..%2F7?expand=tax%20lines%2C%20all&flag`,
    );
    await untilNextClick();
    const saved = page.getByRole('article', { name: 'Saved request' });
    await saved.getByRole('button', { name: 'Send', exact: true }).click();
    // Before that, the app would not end without asking.
    await expect(saved).toContainText('201 Created');
    expect(service.received).toHaveLength(3);
    expect(service.header('x-api-key')).toBe('CANARY-SECRET');

    await started.app.close();
    const { page: again } = await environment.start();
    const afterwards = new ApiPage(again);
    await afterwards.open();
    await afterwards.freeRequest.click();
    await expect(afterwards.path).toHaveValue('/orders/${order}/{line}');
    await expect(afterwards.method).toHaveValue('PATCH');
    await afterwards.tab('Body').click();
    await expect(again.getByRole('textbox', { name: 'Request body' })).toHaveText('{"of":"${order}"}');
    await service.stop();
  });
});

test('a query pasted into the path of a free request becomes rows at once, beside those that are there', async ({
  started: { app },
  page,
}) => {
  const api = new ApiPage(page);
  await api.open();
  await api.freeRequest.click();
  await api.path.fill('/buyers?limit=1');
  await expect(page.getByText('press Enter to move it there.')).toBeVisible();
  await api.path.press('Enter');
  await expect(api.path).toHaveValue('/buyers');
  await app.evaluate(({ clipboard }) => clipboard.writeText('/buyers?q=a%2Cb'));
  await api.path.selectText();
  await page.keyboard.press('Control+v');
  await expect(api.path).toHaveValue('/buyers');
  await expect(api.send).toBeEnabled();
  await api.tab('Query').click();
  await expect(page.getByRole('textbox', { name: 'Value of limit' })).toHaveValue('1');
  await expect(page.getByRole('textbox', { name: 'Value of q' })).toHaveValue('a,b');

  // A cURL command is the whole request, as in Vault Forward.
  await app.evaluate(({ clipboard }) =>
    clipboard.writeText("$ curl 'https://elsewhere.example/buyers?limit=2' \\\n>   -H 'X-Trace: 1'\n"),
  );
  await api.path.selectText();
  await page.keyboard.press('Control+v');
  await expect(api.path).toHaveValue('/buyers');
  await expect(page.getByRole('textbox', { name: 'Value of limit' })).toHaveValue('2');
  await expect(page.getByText(/^elsewhere\.example was left out: this goes to /)).toBeVisible();
  await api.send.click();
  await expect(api.answer).toContainText('200');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Value of q' })).toHaveValue('a,b');
});

test('production asks before a free POST, a read-only profile refuses it, and a free request cannot be Vault Forward', async ({
  started: { app },
  page,
}) => {
  const service = await ThirdParty.start();
  await useProfile(page, { name: 'Live EU', baseUrl: service.url, environment: 'production' });
  const api = new ApiPage(page);
  await api.open();
  await api.freeRequest.click();
  await api.path.fill('/refunds');
  await api.method.fill('POST');
  await expect(page.getByText('Live EU is read-only: only GET is sent.')).toBeVisible();
  await expect(api.send).toBeDisabled();
  await api.method.fill('GET');
  await expect(api.send).toBeEnabled();
  await api.method.fill('POST');
  await unlockActiveProfile(app, page);

  await expect(api.send).toBeEnabled();
  await api.send.click();
  await answerQuestion(app, 'Send to production?', 'Cancel');
  expect(service.received).toEqual([]);
  await untilNextClick();
  await api.send.click();
  await answerQuestion(app, 'Send to production?', 'Send to production');
  await expect(api.answer.getByText('201 Created', { exact: true })).toBeVisible();
  expect(service.received).toHaveLength(1);

  // A free request with the path of Vault Forward counts as Vault Forward.
  await api.path.fill('/vault-forward');
  await untilNextClick();
  await api.send.click();
  await expect(page.getByRole('alert', { name: 'This is Vault Forward' })).toBeVisible();
  expect(service.received).toHaveLength(1);
  await service.stop();
});

onItsOwnApp(() => {
  test('a draft whose request may be out asks before a changed one is sent, also after a restart; Cancel sends nothing', async ({
    environment,
    started,
  }) => {
    const service = await ThirdParty.start((response) => response.destroy());
    await useProfile(started.page, { name: 'Shop', baseUrl: service.url });
    const compose = async (page: Page, body: string): Promise<ApiPage> => {
      const api = new ApiPage(page);
      await api.open();
      await api.freeRequest.click();
      await api.tab('Body').click();
      await page.getByRole('textbox', { name: 'Request body' }).fill(body);
      return api;
    };
    let api = await compose(started.page, '{"amount":5}');
    await api.method.fill('POST');
    await api.path.fill('/refunds');
    await api.send.click();
    await expect(api.answer.getByText('Outcome unknown', { exact: true })).toBeVisible();
    expect(service.received).toHaveLength(1);
    await api.answer.getByRole('button', { name: 'Note the outcome' }).click();
    const dialog = started.page.getByRole('dialog', { name: 'How did it end?' });
    await dialog.getByRole('radio', { name: 'Carried out', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save outcome' }).click();
    await expect(api.answer).toContainText('Noted: it was carried out');
    const slot = started.page.locator('#api-slot');
    await expect(slot).toHaveText('Send asks first. What was sent last may have been carried out.');
    // A request that only reads is sent without a question.
    await api.method.fill('GET');
    await expect(slot).not.toContainText('asks first');
    await api.method.fill('POST');
    const names = new ProfilesPage(started.page);
    await names.choose('Local sandbox');
    await expect(slot).toHaveText('Send asks first. It was composed under Shop.');
    await names.choose('Shop');
    await expect(names.select).toContainText('Shop');

    api = await compose(started.page, '{"amount":6}');
    await untilNextClick();
    await api.send.click();
    await expect(await question(started.app, 'Send it again, changed?')).toContainText('it was carried out');
    await answerQuestion(started.app, 'Send it again, changed?', 'Cancel');
    expect(service.received).toHaveLength(1);

    await started.app.close();
    const { app, page } = await environment.start();
    api = await compose(page, '{"amount":7}');
    await api.send.click();
    await answerQuestion(app, 'Send it again, changed?', 'Cancel');
    expect(service.received).toHaveLength(1);

    // After "Start over" it is a different draft.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Start over' }).click();
    await api.method.fill('POST');
    await api.path.fill('/refunds');
    await untilNextClick();
    await api.send.click();
    await expect.poll(() => service.received.length).toBe(2);
    expect(questionPages(app)).toEqual([]);
    await service.stop();
  });
});

test('Send stays in place from tab to tab and while a tab scrolls', async ({ page }) => {
  const api = new ApiPage(page);
  await api.open();
  await api.paste(`openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      parameters: [${Array.from({ length: 12 }, (_, at) => `{ name: p${at}, in: query, schema: { type: string } }`).join(', ')}]
      responses: { "200": { description: The orders } }
`);
  await api.row(/GET \/orders/).click();
  const tops: (number | undefined)[] = [];
  const lefts: (number | undefined)[] = [];
  for (const tab of ['Headers', 'Query'] as const) {
    await api.tab(tab).click();
    const box = await api.send.boundingBox();
    lefts.push(box?.x);
    tops.push(box?.y);
  }
  expect(lefts[1]).toBe(lefts[0]);
  await page.getByRole('textbox', { name: 'p11', exact: true }).focus();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 300);
  await expect.poll(async () => (await api.send.boundingBox())?.y).toBe(tops[1]);
});

test('a narrow window shows the request or its result, and switches to the result on Send', async ({
  started: { app },
  page,
}) => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600));
  const api = new ApiPage(page);
  await api.open();
  await api.freeRequest.click();
  await api.path.fill('/buyers');
  await expect(api.answer).toBeHidden();
  await api.send.click();
  await expect(api.answer.getByText('200 OK', { exact: true })).toBeVisible();
  await expect(api.path).toBeHidden();
  expect(await violations(page)).toEqual([]);
  // The result also has a way back.
  await page.getByRole('button', { name: 'Back to API' }).click();
  await expect(api.tree).toBeVisible();
  await api.freeRequest.click();
  await expect(api.path).toHaveValue('/buyers');
  await page.getByRole('radio', { name: 'Result' }).click();
  await expect(api.answer.getByText('200 OK', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Request' }).click();
  await expect(api.path).toHaveValue('/buyers');
  await page.getByRole('button', { name: 'Back to API' }).click();
  await expect(api.tree).toBeVisible();
});
