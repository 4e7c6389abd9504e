import { findCardNumbers } from '../cards/card-numbers';
import { isDynamicValue, isVariableName, writeVariable } from '../requests/variables';
import { isNameAbout } from '../secrets/names-about';
import { isTypedSecret } from '../secrets/secret-parameters';
import { LOOKS_LIKE_TOKEN, looksLikeToken, WHERE_TOKENS_GO } from './looks-like-token';
import type { Profile } from './profile';

const MAX_VARIABLES = 200;
/** UTF-16 units. */
const MAX_VALUE_LENGTH = 10_000;

/** Rows that nobody has filled in are left out. */
export function readVariables(
  entered: Profile['variables'],
  report: (meaning: string, nextStep: string) => void,
): Profile['variables'] {
  const rows = entered
    .map(({ name, value }) => ({ name: name.trim(), value }))
    .filter(({ name, value }) => name !== '' || value !== '');
  const problem = variablesProblem(rows);
  if (problem !== null) report(...problem);
  return rows;
}

function variablesProblem(rows: Profile['variables']): [meaning: string, nextStep: string] | null {
  if (rows.length > MAX_VARIABLES) return [`There are ${rows.length}.`, `Use at most ${MAX_VARIABLES}.`];
  const seen = new Set<string>();
  for (const { name, value } of rows) {
    if (!isVariableName(name))
      return [
        name === '' ? 'A value has no name.' : `"${name}" is not a variable name.`,
        'Use letters, digits, dots, hyphens and underscores, beginning with a letter.',
      ];
    if (isDynamicValue(name))
      return [`${writeVariable(name)} is generated for each request.`, 'Choose another name.'];
    if (seen.has(name)) return [`${writeVariable(name)} is there twice.`, 'Remove one of them.'];
    seen.add(name);
    if (value.length > MAX_VALUE_LENGTH)
      return [
        `The value of ${writeVariable(name)} has ${value.length} characters.`,
        `Use at most ${MAX_VALUE_LENGTH}.`,
      ];
  }
  return null;
}

/** What is wrong with the first row that holds a secret; null if none does. */
export function secretInVariables(rows: Profile['variables']): [meaning: string, nextStep: string] | null {
  for (const [index, { name, value }] of rows.entries()) {
    if (looksLikeToken(name) || findCardNumbers(name).length > 0)
      return [`The name in row ${index + 1} looks like a secret.`, 'Choose another name.'];
    if (looksLikeToken(value)) return [`${writeVariable(name)}: ${LOOKS_LIKE_TOKEN}`, WHERE_TOKENS_GO];
    if (findCardNumbers(value).length > 0)
      return [
        `The value of ${writeVariable(name)} looks like a card number, and profiles are not encrypted.`,
        'Leave card numbers to Vault Forward’s placeholders.',
      ];
  }
  return null;
}

/** What a checkout session or a server is called, and not what opens it. */
const PLAIN_NAMES = /(?:session|host)$/i;

/**
 * True for a value that may be a secret without looking like one, to judge by the variable's name, or by its being
 * hexadecimal and no UUID. It may be needed in a URL or a body, so it is not refused.
 */
export function mayBeSecret({ name, value }: Profile['variables'][number]): boolean {
  if (/^[0-9a-f]{32,}$/i.test(value.trim())) return true;
  return isTypedSecret([name, value]) && !isNameAbout(name) && !PLAIN_NAMES.test(name);
}

/** A warning, to be shown beside the rows; null if there is nothing to warn of. */
export function warningOfVariables(rows: Profile['variables']): string | null {
  const names = rows.filter(mayBeSecret).map(({ name }) => writeVariable(name));
  return names.length === 0
    ? null
    : `${names.join(', ')} may be a secret. Profiles are stored in plain text; an exported file has dots in its place.`;
}
