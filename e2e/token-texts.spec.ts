import { ProfilesPage } from './pages/profiles-page';
import { expect, test } from './test';

test('an odd token is explained beside its field, and one with spaces is not stored', async ({ page }) => {
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await profiles.inList('Sandbox').click();
  const secret = page.getByRole('group', { name: 'Secret' });
  const { accessToken } = profiles;
  await accessToken.fill('Bearer opaque-token');
  await expect(secret.getByRole('status')).toHaveText('Left out: the word Bearer.');
  await accessToken.fill('https://api.example.com/token');
  await expect(secret.getByRole('status')).toContainText('This looks like an address');
  await accessToken.fill('{"access_token":"CANARY"}');
  await expect(secret.getByRole('status')).toContainText('This looks like JSON');
  await accessToken.fill('my secret token');
  await expect(secret.getByRole('status')).toContainText('There are spaces in it');
  await profiles.saveButton.click();
  await expect(accessToken).toBeFocused();
  await expect(secret.getByRole('alert')).toContainText('There are spaces in it, and a token has none.');
  await expect(secret).toContainText('No secret is stored.');
  await accessToken.fill('opaque-token');
  await expect(secret.getByRole('status')).toHaveText('');
  await profiles.save();
  await expect(secret).toContainText('It is not a JWT');
});
