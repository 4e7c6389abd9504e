import { NOT_CHECKED, type GuardedSend } from '../guards/send-facts';
import { headersWith, type Plan } from './plan';

// What the guard sees of a plan.

/** One entry for each thing to ask the person about: an exchange id, the time of a lost history, or `NOT_CHECKED`. */
export function sendsOf(
  unsettled: Awaited<GuardedSend['unsettled']> | undefined,
): readonly (string | symbol)[] {
  if (unsettled === undefined || unsettled === null) return [];
  if (unsettled === NOT_CHECKED) return [NOT_CHECKED];
  const { same, ofDraft, lostAt = [], unkept = [] } = unsettled;
  return [...same, ...ofDraft].map(({ exchangeId }) => exchangeId).concat(lostAt, unkept);
}

export function toGuardedSend(plan: Plan, times: number, unsettled: GuardedSend['unsettled']): GuardedSend {
  const { profile, wire, composedUnder, secretHeaders } = plan;
  return {
    profile,
    method: wire.method,
    url: wire.url,
    headers: headersWith('', plan).filter(([name]) => name !== 'authorization'),
    body: wire.body === null ? '' : Buffer.from(wire.body).toString('utf8'),
    times,
    composedUnder,
    markedSecret: secretHeaders,
    unsettled,
  };
}
