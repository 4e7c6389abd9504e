import type { ElectronApplication, Page } from '@playwright/test';
import { useProfile } from './stand-alone-sandbox';
import { loadWithoutTheApp, profilesAsked } from './support/before-the-app';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/**
 * Adds a copy of the first profile. The copy has no address, and the first profile stays active; `place` is the copy's
 * position.
 */
async function addCopy(page: Page): Promise<{ place: number; first: string; second: string }> {
  const { place, first, second } = await page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    if (!state.ok) throw new Error(state.problem.title);
    const { activeId } = state.value;
    const copied = await window.explorer.duplicateProfile({ profileId: activeId });
    if (!copied.ok) throw new Error(copied.problem.title);
    const { profiles } = copied.value.state;
    const at = profiles.findIndex(({ id }) => id === copied.value.profileId);
    return {
      place: at + 1,
      first: profiles.find(({ id }) => id === activeId)?.name ?? '',
      second: profiles[at]?.name ?? '',
    };
  });
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText(first);
  return { place, first, second };
}

/** Holds back main's answers about profiles until the returned function is called. */
async function holdProfiles(app: ElectronApplication): Promise<() => Promise<void>> {
  await app.evaluate(({ ipcMain }) => {
    // Electron keeps the `invoke` handlers here; there is no other way to replace one.
    type Reply = (...given: readonly unknown[]) => unknown;
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Reply> };
    const channel = [...handlers.keys()].find((name) => /describeProfiles/.test(name)) ?? '';
    const handle = handlers.get(channel);
    const held: (() => void)[] = [];
    handlers.set(channel, (...given) => void held.push(() => handle?.(...given)));
    Object.assign(globalThis, {
      tellProfiles: () => {
        if (handle) handlers.set(channel, handle);
        for (const tell of held) tell();
      },
    });
  });
  return () => app.evaluate(() => (globalThis as { tellProfiles?: () => void }).tellProfiles?.());
}

/**
 * The app listens to its keys again once nothing is waiting; a key pressed before that is dropped along with what was
 * waiting.
 */
async function expectKeysAreHeard(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test('a profile switch and a look-up before the app has loaded: the look-up runs under the new profile', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const { place, second } = await addCopy(page);
  const profile = page.getByRole('combobox', { name: 'Profile' });
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.press(`Control+${place}`);
  await page.keyboard.type(samples.rich ?? '');
  await page.keyboard.press('Enter');
  await goOn();
  await expect(profile).toHaveText(second);
  // This shows that the copy was used, as the first profile would have given an answer.
  await expect(sessions.result).toContainText(`${second} has no base URL yet`);
  expect(await profilesAsked(page)).toEqual([]);
});

test('a look-up and then a profile switch before the app has loaded: the switch ends the look-up, and the new profile sends nothing', async ({
  page,
  sessions,
}) => {
  // The service never answers, so the look-up is still running when the switch comes.
  const [asked, other] = [await ThirdParty.start(() => undefined), await ThirdParty.start()];
  await useProfile(page, { name: 'Other', baseUrl: other.url });
  await useProfile(page, { name: 'Asked', baseUrl: asked.url });
  const place = await page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    return state.ok ? state.value.profiles.findIndex(({ name }) => name === 'Other') + 1 : 0;
  });
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.type('5e550000-0000-4000-8000-000000000001');
  await page.keyboard.press('Enter');
  await page.keyboard.press(`Control+${place}`);
  await goOn();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Other');
  await expect(sessions.result).toContainText('the profile was switched');
  expect(other.received).toEqual([]);
  for (const server of [asked, other]) await server.stop();
});

test('if the profiles load late, earlier key presses wait for them and take effect in order', async ({
  started: { app, page },
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const { place, second } = await addCopy(page);
  const goOn = await loadWithoutTheApp(page);
  const tellProfiles = await holdProfiles(app);
  await page.keyboard.press(`Control+${place}`);
  await page.keyboard.type(samples.rich ?? '');
  await page.keyboard.press('Enter');
  await goOn('Loading…');
  // The app has started, and has drawn more than the first frame.
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');
  await expect(sessions.id).toHaveValue(samples.rich ?? '');
  await tellProfiles();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText(second);
  await expect(sessions.result).toContainText(`${second} has no base URL yet`);
  expect(await profilesAsked(page)).toEqual([]);
});

test('if the profiles do not load, the app says so, responds to its keys and keeps what was typed, until they do', async ({
  started: { app, page },
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const goOn = await loadWithoutTheApp(page);
  const tellProfiles = await holdProfiles(app);
  await page.keyboard.type(samples.rich ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.press('F1');
  await goOn('Loading…');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('The profiles are not loaded yet.');
  await expect(sessions.id).toHaveValue(samples.rich ?? '');
  await expectKeysAreHeard(page);
  await page.keyboard.press('Escape');
  await tellProfiles();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText('Local sandbox');
  await expect(notices).toBeHidden();
  expect(await profilesAsked(page)).toEqual([]);
  await sessions.lookUpButton.click();
  await expect(sessions.state(/Valid/)).toBeVisible();
});

test('a profile key pressed before a page with an open session has loaded switches the profile', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const { place, second } = await addCopy(page);
  await sessions.id.fill(samples.rich ?? '');
  await sessions.lookUpButton.click();
  await expect(sessions.state(/Valid/)).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toContain(samples.rich ?? '');
  const goOn = await loadWithoutTheApp(page);
  await expect(page.locator('#app')).toBeEmpty();
  await page.keyboard.press(`Control+${place}`);
  await goOn(second);
});

// The handlers in main that this test replaces stay replaced.
onItsOwnApp(() => {
  test('if the profiles cannot be read, an earlier look-up is not sent, and what was typed stays', async ({
    started: { app, page },
    sessions,
  }) => {
    const { sessions: samples } = await sandboxFacts(page);
    await app.evaluate(({ ipcMain }) => {
      // Electron keeps the `invoke` handlers here, and they reply themselves; there is no other way to replace one.
      type Reply = (event: { _reply: (answer: unknown) => void }) => void;
      const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Reply> };
      const calls: string[] = [];
      Object.assign(globalThis, { lookUps: calls });
      const problem = { code: 'unreadable', title: 'No profiles', meaning: '', nextStep: '', detail: null };
      for (const channel of handlers.keys()) {
        const isLookUp = /lookUpSession/.test(channel);
        if (!isLookUp && !/describeProfiles/.test(channel)) continue;
        handlers.set(channel, (event) => {
          if (isLookUp) calls.push(channel);
          event._reply({ ok: false, problem });
        });
      }
    });
    const goOn = await loadWithoutTheApp(page);
    await page.keyboard.type(samples.rich ?? '');
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(' and more');
    await goOn('Loading…');
    await expect(sessions.id).toHaveValue(`${samples.rich} and more`);
    await expectKeysAreHeard(page);
    expect(await app.evaluate(() => (globalThis as { lookUps?: string[] }).lookUps)).toEqual([]);
  });
});

test('Profile clicked before the app has loaded opens, and its keys choose in it', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeAttached();
});
