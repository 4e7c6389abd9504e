import type { RequestSpec } from '@shared/requests/request-spec';
import { specOf } from './asked-operation';
import type { ComposedRequest } from './composed-request';

/** Whether the request on screen is another one than was asked for with this. */
export function isChangedSince(asked: RequestSpec, request: ComposedRequest): boolean {
  const { key, details, rows, document, revision } = request;
  // Reactive: the document itself is not.
  void revision;
  const now = specOf(key, details, { ...rows, body: '' });
  if (JSON.stringify(now) !== JSON.stringify({ ...asked, body: null })) return true;
  const body = asked.body ?? '';
  // Comparing lengths first usually avoids reading a large one.
  return body.length !== document.length || body !== document.text;
}
