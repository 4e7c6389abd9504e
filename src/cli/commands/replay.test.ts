import { expect, it, vi } from 'vitest';
import type { ReplayPlan } from '@shared/history/history';
import { testingReplayPlan } from '@shared/testing/replay-plan';
import { EXIT } from '../exit-codes';
import { UsageError } from '../usage-error';
import type { CommandContext } from './command';
import { replay, type ReplayOptions } from './replay';

const KEY = { header: 'Idempotency-Key', sentAt: '2026-11-28T10:00:00.000Z', unknownOutcome: false };
const VARIABLES = { names: ['host'], missing: [], address: null };

/** Replays an exchange with this plan; `sent` is what main is asked to send, or null. */
async function replayed(plan: Partial<ReplayPlan>, options: Partial<ReplayOptions> = {}) {
  let sent: unknown = null;
  const ask = async (name: string, argument: unknown): Promise<unknown> => {
    if (name === 'planReplay') return testingReplayPlan(plan);
    sent = argument;
    return { kind: 'declined' };
  };
  const app = { ask, profiles: { active: async () => ({ id: 'p' }) } };
  const context = { app, say: vi.fn() } as unknown as CommandContext;
  const ended = await replay('e', { secret: [], values: 'same', ...options })(context).catch(
    (error: unknown) => error,
  );
  return { sent, ended };
}

it.each<[string, Partial<ReplayPlan>, RegExp]>([
  ['a security code', { missingCodes: ['cvv'] }, /security code of a card \(cvv\), .* replay it in the app/],
  ['a secret', { missingSecrets: ['X-Api-Key'] }, /give --secret X-Api-Key=VARIABLE/],
  ['a choice about its key', { idempotency: KEY }, /give --idempotency-key same, or new\..*a second time/],
  [
    'the same, after an unknown outcome',
    { idempotency: { ...KEY, unknownOutcome: true } },
    /with the same key it is not carried out twice/,
  ],
])('a replay that lacks %s is not sent, and says what to give', async (_what, plan, words) => {
  const { sent, ended } = await replayed(plan);
  expect(sent).toBeNull();
  expect(ended).toBeInstanceOf(UsageError);
  expect(ended).toHaveProperty('message', expect.stringMatching(words));
});

it('a replay that is refused is not sent, whatever else it lacks', async () => {
  const refused = { code: 'replay-card-number', title: '', meaning: '', nextStep: '', detail: null };
  const { sent, ended } = await replayed({ refused, missingSecrets: ['X-Api-Key'] });
  expect(sent).toBeNull();
  expect(ended).toMatchObject({ problem: { code: 'replay-card-number' } });
});

it.each<[Partial<ReplayPlan>, Partial<ReplayOptions>, object]>([
  [{}, {}, { idempotencyKey: null, values: 'same' }],
  [{ idempotency: KEY }, { idempotencyKey: 'same' }, { idempotencyKey: 'same' }],
  [{ idempotency: KEY }, { idempotencyKey: 'new' }, { idempotencyKey: 'new' }],
  [{ variables: VARIABLES }, { values: 'new' }, { values: 'new' }],
  [{ variables: VARIABLES }, {}, { values: 'same' }],
  // There is nothing to choose.
  [{}, { idempotencyKey: 'new', values: 'new' }, { idempotencyKey: null, values: 'same' }],
])('with the plan %j and the options %j, what is sent is %j', async (plan, options, expected) => {
  const { sent, ended } = await replayed(plan, options);
  expect(sent).toMatchObject({ id: 'e', profileId: 'p', mark: 'mark', securityCodes: [], ...expected });
  expect(ended).toBe(EXIT.refused);
});
