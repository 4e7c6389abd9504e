import { toServiceError } from '@shared/http/service-error';
import { parseJson } from '@shared/json/parse-json';

/** More would not fit on one line. */
const MAX_LENGTH = 400;

/** The raw detail of a problem in one line: a service's error in brief, anything else from its beginning. */
export function describeDetail(detail: string): string {
  const error = toServiceError(parseJson(detail));
  if (error !== null)
    return [error.status, error.code, error.message].filter((part) => part !== null).join(' · ');
  return detail.trim().slice(0, MAX_LENGTH).replace(/\s+/g, ' ');
}
