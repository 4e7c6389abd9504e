import type { ElectronApplication, Page } from '@playwright/test';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { WHOLE_HISTORY } from './support/whole-history';
import { ThirdParty } from './third-party';

shareOneApp();

/**
 * Reloads the page but holds back the app's script until the returned function is called: what is shown is the first frame.
 */
async function loadWithoutTheApp(page: Page): Promise<(until?: string) => Promise<void>> {
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
    // The route is kept: removing it now would lose the script of another screen requested at that moment.
    goOn();
    // A key pressed earlier may have opened something over it.
    const profile = page.getByRole('combobox', { name: 'Profile', includeHidden: true });
    if (until === undefined) await expect(profile).not.toHaveText('Loading…');
    else await expect(profile).toHaveText(until);
  };
}

/** Adds a copy of the first profile. The copy has no address, and the first profile stays active; `place` is the copy's. */
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

/** The app listens to its keys again once nothing is waiting; a key pressed before that is dropped along with what waited. */
async function expectKeysAreHeard(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** The names of the profiles that requests were sent with, the latest first. */
async function profilesAsked(page: Page): Promise<string[]> {
  return page.evaluate(async (query) => {
    const found = await window.explorer.searchHistory({ query, before: null, limit: 10 });
    if (!found.ok || found.value === null) throw new Error('The history was not searched.');
    return found.value.entries.map(({ profile }) => profile.name);
  }, WHOLE_HISTORY);
}

test('an ID entered before the app has loaded is looked up, and what is typed after it stays', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const goOn = await loadWithoutTheApp(page);
  await expect(sessions.id).toBeFocused();
  await page.keyboard.insertText(samples.rich ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('the next one');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
  await expect(sessions.id).toHaveValue('the next one');
  await expect(sessions.id).toBeFocused();
  await page.keyboard.insertText('O');
  await expect(sessions.id).toHaveValue('the next oOe');
});

test('Look up pressed before the app has loaded looks up, and the focus stays where Tab has moved it', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const divider = page.getByRole('separator', { name: 'Divider' });
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(samples.rich ?? '');
  await sessions.lookUpButton.click();
  await expect(sessions.id).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(divider).toBeFocused();
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
  await expect(divider).toBeFocused();
});

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
  // This shows that the copy was used; the first profile would have given an answer.
  await expect(sessions.result).toContainText(`${second} has no base URL yet`);
  expect(await profilesAsked(page)).toEqual([]);
});

test('a look-up and then a profile switch before the app has loaded: the switch ends the look-up, and the new profile is not asked', async ({
  page,
  sessions,
}) => {
  // The service never answers, so the look-up is still running when the switch comes.
  const [asked, other] = [await ThirdParty.start(() => undefined), await ThirdParty.start()];
  await useProfile(page, { name: 'Other', baseUrl: other.url, token: 'not-a-jwt' });
  await useProfile(page, { name: 'Asked', baseUrl: asked.url, token: 'not-a-jwt' });
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

test('if the profiles load late, keys pressed before wait for them and take effect in order', async ({
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

test('if the profiles do not load, the app says so, hears its keys and keeps what was typed, until they do', async ({
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

test('a list entered before the app has loaded is looked up, and what is typed after it stays', async ({
  page,
  sessions,
}) => {
  const { rich = '', maximal = '' } = (await sandboxFacts(page)).sessions;
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(`${rich}\n${maximal}\n`);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('the next one');
  await goOn();
  await expect(sessions.result.getByRole('row', { name: /Valid/ })).toHaveCount(2);
  await expect(sessions.id).toHaveValue('the next one');
  expect(await profilesAsked(page)).toHaveLength(2);
});

test('Ctrl+Enter looks up before the app has loaded', async ({ page, sessions }) => {
  const { sessions: samples } = await sandboxFacts(page);
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(samples.rich ?? '');
  await page.keyboard.press('Control+Enter');
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
});

// The handlers that this test replaces in main stay replaced.
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

test('a place chosen in the palette before the app has loaded is opened, and nothing is typed into the field', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.type('half an ID');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('buyerz');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(sessions.id).toHaveValue('half an ID');
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeAttached();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(sessions.id).toHaveValue('half an ID');
});

for (const key of ['Control+k', 'F1'])
  test(`${key} and Escape before the app has loaded leave nothing open: an ID typed after them is looked up`, async ({
    page,
    sessions,
  }) => {
    const { rich = '' } = (await sandboxFacts(page)).sessions;
    const goOn = await loadWithoutTheApp(page);
    await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.keyboard.type(rich);
    await page.keyboard.press('Enter');
    await goOn();
    await expect(sessions.state(/Valid/)).toBeVisible();
    await expect(sessions.id).toHaveValue(rich);
  });

test('a key with no effect before the app has loaded does not disturb typing at the caret', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.type('half ID');
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+q');
  await page.keyboard.type('an ');
  await goOn();
  await expect(sessions.id).toHaveValue('half an ID');
});

test('? pressed on a link before the app has loaded opens Help', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('link', { name: 'Buyers' }).focus();
  await page.keyboard.press('?');
  await goOn();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
});

test('Profile clicked before the app has loaded opens, and its keys choose in it', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeAttached();
});

test('a log file dropped before the app has loaded fills the field with its text', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  const taken = await sessions.id.evaluate((field) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['session=1'], 'payments.log', { type: 'text/plain' }));
    const tell = (type: string) =>
      field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    // If the page does not handle the drop, Chromium opens the file itself.
    return !tell('dragover') && !tell('drop');
  });
  expect(taken).toBe(true);
  await expect(sessions.id).toHaveValue('session=1');
  await goOn();
  await expect(sessions.id).toHaveValue('session=1');
});

