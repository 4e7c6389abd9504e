import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Pages of questions that main asks in a window of its own. */
export function questionPages(app: ElectronApplication): Page[] {
  return app.windows().filter((page) => !page.isClosed() && page.url().startsWith('app-question:'));
}

/** The question that main asks, as a person finds it: by role and name. Waits until it is there. */
export async function question(app: ElectronApplication, name: string | RegExp): Promise<Locator> {
  await expect
    .poll(() => Promise.all(questionPages(app).map((page) => page.title())), {
      message: `asked: ${String(name)}`,
    })
    .toEqual([typeof name === 'string' ? name : expect.stringMatching(name)]);
  const [page] = questionPages(app);
  if (!page) throw new Error('the question is gone again');
  const dialog = page.getByRole('alertdialog', { name });
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function expectNoQuestion(app: ElectronApplication): Promise<void> {
  await expect.poll(() => questionPages(app).length).toBe(0);
}

/** Gives the explicit "yes", once the question takes one. */
export async function confirm(dialog: Locator, button: string): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true }).click();
}
