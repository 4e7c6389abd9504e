// The form of what a program writes into the repository: the same as that of the code (.oxfmtrc.json).
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const style = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'));

/** @param {string} name of the file: its ending says what the text is. Throws when it is no such text. */
export async function formatted(name, text) {
  const { code, errors } = await format(name, text, style);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return code;
}
