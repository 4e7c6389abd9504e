import type { Page } from '@playwright/test';
import { WHOLE_HISTORY } from './whole-history';
import { expect } from '../test';

/**
 * Reloads the page but holds back the app's script until the returned function is called: what is shown meanwhile is
 * the first frame.
 */
export async function loadWithoutTheApp(page: Page): Promise<(until?: string) => Promise<void>> {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/first-screen-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html[data-theme]')).toBeAttached();
  await expect(page.locator('#app')).toBeVisible();
  return async (until) => {
    // The route is kept, because removing it now would lose the script of another screen if that was requested at that
    // moment.
    goOn();
    // A key pressed earlier may have opened something on top of it.
    const profile = page.getByRole('combobox', { name: 'Profile', includeHidden: true });
    if (until === undefined) await expect(profile).not.toHaveText('Loading…');
    else await expect(profile).toHaveText(until);
  };
}

/** The names of the profiles that requests were sent with, the latest first. */
export async function profilesAsked(page: Page): Promise<string[]> {
  return page.evaluate(async (query) => {
    const found = await window.explorer.searchHistory({ query, before: null, limit: 10 });
    if (!found.ok || found.value === null) throw new Error('The history was not searched.');
    return found.value.entries.map(({ profile }) => profile.name);
  }, WHOLE_HISTORY);
}
