import { expect, shareOneApp, test } from './test';

shareOneApp();

const CURL = `curl -X POST 'https://api.psp.example/v1/payments?live=1' -H 'Authorization: Bearer sk_test_1' -H 'Content-Type: application/json' -d '{"amount": 1299, "card": {"number": "4111111111111111", "expiry": "12/30", "cvv": "123"}}'`;

test('a request is composed from a pasted cURL command, a custom placeholder, a template and a snippet', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  // Even if pasted into the wrong field, it is recognised.
  await vf.url.evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, CURL);
  const dialog = page.getByRole('dialog', { name: 'Import a request' });
  await expect(dialog).toContainText('POST https://api.psp.example/v1/payments?live=1');
  await dialog.getByRole('button', { name: 'Open as a draft' }).click();
  await expect(vf.url).toHaveValue('https://api.psp.example/v1/payments?live=1');
  await expect(vf.body).toContainText('{{CARD_NUMBER_1}}');
  await expect(vf.body).not.toContainText('4111111111111111');
  await expect(page.getByText('api.psp.example', { exact: true })).toBeVisible();
  await vf.part('Headers');
  const secret = page.getByRole('textbox', { name: 'Value of header 1' });
  await expect(secret).toHaveValue('Bearer sk_test_1');
  await expect(secret).toHaveCSS('-webkit-text-security', 'disc');
  await page.getByRole('button', { name: 'Show value of header 1' }).click();
  await expect(secret).toHaveCSS('-webkit-text-security', 'none');

  // A custom placeholder is known from then on, in the list and to the checks.
  await vf.fillBody('{"holder": "{{CARD_HOLDER_1}}", "number": "{{CARD_NUMBER_1}}"}');
  await vf.tab('Findings').click();
  await expect(vf.findings().filter({ hasText: 'CARD_HOLDER is not known here' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Insert placeholder' }).click();
  await page.getByRole('button', { name: 'Add your own' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('CARD_HOLDER');
  await page.getByRole('textbox', { name: 'What it becomes' }).fill('the name on the card');
  await page.getByRole('textbox', { name: 'Sample for the preview' }).fill('A. SAMPLE');
  await page.getByRole('button', { name: 'Add placeholder' }).click();
  await expect(page.getByRole('option', { name: 'CARD_HOLDER_1' })).toContainText('the name on the card');
  await page.keyboard.press('Escape');
  await expect(vf.findings().filter({ hasText: 'is not known here' })).toHaveCount(0);
  await vf.tab('Preview').click();
  await expect(page.getByRole('textbox', { name: 'Preview of the body' })).toContainText('A. SAMPLE');

  // Formatting changes only white space, and the cursor stays at the same character.
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.getByRole('button', { name: 'Format' }).click();
  await expect(vf.body.locator('.cm-line')).toHaveCount(4);
  await page.getByRole('button', { name: 'More for the body' }).click();
  await page.getByRole('menuitem', { name: 'Minify' }).click();
  await expect(vf.body).toHaveText('{"holder":"{{CARD_HOLDER_1}}","number":"{{CARD_NUMBER_1}}"}');

  // A snippet is kept, and inserted into another draft.
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Keep the body as a snippet…' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Holder and number');
  await page.getByRole('button', { name: 'Keep snippet' }).click();
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Tokenisation' }).click();
  await expect(vf.body).toContainText('"cards"');
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Holder and number' }).click();
  await expect(vf.body).toHaveText('{"holder":"{{CARD_HOLDER_1}}","number":"{{CARD_NUMBER_1}}"}');
});

test('an answer is shown as what it is, and HTML is never rendered', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  const { http } = (await vf.sandbox()).destination;
  const show = async (path: string): Promise<void> => {
    await vf.url.fill(http + path);
    await vf.send();
    await expect(vf.pane).not.toContainText('The request has changed');
    await expect(vf.result()).toBeVisible();
  };
  await show('/html');
  await expect(vf.pane).toContainText('HTML, shown as text');
  await expect(vf.pane.getByText('<h1>')).toBeVisible();
  await expect(vf.pane.getByRole('heading', { level: 1 })).toHaveCount(0);
  await show('/binary');
  await expect(vf.pane).toContainText('binary');
  await expect(vf.pane.getByText('00 01 02 03').first()).toBeVisible();
  await show('/status/418');
  await expect(vf.result()).toContainText('418');
  await expect(vf.pane).toContainText('looks like the answer of 127.0.0.1');
  await show('/status/204');
  await expect(vf.pane.getByText('No body.')).toBeVisible();
  await show('/large?mb=3');
  await expect(vf.pane).toContainText('3.0 MB');
  await expect(await vf.answerAt('$[2999].index')).toContainText('2999');
});

test('a dropped HAR file and a fetch call become drafts', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a request' });
  const entry = (path: string, body: string) => ({
    startedDateTime: '2026-11-22T10:00:00Z',
    request: {
      method: 'POST',
      url: `https://api.psp.example/${path}`,
      headers: [{ name: 'content-type', value: 'application/json' }],
      postData: { mimeType: 'application/json', text: body },
    },
    response: { status: 201 },
  });
  const har = JSON.stringify({ log: { entries: [entry('first', '{"a":1}'), entry('second', '{"b":2}')] } });
  await dialog.evaluate((element, text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'afternoon.har', { type: 'application/json' }));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, har);
  await expect(dialog).toContainText('From afternoon.har');
  await dialog.getByRole('combobox', { name: 'Request' }).selectOption({ index: 1 });
  await expect(dialog).toContainText('POST https://api.psp.example/second');

  // What is typed afterwards replaces the dropped file.
  await dialog
    .getByRole('textbox', { name: 'cURL command, fetch or HAR' })
    .fill(`await fetch("https://api.psp.example/third", { method: "PUT", body: JSON.stringify({ c: 3 }) });`);
  await expect(dialog).not.toContainText('From afternoon.har');
  await expect(dialog).toContainText('PUT https://api.psp.example/third');
  await dialog.getByRole('button', { name: 'Open as a draft' }).click();
  await expect(vf.url).toHaveValue('https://api.psp.example/third');
  await expect(vf.body).toContainText('{"c":3}');
});

