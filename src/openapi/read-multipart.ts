import { isRecord } from '@shared/json/unknown-fields';
import { boundaryOf } from '@shared/import/multipart';
import { parseJson } from '@shared/json/parse-json';
import { findVariables } from '@shared/requests/variables';
import { encodingOf, isJson, schemaOf, type FoundContent } from './find-content';
import {
  member,
  objectAt,
  resolved,
  resolvedPointer,
  textAt,
  valueAt,
  type JsonObject,
} from './raw-document';
import type { JsonValue } from '@shared/documents/schema-view';

/** One part of a multipart form (RFC 7578). */
interface Part {
  readonly name: string;
  readonly type: string | null;
  readonly text: string;
  /** A line around its headers or after it ends with a line feed alone. */
  readonly hasLoneLineFeed: boolean;
}

export type MultipartForm =
  | {
      readonly ok: true;
      /** The object that it stands for: several parts of one name are a list. */
      readonly form: JsonObject;
      /** Names of parts with a variable, whose value is not known yet. */
      readonly open: ReadonlySet<string>;
      /** Sentences about how it is written. */
      readonly notes: readonly string[];
    }
  /** A sentence that says why it has no parts. */
  | { readonly ok: false; readonly why: string };

/** Reads a multipart form of an operation, whose document says what is JSON in it. */
export function readMultipartOf(
  document: JsonObject,
  content: FoundContent,
  mediaType: string,
  text: string,
): MultipartForm {
  const boundary = boundaryOf(mediaType);
  if (boundary === null) return refuse('The content type names no boundary, which separates the parts.');
  const [, ...pieces] = `\n${text}`.split(`\n--${boundary}`);
  if (pieces.length === 0) return refuse(`The body has no line --${boundary}, as its content type says.`);
  if (!/^--[ \t]*(?:\r?\n|\r?$)/.test(pieces.pop() ?? ''))
    return refuse(`The body does not end with the line --${boundary}--.`);
  const form = new Map<string, JsonValue[]>();
  const open = new Set<string>();
  let hasLoneLineFeed = false;
  for (const piece of pieces) {
    const part = readPart(piece);
    if (part === null)
      return refuse('A part has no Content-Disposition with a name, or no empty line after it.');
    const { name } = part;
    const values = form.get(name) ?? [];
    form.set(name, values);
    values.push(valueOf(document, content, part));
    hasLoneLineFeed ||= part.hasLoneLineFeed;
    if (findVariables(part.text).length > 0) open.add(name);
  }
  return {
    ok: true,
    form: Object.fromEntries(
      [...form].map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
    ),
    open,
    notes: hasLoneLineFeed
      ? ['A line between its parts, or of their headers, ends with a line feed alone: RFC 7578 wants CR LF.']
      : [],
  };
}

function refuse(why: string): MultipartForm {
  return { ok: false, why };
}

/** Separates headers and content, which ends before the line break of the next boundary. */
const PART = /^([ \t]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([^]*?)\r?$/;

function readPart(piece: string): Part | null {
  const [, head = '', text] = PART.exec(piece) ?? [];
  const name = /^content-disposition:.*?;[ \t]*name=(?:"([^"]*)"|([^\s;"]+))/im.exec(head);
  if (text === undefined || name === null) return null;
  const [, type = null] = /^content-type:[ \t]*(\S.*?)[ \t]*\r?$/im.exec(head) ?? [];
  const hasLoneLineFeed = /(?<!\r)\n/.test(head) || !piece.endsWith('\r');
  return { name: decodeName(name[1] ?? name[2] ?? ''), type, text, hasLoneLineFeed };
}

/** As browsers and curl escape it. */
function decodeName(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, decodeURIComponent);
}

/** A part is JSON if it or the document says so, or if it is an object or a list where no text is asked for. */
function valueOf(document: JsonObject, content: FoundContent, { name, type, text }: Part): JsonValue {
  const value = parseJson(text);
  if (value === undefined) return text;
  const said = type ?? textAt(encodingOf(document, content, name), 'contentType');
  if (said !== null) return isJson(said) ? value : text;
  const schema = schemaOf(document, content);
  const root = schema === null ? null : resolvedPointer(document, schema);
  const properties = objectAt(root === null ? undefined : valueAt(document, root), 'properties');
  const isText = textAt(resolved(document, member(properties, name)), 'type') === 'string';
  return (isRecord(value) || Array.isArray(value)) && !isText ? value : text;
}
