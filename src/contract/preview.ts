/** The maximum length of a preview, in characters. */
export const PREVIEW_LENGTH = 120;

/**
 * The beginning of a value's JSON text. It reads no more of the value than it shows, so a value of many megabytes costs
 * no more than a short one.
 */
export function previewOf(value: unknown): string {
  return shortenPreview(beginning(value, PREVIEW_LENGTH + 1));
}

/** Never splits a surrogate pair. */
export function shortenPreview(text: string): string {
  return text.length <= PREVIEW_LENGTH
    ? text
    : `${text.slice(0, PREVIEW_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The JSON text of the value: complete, or cut off somewhere after `room` characters. */
function beginning(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(room, 0)));
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  let separator = '';
  for (const name in value) {
    if (text.length > room) return text;
    const label = isList ? '' : `${JSON.stringify(name.slice(0, room))}:`;
    text += separator + label;
    text += beginning(Reflect.get(value, name), room - text.length);
    separator = ',';
  }
  return text + (isList ? ']' : '}');
}