test('what a pasted text leaves open stops Send until it is filled in', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  const dialog = page.getByRole('dialog', { name: 'Import a request' });
  const take = async (text: string, note: string): Promise<void> => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'cURL command, fetch or HAR' }).fill(text);
    await expect(dialog).toContainText(note);
    await dialog.getByRole('button', { name: 'Open as a draft' }).click();
  };
  await take(
    'curl -F purpose=x -F file=@/tmp/receipt.pdf https://api.psp.example/files',
    'The file receipt.pdf was not read: ${receipt.pdf} stands for its text, and nothing is sent until',
  );
  await expect(vf.body).toContainText('name="file"; filename="receipt.pdf"');
  await expect(vf.sendButton).toBeDisabled();
  await vf.tab('Findings').click();
  await expect(vf.findings().filter({ hasText: '${receipt.pdf} has no value' })).toHaveCount(1);
  await expect(vf.pane.getByRole('link', { name: 'Add a value' })).toBeVisible();

  await take(
    "const id = 5;\nawait fetch(`https://api.psp.example/charges/${id}`, { method: 'PUT' });",
    '${id} has no value here: ${id} stands for it, and nothing is sent until',
  );
  await expect(vf.url).toHaveValue('https://api.psp.example/charges/${id}');
  await expect(vf.sendButton).toBeDisabled();
  await expect(vf.findings().filter({ hasText: '${id} has no value' })).toHaveCount(1);

  await take(
    'curl "https://api.psp.example/orders/$ORDER_ID" -H "Authorization: Bearer $TOKEN" -d "shop=<shop-id>&at=$(date +%s)"',
    '$ORDER_ID has no value here: ${ORDER_ID} stands for it, and nothing is sent until',
  );
  await expect(vf.url).toHaveValue('https://api.psp.example/orders/${ORDER_ID}');
  await expect(vf.body).toContainText('shop=<shop-id>&at=${date}');
  await expect(vf.sendButton).toBeDisabled();
  for (const words of [
    '${ORDER_ID} has no value',
    '${date} has no value',
    'This secret has no value yet',
    '“<shop-id>” looks like a gap',
  ])
    await expect(vf.findings().filter({ hasText: words })).toHaveCount(1);
});
