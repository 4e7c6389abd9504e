import { refuse, succeed, type Problem } from '@shared/problem';
import { bodyKind } from '@shared/vault-forward/body-checks';
import type { DraftFields } from '@shared/vault-forward/draft';
import {
  newNumbers,
  renumberEdits,
  renumberFields,
  reversed,
  type NewNumbers,
} from '@shared/vault-forward/renumber';
import { RENUMBER } from '@renderer/components/code-editor/editor-document';
import type { DraftField } from '@shared/vault-forward/finding';
import { countOf } from '@shared/text/count-of';
import { UNDO_MS, type useUndoStore } from '@renderer/stores/undo';
import { bodyOf, type DraftTab } from './draft-tab';

const CARDS_CHANGED: Problem = {
  code: 'cards-changed',
  title: 'The cards have changed since',
  meaning: 'Restoring this one now could give a placeholder another card.',
  nextStep: 'Add the card again in its place.',
  detail: null,
};

interface Composer {
  patch(tab: DraftTab, fields: Partial<DraftFields>): void;
  isOpen(): boolean;
  /** Brings what an undo changes into sight: the cards, unless one of these fields is in sight already. */
  revealChanged(changed: readonly DraftField[]): void;
  readonly offerUndo: ReturnType<typeof useUndoStore>['offer'];
}

/**
 * Reorders the payment methods, or removes some. Their placeholders are renumbered, as an old number would silently
 * refer to a different card; all of it can be undone.
 * @param from the previous index of each card; null for a new one.
 */
export function arrangeCards(
  tab: DraftTab,
  cards: readonly string[],
  from: readonly (number | null)[],
  { patch, isOpen, revealChanged, offerUndo }: Composer,
): void {
  const before = tab.fields.paymentMethods;
  const numbers = newNumbers(before.length, from);
  const renumbered = renumber(tab, cards, numbers, patch).count;
  const removed = before.length - from.filter((old) => old !== null).length;
  if (removed === 0 && renumbered === 0) return;
  const words = [
    removed === 0 ? 'Moved a card.' : removed === 1 ? 'Removed a card.' : `Removed ${removed} cards.`,
    ...(renumbered === 0 ? [] : [`${countOf(renumbered, 'placeholder')} renumbered.`]),
  ].join(' ');
  offerUndo(
    words,
    () => {
      const sameCards = tab.fields.paymentMethods.join() === cards.join();
      if (!sameCards || !isOpen()) return Promise.resolve(refuse(CARDS_CHANGED));
      revealChanged(renumber(tab, before, reversed(numbers), patch).changed);
      return Promise.resolve(succeed(null));
    },
    UNDO_MS,
  );
}

/** @returns how many placeholders were renumbered, and which fields have them. */
function renumber(
  tab: DraftTab,
  cards: readonly string[],
  numbers: NewNumbers,
  patch: Composer['patch'],
): { readonly count: number; readonly changed: readonly DraftField[] } {
  const { fields, count } = renumberFields(tab.fields, numbers);
  const edits = numbers.size === 0 ? [] : renumberEdits(bodyOf(tab), bodyKind(tab.fields), numbers);
  const changed = (['headers', 'serviceHeaders'] as const).filter(
    (field) => fields[field] !== tab.fields[field],
  );
  patch(tab, { ...fields, paymentMethods: cards });
  if (edits.length > 0) tab.document.edit({ changes: edits, userEvent: RENUMBER });
  return { count: count + edits.length, changed: edits.length > 0 ? [...changed, 'body'] : changed };
}
