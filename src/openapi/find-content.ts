import { isRecord } from '@shared/json/unknown-fields';
import type { JsonValue } from '@shared/documents/schema-view';
import { member, objectAt, resolvedPointer, valueAt, type JsonObject } from './raw-document';
import type { FoundOperation } from './read-content';

/**
 * The pointer to the answer described for a status: the status itself, its group (`4XX`), or `default`; null when none
 * of them is described.
 */
export function answerPointer({ raw, pointer }: FoundOperation, status: number): string | null {
  const responses = objectAt(raw, 'responses');
  const group = `${Math.floor(status / 100)}XX`;
  const named = [String(status), group, group.toLowerCase(), 'default'].find((name) =>
    Object.hasOwn(responses, name),
  );
  return named === undefined ? null : `${pointer}/responses/${named}`;
}

export interface FoundContent {
  /** As the document writes it. */
  readonly mediaType: string;
  readonly pointer: string;
}

/** Every media type that a body or an answer is described with. */
export function contentsAt(document: JsonObject, holder: string): readonly FoundContent[] {
  const pointer = resolvedPointer(document, holder);
  if (pointer === null) return [];
  const contents = objectAt(valueAt(document, pointer), 'content');
  return Object.keys(contents)
    .filter((mediaType) => isRecord(contents[mediaType]))
    .map((mediaType) => ({
      mediaType,
      pointer: `${pointer}/content/${mediaType.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    }));
}

/**
 * The description for a media type: the type itself, else any JSON type for JSON, else a matching range such as
 * `text/*`, else any type.
 */
export function findContent(
  document: JsonObject,
  holder: string,
  mediaType: string | null,
): FoundContent | null {
  const contents = contentsAt(document, holder);
  const wanted = bareType(mediaType ?? 'application/json');
  return (
    contents.find((each) => bareType(each.mediaType) === wanted) ??
    contents.find((each) => isJson(each.mediaType) && isJson(wanted)) ??
    contents.find((each) => bareType(each.mediaType) === `${wanted.split('/')[0]}/*`) ??
    contents.find((each) => bareType(each.mediaType) === '*/*') ??
    null
  );
}

/** Null when the document gives no schema for the content. */
export function schemaOf(document: JsonObject, content: FoundContent | null): string | null {
  if (content === null || member(valueAt(document, content.pointer), 'schema') === undefined) return null;
  return `${content.pointer}/schema`;
}

/** What the document says about how a field of a form is written. */
export function encodingOf(
  document: JsonObject,
  content: FoundContent,
  field: string,
): JsonValue | undefined {
  return member(objectAt(valueAt(document, content.pointer), 'encoding'), field);
}

export function bareType(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

export function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json$/.test(bareType(mediaType));
}

export function isForm(mediaType: string): boolean {
  return bareType(mediaType) === 'application/x-www-form-urlencoded';
}
