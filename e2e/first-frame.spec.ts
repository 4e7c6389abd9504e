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

test('an ID that is looked up before the app is read is looked up, and what is typed after it stays', async ({
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

test('Look up is pressed and the focus moved on before the app is read: the app has looked up, and the focus is there', async ({
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

test('a profile is switched to and an ID looked up before the app is read: it is a matter of that profile, and the one before is not asked', async ({
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

test('an ID is looked up and the profile switched before the app is read: the first one is asked, the switch ends that, and the second is not', async ({
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

test('the profiles come late: what was pressed before the app was read waits for them, and is done in its order', async ({
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

test('the profiles do not come: after some seconds the app says so and hears its keys, what was typed stays, and all is well once they do', async ({
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

test('a profile key is pressed before a page is read that starts at an open session: the profile is switched to', async ({
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

test('a list is looked up before the app is read: each of its IDs is, and what is typed after it stays', async ({
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

test('Ctrl+Enter looks up before the app is read, as in the app', async ({ page, sessions }) => {
  const { sessions: samples } = await sandboxFacts(page);
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(samples.rich ?? '');
  await page.keyboard.press('Control+Enter');
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
});

// The handlers that this test replaces in main stay replaced.
onItsOwnApp(() => {
  test('the profiles cannot be read: nothing that was looked up before is sent, what was typed stays', async ({
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

test('the palette is opened and a place typed and chosen before the app is read: it leads there, and nothing is typed in the box', async ({
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
  test(`what ${key} opens is closed again before the app is read: the ID that is typed after it is looked up`, async ({
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

test('keys that nothing is opened by come before others, which are typed where the caret is once the app is there', async ({
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

test('? is pressed on a link before the app is read: Help opens', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('link', { name: 'Buyers' }).focus();
  await page.keyboard.press('?');
  await goOn();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
});

test('Profile is clicked before the app is read: it opens, and its own keys choose in it', async ({
  page,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeAttached();
});

test('a log file is dropped on the box before the app is read: its text is there', async ({
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

test('Search or run is pressed before the app is read: the palette opens', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('button', { name: 'Search or run' }).click();
  await goOn();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a shortcut is pressed before the app is read: the palette opens, and keys of the field change nothing else', async ({
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

test('a link of the first frame leads to its screen, and no frame of Sessions stands there when that is loaded again', async ({
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
  test(`the first frame says nothing of a profile, has each name once, and nothing moves when the app takes its place: ${what}`, async ({
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
