import { readSessionBody, type SessionBodyReading } from '@shared/history/session-outcome';
import { NOT_CHECKED_WORDS } from '@shared/http/describe-check';
import type { Exchange } from '@shared/http/exchange';
import type { BodyReader } from '../body-reading/body-reader';
import { parseJson } from '../body-reading/check-text';

const NOTHING: SessionBodyReading = { kind: 'read', body: null };

/** What lists say of a look-up's answer, whatever its size; a large one is read away from the main thread. */
export async function sessionBodyOf(
  { outcome, response }: Exchange,
  reader: Pick<BodyReader, 'ask'>,
  signal: AbortSignal,
): Promise<SessionBodyReading> {
  const body = response?.body;
  if (body === undefined || outcome.kind !== 'answered') return NOTHING;
  switch (body.kind) {
    case 'none':
      return NOTHING;
    case 'text':
      return { kind: 'read', body: readSessionBody(parseJson(body.text)) };
    case 'stored': {
      if (!body.complete || body.encoding !== 'utf-8') return NOTHING;
      const reading = await reader.ask(body, { kind: 'session' }, signal);
      return reading.kind === 'read'
        ? { kind: 'read', body: reading.answer }
        : { kind: 'unread', why: NOT_CHECKED_WORDS[reading.why] };
    }
  }
}
