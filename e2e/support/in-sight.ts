import { expect, type Locator, type Page } from '@playwright/test';

/** A window of 1280 x 800 at 200 %: everything in it has to be reachable (WCAG 1.4.4, 1.4.10). */
export const ZOOMED = { width: 640, height: 400 };

/** The same in a window of 640 px. */
export const NARROWEST = { width: 320, height: 480 };

/** True if the button is inside the window without scrolling, and nothing covers its middle or its ends. */
export function isReachable(button: Locator): Promise<boolean> {
  return button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [left + 3, (left + right) / 2, right - 3].every((x) => {
      const over = document.elementFromPoint(x, (top + bottom) / 2);
      return over !== null && element.contains(over);
    });
  });
}

export async function expectReachable(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true });
    await expect.poll(() => isReachable(button), { message: name }).toBe(true);
  }
}

/** The classes of the elements that have to be scrolled sideways. */
export function sidewaysScrollers(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('.scroll, .tabs__content, .tabs__contents, .editor__fields')
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ className, scrollWidth, clientWidth }) => `${className}: ${scrollWidth} in ${clientWidth}`),
    );
}
