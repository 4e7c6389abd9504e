import { isRecord } from '@shared/json/unknown-fields';
import { createHash } from 'node:crypto';
import type { JsonValue } from '@shared/documents/schema-view';
import { isUuid } from '@shared/text/uuid';
import { member, type JsonObject } from '@openapi/raw-document';

/**
 * Where an answer has the id of its subject: under the name of the path parameter or `id`, at the top level or one
 * object deeper (`{ "order": { "id": … } }`). Null when there is none.
 */
export function findIdPlace(value: JsonValue | undefined, name: string): readonly string[] | null {
  if (!isRecord(value)) return null;
  const names = [name, camelCase(name), snakeCase(name), 'id'];
  const found = names.find((each) => isId(member(value, each)));
  if (found !== undefined) return [found];
  for (const [key, inner] of Object.entries(value)) {
    if (!isRecord(inner)) continue;
    const within = names.find((each) => isId(member(inner, each)));
    if (within !== undefined) return [key, within];
  }
  return null;
}

export function valueAtPlace(value: JsonValue | undefined, place: readonly string[]): JsonValue | undefined {
  return place.reduce<JsonValue | undefined>(member, value);
}

/** A copy in which the value at an existing place is replaced. */
export function withValueAt(
  value: JsonValue,
  [step, ...rest]: readonly string[],
  wanted: JsonValue,
): JsonValue {
  if (step === undefined) return wanted;
  if (!isRecord(value)) return value;
  const inner = value[step];
  return {
    ...value,
    [step]: inner === undefined ? wanted : withValueAt(inner, rest, wanted),
  } satisfies JsonObject;
}

/** A made-up id in the form of the example's: the same seed gives the same id. */
export function idLike(example: string | number, seed: string): string | number {
  const digest = createHash('sha256').update(seed).digest('hex');
  if (typeof example === 'number') return 100_000 + (Number.parseInt(digest.slice(0, 8), 16) % 900_000);
  const isHex = isUuid(example) || /^[0-9a-f-]{16,}$/i.test(example);
  // `ord_4f2a` keeps its prefix, which says what kind of thing it is.
  const kept = isHex ? 0 : Math.max(example.lastIndexOf('_'), example.lastIndexOf('-')) + 1;
  const start = example.length - kept < 4 ? 0 : kept;
  const characters = [...example.slice(start)].map((character, index) => {
    const number = Number.parseInt(digest.slice((index * 2) % 64, ((index * 2) % 64) + 2), 16) + index;
    // These two digits of a UUID hold its version and variant.
    if (isUuid(example) && (index === 14 || index === 19)) return character;
    if (/[0-9]/.test(character)) return String(number % 10);
    const letters = isHex ? 6 : 26;
    if (/[a-z]/.test(character)) return String.fromCharCode(97 + (number % letters));
    return /[A-Z]/.test(character) ? String.fromCharCode(65 + (number % letters)) : character;
  });
  return example.slice(0, start) + characters.join('');
}

/** The id in a path, converted to the type of the example. Null if that is not possible. */
export function idFrom(text: string, example: JsonValue | undefined): string | number | null {
  if (typeof example !== 'number') return text;
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : null;
}

export function isId(value: JsonValue | undefined): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function camelCase(name: string): string {
  return name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}
