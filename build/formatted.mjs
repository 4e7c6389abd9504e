// Formats whatever a program writes into the repository the way the code is formatted (.oxfmtrc.json).
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const style = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));

/**
 * Throws if the text has a syntax error.
 * @param {string} name of the file: its extension determines the language.
 */
export async function formatted(name, text) {
  const { code, errors } = await format(name, text, style);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return code;
}
