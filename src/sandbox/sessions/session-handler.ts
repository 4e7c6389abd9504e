import { operations, type ErrorStatus } from '@contract';
import { errorAnswer, errorStatusList, RequestRefused } from '../errors/api-error';
import { jsonAnswer, type Answer } from '../server/answer';
import { large, maximal, unicode } from './extremes';
import { sessionsByScheme, sessionsByTaxIdKind } from './families';
import { expired, expiring, guest, minimal, rich, unknownEnums } from './ordinary';
import { sessionAt, type SampleSession } from './sample';

const named = { rich, minimal, expired, expiring, guest, unknownEnums, maximal, unicode, large } as const;

const sampleSessions: ReadonlyMap<string, SampleSession> = new Map(
  [...Object.values(named), ...sessionsByScheme.values(), ...sessionsByTaxIdKind.values()].map((entry) => [
    entry.id,
    entry,
  ]),
);

/** The statuses that the reserved session ids answer with, by id. */
const reservedErrors: ReadonlyMap<string, ErrorStatus> = new Map(
  errorStatusList.map((status) => [`00000000-0000-4000-8000-${String(status).padStart(12, '0')}`, status]),
);

/** The id of the card that a session was paid with; null if it has no stored card or the session is unknown. */
export function cardIdOfSession(sessionId: string): string | null {
  return sampleSessions.get(sessionId)?.content.payment_method?.id ?? null;
}

export type SampleName = keyof typeof named;

/** From the name of a sample to its session id. */
export const sampleIds: Readonly<Record<SampleName, string>> = {
  rich: rich.id,
  minimal: minimal.id,
  expired: expired.id,
  expiring: expiring.id,
  guest: guest.id,
  unknownEnums: unknownEnums.id,
  maximal: maximal.id,
  unicode: unicode.id,
  large: large.id,
};

export type SessionIds = typeof sampleIds & {
  /** From an HTTP status to the session id that answers with it. */
  readonly errors: Readonly<Record<string, string>>;
};

export const sessionIds: SessionIds = {
  ...sampleIds,
  errors: Object.fromEntries(Array.from(reservedErrors, ([id, status]) => [status, id])),
};

export const sessionIdsByScheme = idsOf(sessionsByScheme);
export const sessionIdsByTaxIdKind = idsOf(sessionsByTaxIdKind);

function idsOf(sessions: ReadonlyMap<string, SampleSession>): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(sessions, ([name, { id }]) => [name, id]));
}

const allowed = { allow: operations.get_checkout_session.method };

/** Answers GET /checkout/sessions/{session_id}. The samples belong to the first merchant account. */
export class SessionHandler {
  /** Answers made so far, by session id: their text changes only with the expiry. */
  readonly #made = new Map<string, { expiresAt: number; answer: Answer }>();
  readonly #errors = new Map(
    Array.from(reservedErrors, ([id, status]) => [
      id,
      errorAnswer(status, status === 405 ? { headers: allowed } : {}),
    ]),
  );

  constructor(private readonly now: () => number) {}

  /** @param sessionId a UUID in lower case. */
  get(sessionId: string, ownsSamples: boolean): Answer {
    const error = this.#errors.get(sessionId);
    if (error) return error;
    const session = ownsSamples ? sampleSessions.get(sessionId) : undefined;
    if (!session) throw new RequestRefused(404);
    const now = this.now();
    const expiresAt = session.expiresAt(now);
    const made = this.#made.get(sessionId);
    if (made?.expiresAt === expiresAt) return made.answer;
    const answer = jsonAnswer(200, sessionAt(session, now));
    this.#made.set(sessionId, { expiresAt, answer });
    return answer;
  }
}
