import type { Body } from '../../../shared/exchange';

/** How a body is best read. */
export type BodyKind = 'none' | 'json' | 'form' | 'text' | 'binary';

/** A text of this many characters at the most is looked at when no header says what it is. */
const FORM_LIMIT = 100_000;

/**
 * What a body is, by its content type; where that says nothing useful, by how its text begins. Markup (HTML, XML) is
 * text: it is shown, never rendered.
 */
export function bodyKind(body: Body, contentType: string | null): BodyKind {
  if (body.kind === 'none' || (body.kind === 'text' && body.text === '')) return 'none';
  if (body.kind === 'stored' && body.encoding === 'binary') return 'binary';
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json') || type === 'text/json') return 'json';
  if (type === 'application/x-www-form-urlencoded') {
    return body.kind === 'text' && body.text.length <= FORM_LIMIT ? 'form' : 'text';
  }
  const saysLittle = type === '' || type === 'text/plain' || type === 'application/octet-stream';
  if (saysLittle && body.kind === 'text' && looksLikeJson(body.text)) return 'json';
  return 'text';
}

/** Begins and ends as an object or an array does. */
function looksLikeJson(text: string): boolean {
  const trimmed = text.trim();
  return (
    (trimmed.startsWith('{') && trimmed.endsWith('}')) || (trimmed.startsWith('[') && trimmed.endsWith(']'))
  );
}

/** Fields of an `application/x-www-form-urlencoded` text, in order; a name may repeat. */
export function formFields(text: string): readonly (readonly [name: string, value: string])[] {
  return [...new URLSearchParams(text)];
}
