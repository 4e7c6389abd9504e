import { TextDecoder } from 'node:util';
import type { ErrorDetail } from '@contract';
import { checkJson } from '@shared/json/check-json';
import { lineAndColumn } from '@shared/json/positions';
import {
  namesOf,
  scanPlaceholders,
  type FoundPlaceholder,
  type Named,
} from '@shared/vault-forward/placeholder-scan';
import { findStatements } from '@shared/vault-forward/template-statements';
import { detail } from '../errors/api-error';
import type { StoredCard } from '../vault/cards';
import { isPlaceholderName, placeholderValue } from '../vault/placeholder-values';
import { pathAt } from './json-place';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export type FilledBody = { readonly body: Buffer } | { readonly problems: readonly ErrorDetail[] };

/**
 * Replaces the placeholders with card data. Every other byte stays as it is: digits, escapes, repeated keys, spaces.
 * The body must be JSON in UTF-8; an empty one stays empty.
 *
 * @param cards in the order of the list of payment methods; null for one that is not known
 */
export function fillBody(body: Buffer, cards: readonly (StoredCard | null)[]): FilledBody {
  if (body.length === 0) return { body };
  const text = decode(body);
  if (text === null) return { problems: [detail('body', [], 'The body is not UTF-8.')] };
  const [statement] = findStatements(text);
  if (statement !== undefined) {
    const { line } = lineAndColumn(text, statement.offset);
    const message = `Line ${line}: statements such as {% ${statement.keyword} … %} are known to a compatible service; this sandbox does not run them.`;
    return { problems: [detail('body', [], message)] };
  }
  const { problem } = checkJson(text);
  if (problem !== null) {
    const { line, column } = lineAndColumn(text, problem.offset);
    return { problems: [detail('body', [], `Line ${line}, column ${column}: ${problem.reason}`)] };
  }
  // Braces around anything that is not a name are ordinary text.
  const placeholders = scanPlaceholders(text, 'json').placeholders.filter(
    (found) => namesOf(found).length > 0,
  );
  if (placeholders.length === 0) return { body };
  const problems: ErrorDetail[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (const found of placeholders) {
    const value = valueOf(found, cards);
    if ('message' in value) problems.push(detail('body', pathAt(text, found.offset), value.message));
    // Values are digits, slashes and base64, which need no escaping; the escaping is there in case that ever changes.
    else pieces.push(text.slice(copied, found.offset), JSON.stringify(value.text).slice(1, -1));
    if ('text' in value) copied = found.offset + found.length;
  }
  pieces.push(text.slice(copied));
  return problems.length > 0 ? { problems } : { body: Buffer.from(pieces.join(''), 'utf8') };
}

function decode(body: Buffer): string | null {
  try {
    return strict.decode(body);
  } catch {
    return null;
  }
}

/** `isLacking`: only the card lacks it, so that another name may stand in for it. */
type Value = { readonly text: string } | { readonly message: string; readonly isLacking?: true };

/** If a placeholder has several names, the first value that is not empty. */
function valueOf(found: FoundPlaceholder, cards: readonly (StoredCard | null)[]): Value {
  const values = namesOf(found).map((named) => valueOfName(named, `{{${found.content}}}`, cards));
  const wrong = values.find((value) => 'message' in value && !value.isLacking);
  const given = values.find((value) => 'text' in value && value.text !== '');
  return wrong ?? given ?? values.find((value) => 'message' in value) ?? { text: '' };
}

function valueOfName({ name, index }: Named, written: string, cards: readonly (StoredCard | null)[]): Value {
  if (!isPlaceholderName(name)) return { message: `${written} is not a placeholder that the sandbox knows.` };
  if (index === null || !/^[1-9]\d*$/.test(index)) {
    return { message: `${written} needs the number of a payment method: ${name}_1 is the first.` };
  }
  const place = Number(index) - 1;
  if (place >= cards.length) {
    return { message: `${written} asks for payment method ${index}, but the request names ${cards.length}.` };
  }
  const card = cards[place];
  if (!card) return { text: '' };
  const value = placeholderValue(name, card);
  if (value.kind === 'value') return { text: value.text };
  return { message: `${written}: payment method ${index} has no network token.`, isLacking: true };
}
