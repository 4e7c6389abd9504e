import { violations } from './axe';
import { answerQuestion } from './pages/question-page';
import { useProfile } from './stand-alone-sandbox';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const CARD_1 = '4111111111111111';
const EXPIRY_2 = '06/31';

test('the destination receives exactly the composed bytes, with the card data filled in', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start();
  await vf.open();
  const { paymentMethods } = await vf.sandbox();
  await vf.url.fill(`${party.url}/v1/charges?mode=%7Btest%7D&x=1`);
  await vf.method.fill('PUT');
  await vf.addCards(...paymentMethods.slice(0, 2));
  await vf.addHeader('X-Odd-Case', 'kept as it is');
  await vf.addHeader('authorization', 'Bearer third-party-secret');
  const body =
    '{"number": "{{CARD_NUMBER_1}}",\r\n\t"expiry":"{{ CARD_EXPIRATION_DATE_2 }}", "dup":1, "dup":2,\n' +
    '"huge":123456789012345678901234567890.10E+4, "é":"💳\\ud83d\\/\u2028",   "space" : [ ] }\n\n';
  await vf.fillBody('\r'); // Text with its own carriage returns keeps those that are pasted.
  await vf.fillBody(body);

  // The preview uses obvious sample values; the pane with the request shows everything except the secrets.
  await vf.tab('Preview').click();
  await expect(page.getByRole('textbox', { name: 'Preview of the body' })).toContainText('01/99');
  const toDestination = page.getByLabel('Headers for the destination');
  await expect(toDestination).toContainText('authorization:Bearer ••••••••');
  await expect(toDestination).not.toContainText('third-party-secret');
  await vf.segment('To the service').click();
  await expect(vf.pane).toContainText('x-vault-forward-header-X-Odd-Case:kept as it is');
  await expect(vf.pane).toContainText('x-vault-forward-header-authorization:Bearer ••••••••');
  await expect(vf.pane).toContainText(`content-length:${Buffer.byteLength(body)}`);
  await expect(vf.pane).not.toContainText('third-party-secret');
  await vf.tab('Findings').click();
  await expect(vf.findings().filter({ hasText: 'is in this object already' })).toHaveCount(1);

  await vf.send();
  await expect(vf.result()).toHaveText('201 Created');
  await expect(vf.pane).toContainText('looks like the answer of 127.0.0.1');
  await expect(await vf.answerAt('$.id')).toContainText('charge-1');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('201 Created');
  const [received] = party.received;
  expect(received).toMatchObject({ method: 'PUT', path: '/v1/charges?mode=%7Btest%7D&x=1' });
  expect(received?.body.toString('utf8')).toBe(
    body.replace('{{CARD_NUMBER_1}}', CARD_1).replace('{{ CARD_EXPIRATION_DATE_2 }}', EXPIRY_2),
  );
  expect(party.header('X-Odd-Case')).toBe('kept as it is');
  expect(party.header('authorization')).toBe('Bearer third-party-secret');
  // The exact request can be inspected, and contains no secrets of either side.
  await vf.segment('Sent').click();
  await expect(vf.pane.getByRole('table', { name: 'Request headers' })).toContainText('Bearer hidden');
  await expect(vf.pane.getByRole('table', { name: 'Request headers' })).not.toContainText(
    'third-party-secret',
  );
  expect(party.received).toHaveLength(1);
  await party.stop();
});

test('typing over a selection keeps the carriage returns that were not in it', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start();
  await vf.open();
  const { paymentMethods } = await vf.sandbox();
  await vf.url.fill(`${party.url}/v1/forms`);
  await vf.method.fill('POST');
  await vf.addCards(...paymentMethods.slice(0, 1));
  await vf.fillBody('\r');
  await vf.fillBody('["{{CARD_NUMBER_1}}",\r\n\r\n12\r\n]');
  // From the line that has only a carriage return to the 1 of the next one
  for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight'])
    await page.keyboard.press(key);
  await page.keyboard.type('3');
  await vf.send();
  await expect(vf.result()).toHaveText('201 Created');
  expect(party.received[0]?.body.toString('utf8')).toBe(`["${CARD_1}",\r\n32\r\n]`);
  await party.stop();
});

