import { randomUUID } from 'node:crypto';
import type { ReplayPlan } from '@shared/history/history';
import { ProblemError } from '@shared/problem';
import { takeSecrets } from '../requests/make-request';
import { refuseUnread } from '../requests/refuse-unread';
import { UsageError } from '../usage-error';
import type { Run } from './command';
import { sent } from './send';

export interface ReplayOptions {
  readonly secret: readonly string[];
  readonly idempotencyKey?: 'same' | 'new';
  readonly values: 'same' | 'new';
}

const NOT_THERE = {
  title: 'The history has no exchange with this ID',
  meaning:
    'It was deleted, is older than the history keeps, or never was in the history of this data folder. Nothing was sent.',
  nextStep: 'Look for it: history search shows the IDs of what there is.',
};

/** Sends an exchange of the history again, once: the same bytes, with a current token. */
export function replay(id: string, { secret, idempotencyKey, values }: ReplayOptions): Run {
  const secrets = takeSecrets(secret);
  return async (context) => {
    const { app, say } = context;
    const { id: profileId } = await app.profiles.active();
    const plan = await app.ask('planReplay', { id, profileId }).catch(async (error: unknown) => {
      if (!(error instanceof ProblemError) || error.problem.code !== 'history-entry-gone') throw error;
      await refuseUnread(app, 'history');
      // In the window, the person would have seen it before; here it is not known whether it ever existed.
      throw new ProblemError({ ...error.problem, ...NOT_THERE });
    });
    if (plan.refused !== null) throw new ProblemError(plan.refused);
    const missing = missingOf(plan, secrets, idempotencyKey);
    if (missing !== null) throw new UsageError(missing);
    for (const { what, then, now } of plan.differences)
      say(`Another ${what} than it was sent with: ${then ?? 'none'} then, ${now ?? 'none'} now.`);
    for (const note of plan.notes) say(note);
    const result = await app.ask('replayExchange', {
      id,
      profileId,
      mark: plan.mark,
      secrets,
      securityCodes: [],
      idempotencyKey: plan.idempotency === null ? null : (idempotencyKey ?? null),
      values: plan.variables === null ? 'same' : values,
      callId: randomUUID(),
    });
    return sent(result, context);
  };
}

/** What has to be given before it can be sent again; null if nothing has to be. */
function missingOf(
  { missingCodes, missingSecrets, idempotency }: ReplayPlan,
  secrets: Readonly<Record<string, string>>,
  idempotencyKey: ReplayOptions['idempotencyKey'],
): string | null {
  if (missingCodes.length > 0)
    return `It had a security code of a card (${missingCodes.join(', ')}), which is kept nowhere: replay it in the app, where it can be entered.`;
  const known = new Set(Object.keys(secrets).map((name) => name.toLowerCase()));
  const wanted = missingSecrets.filter((name) => !known.has(name.toLowerCase()));
  if (wanted.length > 0)
    return `Its secrets are no longer known: give ${wanted.map((name) => `--secret ${name}=VARIABLE`).join(' ')}.`;
  if (idempotency === null || idempotencyKey !== undefined) return null;
  const risk = idempotency.unknownOutcome
    ? 'Its outcome is not known: with the same key it is not carried out twice.'
    : 'With a new key it may be carried out a second time.';
  return `It has an idempotency key (${idempotency.header}): give --idempotency-key same, or new. ${risk}`;
}
