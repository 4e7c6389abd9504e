import { headerValue } from '@shared/http/http-fields';
import type { Exchange } from '@shared/http/exchange';
import { isStatus } from '@shared/requests/check-expectations';
import { MAX_EXAMPLE_LENGTH, type SavedExample } from '@shared/requests/saved-requests';

/** The answer as an example for a saved request, or why it cannot be one. */
export function exampleOf({
  response,
  startedAt,
  timings,
}: Pick<Exchange, 'response' | 'startedAt' | 'timings'>): SavedExample | { readonly why: string } {
  if (response === null) return { why: 'no answer came' };
  const { status, statusText, headers, body } = response;
  if (!isStatus(status)) return { why: `${status} is no status of HTTP` };
  if (body.kind === 'stored' && !body.complete) return { why: 'only a part of it came' };
  if (body.kind === 'stored' && body.encoding === 'binary') return { why: 'not text' };
  if (body.kind === 'stored' || (body.kind === 'text' && body.text.length > MAX_EXAMPLE_LENGTH))
    return { why: 'over 100 kB' };
  const contentType = headerValue(headers, 'content-type')?.slice(0, 200) ?? null;
  return {
    ...{ status, statusText: statusText.slice(0, 200), contentType },
    body: body.kind === 'none' ? null : body.text,
    answeredAt: new Date(Date.parse(startedAt) + timings.totalMs).toISOString(),
  };
}