test('Search or run clicked before the app has loaded opens the palette', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('button', { name: 'Search or run' }).click();
  await goOn();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Ctrl+K before the app has loaded opens the palette, and Ctrl+A changes nothing in the field', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText('an ID');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  await goOn();
  await expect(page.getByRole('dialog', { name: 'Search or run' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sessions.id).toHaveValue('an ID');
  await expect(sessions.id).toBeFocused();
});

test('a link clicked before the app has loaded opens its screen, which reloads without the first frame of Sessions', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('link', { name: 'Buyers' }).click();
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeAttached();
  const goOnThere = await loadWithoutTheApp(page);
  await expect(page.locator('#app')).toBeEmpty();
  await goOnThere();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeAttached();
  await expect(sessions.id).toHaveCount(0);
});

for (const { what, width, colorScheme, environment } of [
  { what: 'light', width: 1280, colorScheme: 'light', environment: 'local' },
  { what: 'dark and narrow', width: 900, colorScheme: 'dark', environment: 'local' },
  { what: 'narrow, on production', width: 900, colorScheme: 'light', environment: 'production' },
] as const) {
  test(`the first frame names no profile, has each landmark once, and nothing moves when the app replaces it: ${what}`, async ({
    page,
    sessions,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => localStorage.setItem('split:sessions', '400'));
    if (environment === 'production')
      await useProfile(page, {
        name: 'Live EU',
        baseUrl: 'http://127.0.0.1:9',
        token: 'not-a-jwt',
        environment,
      });
    const goOn = await loadWithoutTheApp(page);
    await expect(sessions.id).toBeFocused();
    const html = page.locator('html');
    await expect(html).not.toHaveAttribute('data-environment');
    await expect(html).toHaveAttribute('data-theme', colorScheme);
    await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText('Loading…');
    const before = await lookOf(page);
    await goOn();
    await expect(html).toHaveAttribute('data-environment', environment);
    expect(await lookOf(page)).toEqual(before);
    await expect(sessions.id).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Places' })).toHaveCount(1);
  });
}

/** The look of everything that does not depend on the profile: position, fonts, colours and borders. */
async function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[aria-label="Search or run"], nav, nav *, main, form, form *, [role="separator"], footer',
      ),
    ].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const { color, backgroundColor, font, outline, border } = getComputedStyle(part);
      return [part.tagName, part.id, x, y, width, height, color, backgroundColor, font, outline, border];
    }),
  );
}
