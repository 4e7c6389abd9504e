import type { Body } from '@shared/http/exchange';
import { formatBytes } from './describe-exchange';

/** How large a body is, or was when it was sent, if the history keeps it masked or in part. */
export function describeBodySize(body: Body): string {
  return body.kind === 'none' || body.bytes === 0 ? 'no body' : formatBytes(body.sentBytes ?? body.bytes);
}
