import { z } from 'zod';
import { ProblemError } from '@shared/problem';
import { messageOf } from '@shared/text/message-of';
import { withoutOlderCodes } from './older-codes';
import { unpack } from './packing';
import { recordSchema, type KeptExchange } from './record';
import { isOfVersion1 } from './record-versions';

export const contentRow = z.object({
  record: z.instanceof(Uint8Array),
  request_body: z.instanceof(Uint8Array).nullable(),
  response_body: z.instanceof(Uint8Array).nullable(),
});

type ContentRow = z.infer<typeof contentRow>;

/** Throws a `ProblemError` if the contents are damaged, or of a version that this app does not know. */
export async function readContents(row: ContentRow): Promise<KeptExchange> {
  try {
    return await decode(row);
  } catch (error) {
    throw unreadable(error);
  }
}

async function decode(row: ContentRow): Promise<KeptExchange> {
  const written: unknown = JSON.parse((await unpack(row.record)).toString('utf8'));
  const [requestBody, responseBody] = await Promise.all(
    [row.request_body, row.response_body].map((packed) => (packed === null ? null : unpack(packed))),
  );
  const kept = {
    record: recordSchema.parse(written),
    requestBody: requestBody ?? null,
    responseBody: responseBody ?? null,
  };
  return isOfVersion1(written) ? withoutOlderCodes(kept) : kept;
}

function unreadable(error: unknown): ProblemError {
  return new ProblemError({
    code: 'history-entry-unreadable',
    title: 'The contents of this exchange cannot be read',
    meaning:
      'What is kept of it is damaged, or was written by a newer version of the app: its line in the history is all that can be shown. Opening or replaying it sends nothing.',
    nextStep: 'Open it with the newest version of the app, or delete it.',
    detail: messageOf(error),
  });
}
