import { jsonByValue, MAX_BY_VALUE } from './json-by-value';
import { normaliseStrings } from './normalise-request';
import { pairsByValue } from './pairs-by-value';

/**
 * A text that is equal for bodies that say the same: JSON by its value, a form by its names and values, XML without the
 * white space between its tags, a multipart form with any boundary, and placeholders in any spelling. What a body is,
 * it says itself: the content type would be one more thing that can differ. Only for comparing.
 */
export function bodyByValue(written: string): string {
  const body = written.replace(
    /\{\{\s*(\w+(?:\s+or\s+\w+)*)\s*\}\}/g,
    (_all, names: string) => `{{${names.replace(/\s+/g, ' ').toUpperCase()}}}`,
  );
  const json = jsonByValue(body);
  if (json !== null) return json;
  const text = body.trim();
  if (text.length > MAX_BY_VALUE || /^[{[]/.test(text)) return normaliseStrings(body);
  if (text.startsWith('<')) return text.replace(/>\s+</g, '><');
  const [, boundary] = /^--([^\r\n]{1,70})\r?\n/.exec(text) ?? [];
  if (boundary !== undefined) return text.replaceAll(`--${boundary}`, '--').replaceAll('\r\n', '\n');
  return /^[^\s=&]+=.*$/.test(text) ? pairsByValue(text) : text;
}