test('each of the three authentication methods reaches the destination', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  const proofs = [
    ['Request signing', '$.signature.verified', 'true'],
    ['Mutual TLS', '$.clientCertificate.trusted', 'true'],
    ['Payload encryption', '$.decrypted', CARD_1],
  ] as const;
  await vf.part('Auth');
  for (const [name, path, proof] of proofs) {
    await page.getByRole('button', { name: 'Known' }).click();
    await page.getByRole('menuitem', { name }).click();
    // Every answer reads "200 OK", so the previous one has to disappear first.
    const before = await vf.result().elementHandles();
    await vf.send();
    for (const shown of before) await shown.waitForElementState('hidden');
    await expect(vf.result()).toHaveText('200 OK');
    await expect(await vf.answerAt(path)).toContainText(proof);
    await page.getByRole('button', { name: 'Remove authentication 1' }).click();
  }
  // All of them, in a chosen order that the request keeps.
  for (const [name] of proofs) {
    await page.getByRole('button', { name: 'Known' }).click();
    await page.getByRole('menuitem', { name }).click();
  }
  await page.getByRole('textbox', { name: 'ID of authentication 3' }).press('Alt+ArrowUp');
  await expect(page.getByRole('textbox', { name: 'ID of authentication 2' })).toBeFocused();
  const { authentications } = await vf.sandbox();
  await vf.tab('Preview').click();
  await vf.segment('To the service').click();
  await expect(vf.pane).toContainText(
    `x-vault-forward-authentications:${authentications.signing},${authentications.encryption},${authentications.mtls}`,
  );
});

test('errors block Send, and findings and the service’s details lead to their places', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  const { destination, paymentMethods } = await vf.sandbox();
  await expect(vf.sendButton).toBeDisabled();
  await vf.url.fill('http://psp.example/charge');
  await vf.addCards('not-a-uuid');
  await vf.fillBody('{"number": "{{CARD_NUMBR_1}}" "x": 1}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(vf.tab('Findings')).toHaveAttribute('aria-selected', 'true');
  await expect(vf.findings().filter({ hasText: 'Card data travels over https only' })).toHaveCount(1);
  await vf.findings().filter({ hasText: 'Destination URL' }).click();
  await expect(vf.url).toBeFocused();
  await vf.findings().filter({ hasText: 'Did you mean CARD_NUMBER_1?' }).click();
  await expect(vf.body).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('{{CARD_NUMBR_1}}');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');

  // The draft is corrected, but has an ID that the service does not know, and a card without a network token.
  await vf.url.fill(`${destination.http}/charge`);
  await vf.part('Cards');
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  await vf.addCards(paymentMethods[4] ?? '', '00000000-0000-4000-8000-000000000000');
  await vf.fillBody('{"a": ["{{CARD_NUMBER_2}}", {"token": "{{CARD_CRYPTOGRAM_1}}"}]}');
  await vf.send();
  await expect(vf.pane).toContainText('Looks like the service’s error');
  await expect(vf.problem()).toContainText('400: the request is invalid');
  const details = vf.pane.getByRole('table', { name: 'Error details' });
  await details.getByRole('button', { name: '/a/1/token' }).click();
  await expect(vf.body).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('"{{CARD_CRYPTOGRAM_1}}"');

  // Valid except for that ID: the answer has no body, and the explanation names what was sent.
  await vf.fillBody('{"a": "{{CARD_NUMBER_2}}"}');
  await vf.send();
  await expect(vf.problem()).toContainText('422: a payment method of the request may not exist');
  await expect(vf.problem()).toContainText('00000000-0000-4000-8000-000000000000');
});

