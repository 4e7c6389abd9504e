import { violations } from './axe';
import { useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('a dry run compares the draft with the downstream request, and nothing reaches the active profile’s service', async ({
  page,
  vaultForward: vf,
}) => {
  const service = await ThirdParty.start();
  const { authentications } = await vf.sandbox();
  // Whatever the active profile, the Local sandbox runs it.
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url, token: 'not-a-jwt' });
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
