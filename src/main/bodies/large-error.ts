import type { ReceivedResponse } from '@shared/http/exchange';
import { parseServiceError, type ServiceError, type ServiceErrorDetail } from '@shared/http/service-error';
import { shortenEnd } from '@shared/text/shorten-end';
import type { BodyStore } from './body-store';

/** Most bytes parsed in main in one go. The API's own errors are far smaller. */
const MAX_BYTES = 4_000_000;

/** As much as a sentence and a list have room for. */
const MAX_TEXT = 2_000;
const MAX_DETAILS = 100;

/**
 * The response with its error object. Without it, an error in a body too large to travel would look like an answer
 * from something in between.
 */
export async function withServiceError(
  response: ReceivedResponse,
  bodies: Pick<BodyStore, 'read' | 'giveBack'>,
): Promise<ReceivedResponse> {
  const { status, body } = response;
  if (status < 400 || body.kind !== 'stored' || body.bytes > MAX_BYTES) return response;
  if (!body.complete || body.encoding !== 'utf-8') return response;
  const bytes = await bodies.read(body.bodyId, 0, body.bytes);
  if (bytes === null) return response;
  const error = parseServiceError(bytes.toString('utf8'));
  bodies.giveBack(bytes);
  return error === null ? response : { ...response, body: { ...body, error: shortened(error) } };
}

function shortened(error: ServiceError): ServiceError {
  const short = (text: string): string => shortenEnd(text, MAX_TEXT);
  return mapTexts({ ...error, details: error.details.slice(0, MAX_DETAILS) }, short);
}

/** The error object with each of its strings changed. */
export function mapTexts(
  { code, status, message, details }: ServiceError,
  change: (text: string) => string,
): ServiceError & { readonly details: ServiceErrorDetail[] } {
  return {
    code: change(code),
    status,
    message: message === null ? null : change(message),
    details: details.map((detail) => ({
      location: change(detail.location),
      pointer: change(detail.pointer),
      message: change(detail.message),
      type: change(detail.type),
    })),
  };
}
