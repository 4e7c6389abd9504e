/** `100000`, or `100,000` as it is shown and may be pasted; null for anything else, and for more than can be counted. */
export function readGrouped(text: string): number | null {
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  const number = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(number) ? number : null;
}
