import { formFields, jsonFields, pointerOf, type BodyField } from './body-fields';
import { cardDigits, placeholderFor } from './card-fields';

export interface CardReplacement {
  readonly body: string;
  /** How many different cards were found: placeholders number them from 1. */
  readonly cards: number;
  /** Sentences about what became a placeholder, with names of fields, but never values. */
  readonly done: readonly string[];
  /** Sentences about what looks like card data but was left unchanged. */
  readonly left: readonly string[];
}

/**
 * Replaces card data with placeholders in the fields of a body whose names say that they hold some. Everything else
 * stays byte for byte. The n-th different card number becomes `{{CARD_NUMBER_n}}`; dates and codes belong to the
 * nearest card around them. In steps, for bodies of any length.
 */
export function* replaceCardData(body: string, kind: 'json' | 'form'): Generator<void, CardReplacement> {
  const fields = (kind === 'json' ? yield* jsonFields(body) : formFields(body)) ?? [];
  const cards = yield* numberCards(fields);
  const replacements: { field: BodyField; text: string }[] = [];
  const done: string[] = [];
  const left: string[] = [];
  for (const [count, field] of fields.entries()) {
    if (count % STEP === 0) yield;
    const { part } = field;
    const index =
      part === 'number' ? cards.byDigits.get(cardDigits(field.value) ?? '') : nearestCard(field, cards);
    const text = index === undefined ? null : placeholderFor(part, field.value, index);
    const where = pointerOf(field).slice(1);
    if (text !== null) {
      replacements.push({ field, text: field.write(text) });
      done.push(
        `${where} became ${text}.${field.isText ? '' : ' It was a number and is a string now, as placeholders stand inside strings.'}`,
      );
    } else if (index === undefined && (part === 'security-code' || (part !== 'number' && cards.count > 0))) {
      left.push(`${where} was left: it is not clear to which card it belongs.`);
    } else if (part !== 'number' && index !== undefined) {
      left.push(`${where} was left: its form is not known.`);
    }
  }
  return { body: applyReplacements(body, replacements), cards: cards.count, done, left };
}

/** Fields processed between two pauses: a few milliseconds. */
const STEP = 1_000;

interface Cards {
  readonly count: number;
  readonly byDigits: ReadonlyMap<string, number>;
  /** For each object or list, the cards inside it. */
  readonly byContainer: ReadonlyMap<string, ReadonlySet<number>>;
}

function* numberCards(fields: readonly BodyField[]): Generator<void, Cards> {
  const byDigits = new Map<string, number>();
  const byContainer = new Map<string, Set<number>>();
  for (const [count, { part, value, containers }] of fields.entries()) {
    if (count % STEP === 0) yield;
    const digits = part === 'number' ? cardDigits(value) : null;
    if (digits === null) continue;
    const index = byDigits.get(digits) ?? byDigits.size + 1;
    byDigits.set(digits, index);
    for (const container of containers) {
      byContainer.set(container, (byContainer.get(container) ?? new Set()).add(index));
    }
  }
  return { count: byDigits.size, byDigits, byContainer };
}

/** The card of the innermost container that holds any; undefined if it holds several, or if there is none. */
function nearestCard(field: BodyField, cards: Cards): number | undefined {
  for (const container of [...field.containers].reverse()) {
    const inside = cards.byContainer.get(container);
    if (inside !== undefined) {
      const [only] = inside;
      return inside.size === 1 ? only : undefined;
    }
  }
  return undefined;
}

function applyReplacements(
  body: string,
  replacements: readonly { field: BodyField; text: string }[],
): string {
  const pieces: string[] = [];
  let copied = 0;
  for (const { field, text } of replacements) {
    pieces.push(body.slice(copied, field.start), text);
    copied = field.end;
  }
  pieces.push(body.slice(copied));
  return pieces.join('');
}
