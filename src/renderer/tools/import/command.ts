import type { Imported } from '@shared/import/imported-request';
import type { Result } from '@shared/problem';
import { importCurl } from './curl';
import { importFetch, isFetch } from './fetch';

/** Whatever stands before it: a prompt, what sets a variable, another command. */
const COMMAND = /(?:^|[\s;&|(/\\])curl(?:\.exe)?\s+[^\s]|(?:^|[\s;=(])fetch\s*\(/i;

/** The data of a command that is not whole may be code that calls fetch. */
const FIRST_LINE_IS_CURL = /^.*\bcurl(?:\.exe)?\s/i;

/** Whether a text that is pasted into a field for an address is a cURL command or a call of fetch. */
export function isCommand(text: string): boolean {
  return COMMAND.test(text);
}

/** Reads code that calls fetch as that call, and anything else as a cURL command. */
export function importCommand(text: string): Result<Imported> {
  const curl = importCurl(text);
  return !curl.ok && !FIRST_LINE_IS_CURL.test(text.trimStart()) && isFetch(text) ? importFetch(text) : curl;
}
