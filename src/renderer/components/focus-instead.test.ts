import { expect, it } from 'vitest';
import { focusInstead } from './focus-instead';

it('moves the focus from a stand-in, but not from anything else', async () => {
  document.body.innerHTML =
    '<section tabindex="-1" data-stand-in></section><button class="next"></button><button class="other"></button>';
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  find('section')?.focus();
  await focusInstead(() => find('.next'));
  expect(document.activeElement).toBe(find('.next'));
  await focusInstead(() => find('.other'));
  expect(document.activeElement).toBe(find('.next'));
});
