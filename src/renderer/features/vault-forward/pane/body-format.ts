import type { Body } from '@shared/http/exchange';
import { isJsonType } from '@shared/vault-forward/request';

export type BodyFormatKind = 'none' | 'json' | 'xml' | 'form' | 'html' | 'text' | 'binary';

/** The format of a body, and whether it is declared or guessed. */
export interface BodyFormat {
  readonly kind: BodyFormatKind;
  /** `JSON`, or `looks like JSON` if no content type says so. */
  readonly words: string;
}

const WORDS: Readonly<Record<BodyFormatKind, string>> = {
  none: 'no body',
  json: 'JSON',
  xml: 'XML',
  form: 'form',
  html: 'HTML, shown as text',
  text: 'text',
  binary: 'binary',
};

/** Goes by the declared content type, or without one by what the beginning of the body looks like. */
export function bodyFormat(contentType: string | null, body: Body): BodyFormat {
  if (body.kind === 'none' || body.bytes === 0) return { kind: 'none', words: WORDS.none };
  if (body.kind === 'stored' && body.encoding === 'binary') return { kind: 'binary', words: WORDS.binary };
  const declared = declaredKind(contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  if (declared !== null) return { kind: declared, words: WORDS[declared] };
  const kind = body.kind === 'text' ? kindByLook(body.text) : 'text';
  return { kind, words: `looks like ${WORDS[kind]}` };
}

function declaredKind(type: string): BodyFormatKind | null {
  if (isJsonType(type)) return 'json';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/^(?:text|application)\/xml$|\+xml$/.test(type)) return 'xml';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return type.startsWith('text/') ? 'text' : null;
}

function kindByLook(text: string): BodyFormatKind {
  const start = text.slice(0, 200).trimStart();
  if (/^[[{"]/.test(start)) return 'json';
  if (/^<(?:!doctype html|html)/i.test(start)) return 'html';
  return start.startsWith('<') ? 'xml' : 'text';
}

/** The fields of a form body, decoded; null if it is too long to list. */
export function formFields(text: string): readonly (readonly [name: string, value: string])[] | null {
  if (text.length > 100_000) return null;
  return [...new URLSearchParams(text.trim())];
}
