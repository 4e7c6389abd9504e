import { isRecord } from '@shared/json/unknown-fields';
import type { JsonValue } from '@shared/documents/schema-view';
import { encodeFormPart } from '@shared/import/encode-url';
import { isMultipart, multipartText, type TextPart } from '@shared/import/multipart';
import { variableNameFrom } from '@shared/requests/variable-name';
import { escapeVariables, writeVariable } from '@shared/requests/variables';
import { bareType, encodingOf, isForm, isJson, schemaOf, type FoundContent } from './find-content';
import {
  member,
  objectAt,
  resolved,
  resolvedPointer,
  textAt,
  valueAt,
  type JsonObject,
} from './raw-document';

/** A body as it is sent. */
export interface WrittenExample {
  readonly text: string;
  /** What it has to be sent with: that of a multipart form names its boundary. */
  readonly mediaType: string;
}

/**
 * Writes the value of an example as a body of the media type it was asked for, in which only what the app puts in is a
 * variable; null if the app cannot: of XML, say, it knows only examples that the document wrote as text.
 */
export function writeExample(
  document: JsonObject,
  content: FoundContent,
  mediaType: string,
  value: JsonValue,
): WrittenExample | null {
  const type = bareType(mediaType);
  const isAny = type === '*/*' || type === 'application/*';
  if (isAny || isJson(type))
    return {
      text: escapeVariables(JSON.stringify(value, null, 2)),
      mediaType: isAny ? 'application/json' : mediaType,
    };
  if (isRecord(value) && isForm(type)) return { text: writeForm(document, content, value), mediaType };
  if (isRecord(value) && isMultipart(type)) {
    const form = multipartText(partsOf(document, content, value), mediaType);
    return { text: form.body, mediaType: form.contentType };
  }
  return typeof value === 'string' ? { text: escapeVariables(value), mediaType } : null;
}

/** As services read it that know forms with objects: `card[number]=…`; a list has its name as often as it has items. */
function writeForm(document: JsonObject, content: FoundContent, form: JsonObject): string {
  const pairs = Object.entries(form).flatMap(([field, value]): [string, string][] => {
    const encoding = encodingOf(document, content, field);
    if (isJson(textAt(encoding, 'contentType') ?? '')) return [[field, JSON.stringify(value)]];
    if (!Array.isArray(value) || value.some(isRecord) || textAt(encoding, 'style') === 'deepObject')
      return pairsOf(field, value);
    const texts = value.map(plainText);
    return member(encoding, 'explode') === false
      ? [[field, texts.join(',')]]
      : texts.map((text): [string, string] => [field, text]);
  });
  return pairs.map(([name, value]) => `${encodeName(name)}=${encodeFormPart(value)}`).join('&');
}

function pairsOf(name: string, value: JsonValue): [string, string][] {
  const inner: [string | number, JsonValue][] | null = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : null;
  return inner === null
    ? [[name, plainText(value)]]
    : inner.flatMap(([step, each]) => pairsOf(`${name}[${step}]`, each));
}

/** The brackets stay as they are: services take them so, and the name can be read. */
function encodeName(name: string): string {
  return encodeFormPart(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

function plainText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function partsOf(document: JsonObject, content: FoundContent, form: JsonObject): readonly TextPart[] {
  const schema = schemaOf(document, content);
  const root = schema === null ? null : resolvedPointer(document, schema);
  const properties = objectAt(root === null ? undefined : valueAt(document, root), 'properties');
  return Object.entries(form).flatMap(([name, value]) => {
    const given = textAt(encodingOf(document, content, name), 'contentType');
    const described = resolved(document, properties[name]);
    const item = resolved(document, member(described, 'items'));
    if (isFile(described) || isFile(item)) {
      // It stops Send until it has a value, as that of an import does.
      const text = writeVariable(variableNameFrom(name));
      return [{ name, value: text, type: given ?? 'application/octet-stream', fileName: name }];
    }
    const values = Array.isArray(value) && !value.some(isRecord) ? value : [value];
    return values.map((each) => ({
      name,
      value: escapeVariables(plainText(each)),
      type: given ?? (typeof each === 'object' && each !== null ? 'application/json' : null),
    }));
  });
}

/** OpenAPI 3.0 gives a file a format, 3.1 a media type or an encoding. */
function isFile(schema: JsonValue | undefined): boolean {
  return (
    ['binary', 'base64'].includes(textAt(schema, 'format') ?? '') ||
    textAt(schema, 'contentMediaType') !== null ||
    textAt(schema, 'contentEncoding') !== null
  );
}
