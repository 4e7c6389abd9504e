import type { Finding } from './finding';
import { shortenPreview } from './preview';

/** Reports a content type that is given but is not a JSON type (RFC 8259, section 11; RFC 6839, section 3.1). */
export function checkContentType(contentType: string | null): readonly Finding[] {
  if (contentType === null || /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType)) return [];
  return [
    {
      pointer: '',
      rule: 'content-type',
      severity: 'warning',
      message: 'The content type of this answer is not that of JSON, which the specification has here.',
      value: shortenPreview(JSON.stringify(contentType)),
      expected: 'application/json',
    },
  ];
}

/** True when a body presents itself as an error object of the service (`ErrorLike` in openapi.yaml). */
export function describesItselfAsError(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { type, code, status }: { type?: unknown; code?: unknown; status?: unknown } = body;
  return type === 'error' && typeof code === 'string' && Number.isInteger(status);
}
