import { randomUUID } from 'node:crypto';
import type { RunResult, RunStep } from '@shared/bridge/saved-requests';
import { checkExpectations } from '@shared/requests/check-expectations';
import type { Exchange } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { Order, Plan } from '../sending/plan';
import type { SendCall, Sender } from '../sending/sender';

export interface RunServices {
  readonly sender: Pick<Sender, 'plan' | 'agree' | 'send' | 'onceAClick'>;
}

/**
 * Sends saved requests one after the other, after one look of the guards at all of them. One that cannot be sent is
 * left out, with the reason. Null when the person said no: then none was sent.
 */
export async function runSavedRequests(
  requests: readonly SavedRequest[],
  profile: Profile,
  { sender }: RunServices,
  call: SendCall,
  onStep: (requestId: string, step: RunStep) => void,
): Promise<readonly RunResult[] | null> {
  const ends = new Map<string, RunStep>();
  const tell = (requestId: string, step: RunStep): void => {
    ends.set(requestId, step);
    onStep(requestId, step);
  };
  const results = (): readonly RunResult[] => [...ends].map(([requestId, step]) => ({ requestId, step }));
  const planned: { readonly saved: SavedRequest; readonly plan: Plan }[] = [];
  for (const saved of requests) {
    try {
      planned.push({ saved, plan: await sender.plan(orderOf(saved, profile)) });
    } catch (error) {
      tell(saved.id, refused(error));
    }
  }
  if (planned.length === 0) return results();
  const plans = planned.map(({ plan }) => plan);
  const run = async (): Promise<readonly RunResult[] | null> => {
    if ((await sender.agree(plans, call.signal)) === 'declined') return null;
    for (const { saved, plan } of planned) {
      if (call.signal.aborted) tell(saved.id, { kind: 'cancelled' });
      else await runOne(saved, plan);
    }
    return results();
  };
  return sender.onceAClick(plans, run, (sent) => sent === null);

  async function runOne(saved: SavedRequest, plan: Plan): Promise<void> {
    tell(saved.id, { kind: 'running' });
    try {
      tell(saved.id, done(saved, await sender.send(plan, call)));
    } catch (error) {
      tell(saved.id, refused(error));
    }
  }
}

function orderOf({ request, profileId }: SavedRequest, profile: Profile): Order {
  return {
    id: randomUUID(),
    request,
    profile,
    composedUnder: profileId,
    replayOf: null,
    variables: new Map(),
  };
}

function done({ expectations }: SavedRequest, exchange: Exchange): RunStep {
  const { id, outcome, response, timings } = exchange;
  return {
    kind: 'done',
    exchangeId: id,
    answer:
      outcome.kind === 'answered' && response ? `${response.status} ${response.statusText}`.trim() : null,
    mayHaveArrived: outcome.kind !== 'answered' && outcome.mayHaveArrived,
    ms: timings.totalMs,
    results: checkExpectations(expectations, { response, totalMs: timings.totalMs }),
  };
}

function refused(error: unknown): RunStep {
  if (!(error instanceof ProblemError)) throw error;
  return { kind: 'refused', problem: error.problem };
}
