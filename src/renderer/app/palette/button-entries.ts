import { OFFERS, offeredActions } from '../../components/offered-actions';
import type { Entry } from './entry';

/** Buttons in lists, tables and trees are left out, because their rows are found by what they are about. */
const OF_LISTS = '[role], :is(li, tr, [role="grid"], [role="tree"], [role="tablist"], [role="listbox"]) *';
/** The tabs of a pane and the options of a switch, except for those that are chosen. */
const CHOICES = '.tabs__tab[aria-selected="false"], .segmented__item[aria-checked="false"]';

/**
 * The actions of a screen: its buttons, its tabs, and what is in its menus, by their labels, so that they can also be
 * found in the palette. Choosing one does what it does there, including any question that it asks.
 * @param known entries that the palette already has.
 */
export function buttonEntries(screen: ParentNode, known: readonly Entry[]): readonly Entry[] {
  const taken = new Set(known.map(({ words }) => words.toLowerCase()));
  const found: Entry[] = [];
  function add(words: string, run: () => void): void {
    if (words === '' || taken.has(words.toLowerCase())) return;
    taken.add(words.toLowerCase());
    // Its uses are not counted, because its label may name a profile or a person.
    found.push({ key: null, group: 'Actions', icon: 'enter', words, kind: 'On this screen', run });
  }
  for (const element of screen.querySelectorAll<HTMLElement>(`button, [${OFFERS}]`)) {
    const isListed = element.matches(CHOICES) || !element.matches(OF_LISTS);
    if (!isListed || !isAble(element)) continue;
    // A button with a shortcut is already listed for the shortcut; a status that can be pressed is no action.
    if (element instanceof HTMLButtonElement && !element.matches('[aria-keyshortcuts], [data-unlisted]'))
      add(wordsOf(element), () => press(element));
    for (const { label, name, disabled, checked, run, focus } of offeredActions(element)) {
      // Switches are not actions, and a menu of them would crowd these out.
      if (disabled || checked !== undefined) continue;
      add(name ?? label, () => {
        run();
        focus?.()?.focus();
      });
    }
  }
  return found;
}

function isAble(element: HTMLElement): boolean {
  const isDisabled = element instanceof HTMLButtonElement && element.disabled;
  return !isDisabled && element.getAttribute('aria-disabled') !== 'true' && element.checkVisibility();
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

/** A menu opens with Enter, or when a pointer goes down, but not with a click. A tab is chosen by its focus. */
function press(button: HTMLButtonElement): void {
  button.focus();
  if (button.getAttribute('aria-haspopup') === 'menu')
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  else button.click();
}
