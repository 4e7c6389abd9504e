import { z } from 'zod';
import type { SavedExample } from '@shared/requests/saved-requests';
import { exampleSchema } from './saved-request-schemas';

/** The example of a request as it is in a file: empty values are left out. */
export const fileExampleSchema = z
  .strictObject({
    status: z.number(),
    reason: z.string().optional(),
    contentType: z.string().optional(),
    answeredAt: z.string(),
    body: z.string().optional(),
  })
  .transform(({ status, reason = '', contentType = null, answeredAt, body = null }): SavedExample => ({
    ...{ status, statusText: reason, contentType, body, answeredAt },
  }))
  .pipe(exampleSchema);

export function exampleFields({ status, statusText, contentType, body, answeredAt }: SavedExample): object {
  return {
    status,
    ...(statusText === '' ? {} : { reason: statusText }),
    ...(contentType === null ? {} : { contentType }),
    answeredAt,
    ...(body === null ? {} : { body }),
  };
}
