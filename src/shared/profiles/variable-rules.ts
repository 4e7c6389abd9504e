import { findCardNumbers } from '../cards/card-numbers';
import { isDynamicValue, isVariableName, writeVariable } from '../requests/variables';
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
    if (looksLikeToken(value)) return [`${writeVariable(name)}: ${LOOKS_LIKE_TOKEN}`, WHERE_TOKENS_GO];
    if (findCardNumbers(value).length > 0)
      return [
        `The value of ${writeVariable(name)} looks like a card number, and profiles are not encrypted.`,
        'Leave card numbers to Vault Forward’s placeholders.',
      ];
  }
  return null;
}
