import { randomUUID } from 'node:crypto';
import { NOT_CHECKED_WORDS } from '@shared/http/describe-check';
import type { Exchange } from '@shared/http/exchange';
import { sessionLine, type SessionBodyReading } from '@shared/history/session-line';
import { readSessionBody } from '@shared/history/session-body';
import type { SessionLine } from '@shared/history/session-outcome';
import { skewOf } from '@shared/profiles/clock-skew';
import { parseJson } from '@shared/json/parse-json';
import type { Profile } from '@shared/profiles/profile';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { BodyReader } from '../body-reading/body-reader';
import { exchangeOf, type SendCall, type Sender } from '../sending/sender';

export interface SessionReaderServices {
  readonly sender: Pick<Sender, 'submit'>;
  /** Reads the bodies that are too large for the main thread. */
  readonly reader: Pick<BodyReader, 'ask'>;
}

/** Looks up sessions one at a time, and makes the list row for each answer. */
export class SessionReader {
  constructor(private readonly services: SessionReaderServices) {}

  async lookUp(profile: Profile, id: string, call: SendCall): Promise<Exchange> {
    const order = {
      id: randomUUID(),
      request: sessionRequest(id),
      profile,
      composedUnder: null,
      replayOf: null,
      variables: null,
    };
    return exchangeOf(await this.services.sender.submit(order, call));
  }

  async lineOf(id: string, exchange: Exchange, signal: AbortSignal): Promise<SessionLine> {
    const body = await sessionBodyOf(exchange, this.services.reader, signal);
    // `expires_at` follows the service's clock, so that clock decides whether a session has expired.
    return sessionLine(id, exchange, body, new Date(Date.now() + (skewOf(exchange) ?? 0)));
  }
}

const NOTHING: SessionBodyReading = { kind: 'read', body: null };

/** What lists show of a look-up's answer, whatever its size; a large one is read off the main thread. */
async function sessionBodyOf(
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
