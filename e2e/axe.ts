import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Everything axe finds on the page, as words, nothing of any weight let through; in dark only what colours can do. And
 * what it does not see: panes that are wider inside than outside, so that a part of them is out of sight.
 * @param part a selector of the part to look at, when the rest is made inert behind it.
 */
export async function violations(page: Page, part?: string): Promise<string[]> {
  const found: string[] = await cutOff(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    // One page only: a window of Electron cannot open the blank one that axe would use otherwise.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
    if (part !== undefined) axe.include(part);
    if (colorScheme === 'dark') axe.withRules(['color-contrast']);
    const { violations: all } = await axe.analyze();
    for (const { id, impact, nodes } of all) {
      for (const node of nodes) found.push(`${colorScheme} ${impact} ${id}: ${node.html.slice(0, 160)}`);
    }
  }
  return found;
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
