import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test';

/** The windows of main's questions: there is never more than one. */
export function questionPages(app: ElectronApplication): Page[] {
  return app.windows().filter((page) => !page.isClosed() && page.url().startsWith('app-question:'));
}

/** The question that main asks, found as a person finds it: by role and name. Waits until it appears. */
export async function question(app: ElectronApplication, name: string): Promise<Locator> {
  const titles = (): Promise<string[]> =>
    Promise.all(questionPages(app).map((page) => page.title().catch(() => 'closed')));
  await expect.poll(titles, `the question "${name}"`).toEqual([name]);
  const [page] = questionPages(app);
  if (!page) throw new Error(`the question "${name}" is gone again`);
  const dialog = page.getByRole('alertdialog', { name, exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function expectNoQuestion(app: ElectronApplication): Promise<void> {
  await expect.poll(() => questionPages(app).length).toBe(0);
}

/** Waits for the question, and clicks its button as soon as it accepts an answer. */
export async function answerQuestion(app: ElectronApplication, name: string, button: string): Promise<void> {
  const dialog = await question(app, name);
  await dialog.getByRole('button', { name: button, exact: true }).click().catch(ignoreClosing);
  await expectNoQuestion(app);
}

/** Presses a key in the question's window, which may close while it is pressed. */
export async function pressIn(dialog: Locator, key: string): Promise<void> {
  await dialog.page().keyboard.press(key).catch(ignoreClosing);
}

/** Ignores errors of keys and clicks that close their own window. */
export function ignoreClosing(error: unknown): void {
  if (!/closed|crashed|detached|destroyed/i.test(String(error))) throw error;
}

/** Switches Read-only off, as the form would, and agrees in main's question. Returns the profile's id. */
export async function unlockActiveProfile(app: ElectronApplication, page: Page): Promise<string> {
  const { profileId, name } = await page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    const active = state.ok ? state.value.profiles.find(({ id }) => id === state.value.activeId) : undefined;
    return { profileId: active?.id ?? '', name: active?.name ?? '' };
  });
  const edited = page.evaluate(async (id) => {
    const state = await window.explorer.describeProfiles();
    const profile = state.ok ? state.value.profiles.find((one) => one.id === id) : undefined;
    if (!profile) return 'no profile';
    const draft = { ...profile, readOnly: false };
    const answer = await window.explorer.editProfile({ profileId: id, draft });
    return answer.ok ? null : answer.problem.title;
  }, profileId);
  await answerQuestion(app, `Unlock ${name}?`, 'Unlock it');
  expect(await edited).toBeNull();
  return profileId;
}
