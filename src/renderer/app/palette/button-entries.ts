import type { Entry } from './entry';

/** Buttons in lists, tables and trees are left out, because their rows are found by what they are about. */
const OF_LISTS = '[role], :is(li, tr, [role="grid"], [role="tree"], [role="tablist"], [role="listbox"]) *';

/**
 * The buttons of a screen, by their labels, so that they can also be found in the palette. Choosing one clicks it,
 * including any question that it asks.
 * @param known entries that the palette already has.
 */
export function buttonEntries(screen: ParentNode, known: readonly Entry[]): readonly Entry[] {
  const taken = new Set(known.map(({ words }) => words.toLowerCase()));
  return [...screen.querySelectorAll('button')].flatMap((button): Entry[] => {
    const words = wordsOf(button);
    const isAble =
      !button.disabled && button.getAttribute('aria-disabled') !== 'true' && button.checkVisibility();
    // A button with a shortcut is already listed for the shortcut.
    const isKnown = taken.has(words.toLowerCase()) || button.hasAttribute('aria-keyshortcuts');
    if (words === '' || !isAble || isKnown || button.matches(OF_LISTS)) return [];
    taken.add(words.toLowerCase());
    // Its uses are not counted, because its label may name a profile or a person.
    return [
      {
        key: null,
        group: 'Actions',
        icon: 'enter',
        words,
        kind: 'On this screen',
        run: () => press(button),
      },
    ];
  });
}

function wordsOf(button: HTMLButtonElement): string {
  const label = button.getAttribute('aria-label');
  if (label !== null) return label;
  const parts = [...button.childNodes].filter(
    (part) => !(part instanceof Element && part.matches('[aria-hidden="true"]')),
  );
  return parts
    .map(({ textContent }) => textContent?.trim())
    .filter(Boolean)
    .join(' ');
}

/** A menu opens with Enter, or when a pointer goes down, but not with a click. */
function press(button: HTMLButtonElement): void {
  button.focus();
  if (button.getAttribute('aria-haspopup') === 'menu')
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  else button.click();
}
