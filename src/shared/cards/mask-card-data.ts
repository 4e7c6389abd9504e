import { maskCardNumbers } from './card-numbers';
import { readJson } from '../json/read-json';
import { maskSecurityCodes } from './security-codes';

/** A text for a file or the clipboard: card numbers and security codes in it are masked. */
export function maskCardData(text: string): string {
  return maskCardNumbers(maskSecurityCodes(text).text);
}

/** The same for a text that is JSON and has to stay it: a number that is a card number becomes a string. */
export function maskCardDataInJson(text: string): string {
  const json = maskSecurityCodes(text).text;
  const whole = maskCardNumbers(json);
  if (whole === text) return text;
  const pieces: string[] = [];
  let done = 0;
  const put = (start: number, end: number, quote: string): void => {
    const masked = maskCardNumbers(json.slice(start, end));
    if (masked === json.slice(start, end)) return;
    pieces.push(json.slice(done, start), quote + masked + quote);
    done = end;
  };
  const problem = readJson(json, {
    key: (start, end) => put(start, end, ''),
    scalar: (kind, start, end) => put(start, end, kind === 'number' ? '"' : ''),
  });
  return problem === null ? pieces.join('') + json.slice(done) : whole;
}