test('a double click sends once; a slow send can be cancelled; a lost one has an unknown outcome', async ({
  started: { app },
  page,
  vaultForward: vf,
}) => {
  let answer: () => void = () => undefined;
  const party = await ThirdParty.start((response) => {
    answer = () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"charge-1"}');
  });
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  const { destination } = await vf.sandbox();
  await vf.url.fill(`${party.url}/once`);
  await expect(vf.sendButton).toBeEnabled();
  await vf.sendButton.dblclick();
  await page.keyboard.press('ControlOrMeta+Enter');
  // Answered only now, because a second after an answer the same keys are meant as another request.
  await expect.poll(() => party.received.length).toBe(1);
  answer();
  await expect(vf.result()).toHaveText('201 Created');
  expect(party.received).toHaveLength(1);

  await vf.url.fill(`${destination.http}/slow?ms=60000`);
  await expect(vf.pane).toContainText('The request has changed since this answer');
  await vf.send();
  await expect(vf.pane.getByText(`to ${new URL(destination.http).host}`, { exact: true })).toBeVisible();
  await expect(vf.sendButton).toBeDisabled();
  // The focus moves from Cancel to Send, and the Enter that is still held down does not press Send.
  const clicks = await vf.sendButton.evaluateHandle((send) => {
    const counted = { clicks: 0 };
    send.addEventListener('click', () => (counted.clicks += 1));
    return counted;
  });
  await vf.cancelButton.focus();
  await page.keyboard.down('Enter');
  await expect(vf.result()).toHaveText('Outcome unknown');
  await expect(vf.sendButton).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await clicks.jsonValue()).toEqual({ clicks: 0 });
  await expect(vf.problem()).toContainText('It may have reached');
  await expect(vf.problem()).toContainText('charge the card twice');

  // The destination hangs up: the service answers 502, and it is not known whether the card was charged.
  await vf.url.fill(`${destination.http}/_destination/reset`);
  await vf.send();
  await answerQuestion(app, 'Send it again, changed?', 'Send again');
  await expect(vf.result()).toHaveText('502 Bad Gateway');
  await expect(vf.pane).toContainText('Looks like the service’s error');
  await expect(vf.pane).toContainText('It may have reached');
  await expect(vf.pane).toContainText('What to tell the customer');
  await expect(vf.problem()).not.toContainText(/try again/i);
  await expect(page.getByRole('status', { name: 'Last exchange' })).not.toContainText('tries');
  await party.stop();
});

test('a dry run compares the draft with the downstream request, and nothing reaches the active profile’s service', async ({
  page,
  vaultForward: vf,
}) => {
  const service = await ThirdParty.start();
  const { authentications } = await vf.sandbox();
  // Whatever the active profile, the Local sandbox runs it.
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url });
  await vf.open();
  await vf.url.fill('https://psp.example/v1/charges?a=1');
  await vf.addCards('6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1');
  await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
  await vf.part('Auth');
  await vf.authentications.fill(`${authentications.encryption} ${authentications.signing}`);
  await vf.authentications.press('Enter');
  await vf.fillBody('{"number": "{{CARD_NUMBER_1}}", "amount": 13591}');

  await vf.tab('Preview').click();
  await vf.pane.getByRole('radio', { name: 'Dry run' }).click();
  const dryRun = page.getByRole('region', { name: 'Dry run' });
  expect(await violations(page), 'before').toEqual([]);
  await dryRun.getByRole('button', { name: 'Run on the Local sandbox' }).click();
  const changes = dryRun.getByRole('table', { name: 'The draft and what the destination got' });
  await expect(changes).toContainText('{{CARD_NUMBER_1}}');
  await expect(changes).toContainText('4111111111111111');
  await expect(dryRun).toContainText('POST /v1/charges?a=1');
  await expect(dryRun).toContainText(
    'Test cards stand for your cards. Values of secret headers are left out.',
  );
  await expect(dryRun).toContainText('Signature verified');
  await expect(dryRun).toContainText('Body arrived encrypted');
  await expect(dryRun.getByRole('table', { name: 'Headers that the destination received' })).toContainText(
    /digest/i,
  );
  // Only the header's own field contains the secret; what came back does not.
  expect(await dryRun.innerHTML()).not.toContain('CANARY');
  expect(service.received).toHaveLength(0);
  expect(await violations(page), 'after').toEqual([]);

  // In a different order, what is signed is the body before encryption.
  await vf.part('Auth');
  await page.getByRole('textbox', { name: 'ID of authentication 2' }).press('Alt+ArrowUp');
  await dryRun.getByRole('button', { name: 'Run again' }).click();
  await expect(dryRun).toContainText('The signature does not match what arrived.');

  // It says so if it is about a different request from the one on screen, and names what the sandbox does not know.
  await vf.part('Body');
  await vf.fillBody('{"number": "{{CARD_NUMBER_1}}", "other": "{{NOBODY_KNOWS_1}}"}');
  await expect(dryRun).toContainText('The request has changed since this run.');
  await dryRun.getByRole('button', { name: 'Run again' }).click();
  await expect(dryRun.getByRole('alert')).toContainText('400');
  expect(service.received).toHaveLength(0);
  await service.stop();
});
