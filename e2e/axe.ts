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
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(readEachColourOnce);
  }
  return page.evaluate(async ([within, how]) => (await window.axe.run(within ?? document, how)).violations, [
    part,
    options,
  ] as const);
}

/** axe's own class of a colour, as far as it is needed here. */
interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): Colour;
}

/**
 * Runs in the page. axe reads the text of each element's colours again for each check, which is a fifth of its time;
 * few of them differ.
 */
function readEachColourOnce(): void {
  const { prototype } = window.axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (text) {
    const seen = known.get(text);
    if (seen) return Object.assign(this, seen);
    parseString.call(this, text);
    known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
    return this;
  };
}

declare global {
  interface Window {
    axe: Omit<typeof axe, 'commons'> & {
      readonly commons: { readonly color: { readonly Color: { readonly prototype: Colour } } };
    };
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
