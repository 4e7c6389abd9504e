import { useProfile } from './stand-alone-sandbox';
import { expect, shareOneApp, test } from './test';

shareOneApp();

const [ADA, BO] = ['6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1', 'f1d8c0aa-2c5e-4b7f-8a63-5b9e1d7c4f20'];

test('a snippet that was removed in its dialog comes back there, by mouse and by keyboard', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.fillBody('{"a": 1}');
  const dialog = page.getByRole('dialog', { name: 'Keep the body as a snippet' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const openDialog = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Templates' }).click();
    await page.getByRole('menuitem', { name: 'Keep the body as a snippet…' }).click();
  };
  for (const kept of ['Charge', 'Refund']) {
    await openDialog();
    await name.fill(kept);
    await dialog.getByRole('button', { name: 'Keep snippet' }).click();
    await expect(dialog).toBeHidden();
  }
  await openDialog();
  const snippets = dialog.getByRole('list', { name: 'Kept snippets' }).getByRole('listitem');
  const removeCharge = dialog.getByRole('button', { name: 'Remove Charge' });
  const undo = dialog.getByRole('button', { name: 'Undo' });

  await removeCharge.click();
  await expect(dialog).toContainText('Removed “Charge”.');
  await expect(snippets).toHaveText(['Refund']);
  await undo.click();
  await expect(removeCharge).toBeVisible();
  await expect(undo).toBeHidden();

  // Ctrl+Z, from where the removal left the focus.
  await removeCharge.click();
  await expect(undo).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(removeCharge).toBeVisible();

  // In a field it first undoes what was typed there.
  await removeCharge.click();
  await expect(undo).toBeVisible();
  await name.pressSequentially('Typed');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(name).toHaveValue('');
  await expect(undo).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(removeCharge).toBeVisible();

  // Tab reaches the button; with another one after it, that has the focus next.
  await removeCharge.click();
  await dialog.getByRole('button', { name: 'Remove Refund' }).click();
  await expect(dialog).toContainText('1 earlier action.');
  await dialog.getByRole('button', { name: 'Keep snippet' }).focus();
  await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(snippets).toHaveText(['Refund']);
  await expect(undo).toBeFocused();

  // It outlives the dialog.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
  await openDialog();
  await expect(removeCharge).toBeVisible();
});

test('Ctrl+Z in a dialog undoes nothing that was done behind it', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await vf.addCards(ADA);
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Removed a card.');
  await vf.part('Body');
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Keep the body as a snippet…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep the body as a snippet' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Removed a card.');
});

test('Undo covers what is below it only for a moment: it goes on in the status bar, where its keys still work', async ({
  page,
  vaultForward: vf,
}) => {
  await useProfile(page, {
    name: 'A payment service for every country of Europe',
    baseUrl: 'http://127.0.0.1:9',
  });
  await vf.open();
  await vf.addCards(ADA);
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Removed a card.');
  await page.mouse.move(0, 0);
  const isWithin = (): Promise<boolean> =>
    page.getByRole('contentinfo').evaluate((bar) => {
      const [outer, inner] = [bar, bar.querySelector('[aria-label="Undo"]')].map((element) =>
        element?.getBoundingClientRect(),
      );
      return inner && outer ? inner.top >= outer.top && inner.bottom <= outer.bottom : false;
    });
  expect(await isWithin()).toBe(false);
  await expect.poll(isWithin).toBe(true);
  await expect(undo.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  // The facts beside it give way first.
  await page.setViewportSize({ width: 720, height: 600 });
  const words = undo.getByText('Removed a card.');
  expect(await words.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  await vf.url.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(ADA ?? '');
  await expect(undo).toBeEmpty();
});

test('a placeholder of one’s own that was removed in the palette comes back there', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await page.getByRole('button', { name: 'Insert placeholder' }).click();
  await page.getByRole('button', { name: 'Add your own' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('CARD_HOLDER');
  await page.getByRole('textbox', { name: 'What it becomes' }).fill('the name on the card');
  await page.getByRole('button', { name: 'Add placeholder' }).click();
  const remove = page.getByRole('button', { name: 'Remove CARD_HOLDER' });
  await remove.click();
  await expect(remove).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  // The palette is still open.
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search placeholders' }).focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(remove).toBeVisible();
});

test('an authentication that was removed comes back to its place, from another tab, too', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.part('Auth');
  await vf.authentications.fill(`${ADA} ${BO}`);
  await vf.authentications.press('Enter');
  const ids = page.getByRole('textbox', { name: /^ID of authentication / });
  await page.getByRole('textbox', { name: 'Name of authentication 1' }).fill('Signature');
  await page.getByRole('button', { name: 'Remove authentication 2' }).click();
  await page.getByRole('button', { name: 'Remove authentication 1' }).click();
  await expect(ids).toHaveCount(0);
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Removed authentication “Signature”.');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(ids).toHaveCount(1);
  await expect(ids.first()).toHaveValue(ADA ?? '');
  await expect(page.getByRole('textbox', { name: 'Name of authentication 1' })).toHaveValue('Signature');
  await expect(undo).toContainText('Removed authentication “f1d8c0aa…4f20”.');
  await vf.part('Headers');
  await vf.url.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(ids.nth(1)).toBeVisible();
  await expect(ids.nth(1)).toHaveValue(BO ?? '');
});

test('Ctrl+Z in the body undoes what was done last once the body has nothing left to undo', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.addHeader('X-First', '1');
  await page.getByRole('button', { name: 'Remove header 1' }).click();
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Removed header “X-First”.');
  await vf.fillBody('{"a": 1}');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.body).toHaveText('');
  await expect(vf.body).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('1');
});

test('Ctrl+Z in the body brings a card back and leaves the body in sight, which shows its placeholders again', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await expect(vf.body).toContainText('{{CARD_NUMBER_1}}');
  await vf.part('Cards');
  await vf.paymentMethods.fill(ADA ?? '');
  await vf.paymentMethods.press('Enter');
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  await vf.part('Body');
  await expect(vf.body).toContainText('{{CARD_NUMBER_2}}');
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.body).toContainText('{{CARD_NUMBER_1}}');
  await expect(vf.body).toBeFocused();
  await vf.part('Cards');
  await expect(page.getByRole('textbox', { name: 'ID of card 2' })).toHaveValue(ADA ?? '');
});
