import axe, { type Result, type RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';

/**
 * Everything that axe finds on the page, in words, whatever its impact; in dark mode, only what colours can cause. Also
 * finds what axe does not notice: panes whose content is wider than they are, so that part of it is out of sight.
 * @param part a selector of the part to check, if the rest is inert behind it.
 */
export async function violations(page: Page, part?: string): Promise<string[]> {
  const found: string[] = await cutOff(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    const options: RunOptions = { resultTypes: ['violations'] };
    if (colorScheme === 'dark') options.runOnly = ['color-contrast'];
    for (const { id, impact, nodes } of await look(page, part, options)) {
      for (const node of nodes) found.push(`${colorScheme} ${impact} ${id}: ${node.html.slice(0, 160)}`);
    }
  }
  return found;
}

/** Axe's script stays in the page for the next check, as loading it each time took a quarter of the time. */
async function look(page: Page, part: string | undefined, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async ([within, how]) => (await window.axe.run(within ?? document, how)).violations, [
    part,
    options,
  ] as const);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.split__pane, .split__pane > *, main')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(
        ({ className, scrollWidth, clientWidth }) =>
          `cut off: ${className}, ${scrollWidth} px in ${clientWidth}`,
      ),
  );
}
