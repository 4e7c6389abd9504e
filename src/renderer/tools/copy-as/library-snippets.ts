import {
  isSetByConnection,
  JOINED,
  leftOutNotes,
  replaceSecrets,
  requestedUrl,
  toBodyBytes,
  utf8Text,
  variablesOf,
  type CopiedHeader,
  type CopiedRequest,
  type CopyableRequest,
  type IsSecretHeader,
} from './copyable';
import { LANGUAGES, NO_TYPE, NOTHING_ELSE, type Language, type LibraryFormat } from './languages';

/**
 * Source code as the library writes it. It gets a marker instead of every text in the request, and the markers are then
 * replaced by the app's own literals, so that what it would otherwise re-encode, sort or escape wrongly is exactly as
 * in the request.
 */
export function copyWithLibrary(
  format: LibraryFormat,
  request: CopyableRequest,
  isSecret: IsSecretHeader,
): CopiedRequest {
  const language = LANGUAGES[format];
  const all = replaceSecrets(request.headers, isSecret);
  const headers = all.filter(({ name }) => !isLeftOut(name));
  const fields = groupByName(headers);
  const bytes = toBodyBytes(request.body);
  const body = bytes === null ? null : utf8Text(bytes);
  const marks = new Marks();
  const type = fields.find(([first]) => first?.name.toLowerCase() === 'content-type');
  const typeMark = type === undefined ? NO_TYPE : marks.of(valueOf(type, language));
  const marked = fields.map((field): [string, string] => {
    const [{ name = '' } = {}] = field;
    // The library looks for this name; the other names are markers, so that it keeps their order.
    if (field === type) return ['content-type', typeMark];
    return [marks.of(language.literal(name)), marks.of(valueOf(field, language))];
  });
  const method = STANDARD_METHODS.has(request.method)
    ? request.method
    : marks.of(language.literal(request.method));
  const url = marks.of(language.literal(language.url(requestedUrl(request.url))));
  const text = language.write({
    ...NOTHING_ELSE,
    method,
    url,
    fullUrl: url,
    headers: marked.map(([name, value]) => ({ name, value })),
    headersObj: Object.fromEntries(marked),
    allHeaders: Object.fromEntries(marked),
    postData: { mimeType: typeMark, ...(body === null ? {} : { text: marks.of(language.literal(body)) }) },
  });
  return {
    text: marks.takeOut(
      language.finish(
        text,
        headers.some(({ variable }) => variable !== null),
      ),
    ),
    variables: variablesOf(headers),
    notes: [
      ...notesOf(language, request, headers, body !== null, bytes !== null && body === null),
      ...(fields.length < headers.length ? [JOINED] : []),
    ],
  };
}

/** The original client can decode the encodings that it accepts; not all languages can. */
function isLeftOut(name: string): boolean {
  return isSetByConnection(name) || name.toLowerCase() === 'accept-encoding';
}

const STANDARD_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** Texts that stand for expressions while the library writes: it sees nothing of the request itself. */
class Marks {
  private readonly expressions = new Map<string, string>();

  of(expression: string): string {
    const mark = `MARK${String(this.expressions.size).padStart(4, '0')}Z`;
    this.expressions.set(mark, expression);
    return mark;
  }

  /** A marker is always a complete literal. */
  takeOut(text: string): string {
    return text.replace(/(["'])(MARK\d{4}Z)\1/g, (whole, _quote, mark: string) => {
      return this.expressions.get(mark) ?? whole;
    });
  }
}

/**
 * Groups headers of the same name into one field, whose values are joined as RFC 9110 5.3 allows (6265 5.4 for
 * cookies).
 */
function groupByName(headers: readonly CopiedHeader[]): readonly (readonly CopiedHeader[])[] {
  const groups = new Map<string, CopiedHeader[]>();
  for (const header of headers) {
    const key = header.name.toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), header]);
  }
  return [...groups.values()];
}

function valueOf(field: readonly CopiedHeader[], language: Language): string {
  const separator = field[0]?.name.toLowerCase() === 'cookie' ? '; ' : ', ';
  const pieces: string[] = [];
  let text = '';
  field.forEach((header, index) => {
    text += (index === 0 ? '' : separator) + header.text;
    if (header.variable === null) return;
    if (text !== '') pieces.push(language.literal(text));
    pieces.push(language.variable(header.variable));
    text = '';
  });
  if (text !== '' || pieces.length === 0) pieces.push(language.literal(text));
  return pieces.join(language.join);
}

function notesOf(
  language: Language,
  { url, headers: all }: CopyableRequest,
  headers: readonly CopiedHeader[],
  hasBody: boolean,
  leavesBodyOut: boolean,
): string[] {
  return [
    `${language.label} writes headers in an order and case of its own, and adds those it needs.`,
    ...leftOutNotes(all, isLeftOut, language.label),
    ...(language.url(requestedUrl(url)) === requestedUrl(url)
      ? []
      : [`${language.label} takes no such URL: characters of it are written by their numbers.`]),
    ...(leavesBodyOut ? ['The body is not UTF-8 text and was left out.'] : []),
    ...(headers.some(({ text }) => /[^\t\x20-\x7e]/.test(text))
      ? ['Characters beyond ASCII in its headers may go out as other bytes.']
      : []),
    ...language.notes(
      headers.map(({ name }) => name),
      hasBody,
      url,
    ),
  ];
}
