import { randomUUID } from 'node:crypto';
import type { RunResult, RunStep } from '@shared/bridge/saved-requests';
import { checkAnswer, type AnswerToCheck, type CheckedAnswer } from '@shared/requests/check-expectations';
import { outcomeProblem } from '@shared/http/describe-failure';
import type { Exchange, Outcome } from '@shared/http/exchange';
import { isUnsettled } from '@shared/http/unsettled';
import { ProblemError, type Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { secretsWithoutValue } from '@shared/requests/request-spec';
import { variableNames, writeVariables } from '@shared/requests/variables';
import { familyOfSaved, type Expectation, type SavedRequest } from '@shared/requests/saved-requests';
import { messageOf } from '@shared/text/message-of';
import { problemOf } from '../bridge/problem-of';
import { cancelReason } from '../calls/running-calls';
import type { Order } from '../sending/order';
import type { Plan } from '../sending/plan';
import type { SendCall, Sender } from '../sending/sender';

export interface RunServices {
  readonly sender: Pick<Sender, 'plan' | 'agree' | 'agreeStill' | 'send' | 'oncePerClick' | 'isUnkept'>;
  /** Asked before each request: a run may take long, and a request deleted meanwhile is not sent. */
  readonly isSaved: (requestId: string) => Promise<boolean>;
  readonly report: (where: string, error: unknown) => void;
}

/** A request of a run. */
interface Turn {
  readonly saved: SavedRequest;
  /** Null until its turn comes if it needs values of earlier answers. */
  readonly plan: Plan | null;
  /** By variable, the last request before it that gives a value to it. */
  readonly givers: ReadonlyMap<string, Giver>;
}

interface Giver {
  readonly name: string;
  /** False if it is not sent this time. */
  readonly isSent: boolean;
}

/**
 * Sends saved requests one after the other, after the guard has looked at all of them at once. One that cannot be sent
 * is left out, with the reason. One that takes a value of an earlier answer is looked at by itself, once its bytes are
 * known; one that may have gone out since the first look, when its turn comes. If the outcome of one is unknown, and
 * nobody will know what it was once this run of the app ends, the rest is not sent. Null if the person said no; then
 * none was sent.
 * @param only the ids of those to send. The others have no answer this time, and so give no values.
 */
export async function runSavedRequests(
  requests: readonly SavedRequest[],
  profile: Profile,
  { sender, isSaved, report }: RunServices,
  { callId, signal }: SendCall,
  onStep: (requestId: string, step: RunStep) => void,
  only: ReadonlySet<string> = new Set(requests.map(({ id }) => id)),
): Promise<readonly RunResult[] | null> {
  const call: SendCall = { callId, signal, inRun: only.size > 1 };
  const ends = new Map<string, RunStep>();
  const kept = new Map<string, string>();
  const tell = (requestId: string, step: RunStep): void => {
    ends.set(requestId, step);
    onStep(requestId, step);
  };
  const cancel = (requestId: string): void => {
    const why = cancelReason(call.signal);
    tell(requestId, { kind: 'cancelled', ...(why === null ? {} : { why }) });
  };
  // Whatever the error is, the requests before this one went out, and are reported.
  const refuse = (requestId: string, error: unknown): void => {
    const problem = problemOf('runSavedRequests', error, report);
    if (problem.code === 'cancelled') cancel(requestId);
    else tell(requestId, { kind: 'refused', problem });
  };
  const results = (): readonly RunResult[] => [...ends].map(([requestId, step]) => ({ requestId, step }));
  const turns: Turn[] = [];
  const givers = new Map<string, Giver>();
  let isStopped = false;
  for (const saved of requests) {
    if (only.has(saved.id)) await addTurn(saved);
    // Also if it is not sent: those that need its values are not sent, either.
    for (const name of namesKeptBy(saved)) givers.set(name, { name: saved.name, isSent: only.has(saved.id) });
  }
  const plans = turns.flatMap(({ plan }) => plan ?? []);
  if (plans.length === 0) {
    // What is left needs values of requests that cannot be sent, and is refused for that.
    for (const turn of turns) await runOne(turn);
    return results();
  }
  const run = async (): Promise<readonly RunResult[] | null> => {
    try {
      if ((await sender.agree(plans, call)) === 'declined') return null;
    } catch (error) {
      // Cancelled while the question was open: each request says so.
      if (!call.signal.aborted) throw error;
    }
    for (const turn of turns) await runOne(turn);
    return results();
  };
  return sender.oncePerClick(
    plans,
    run,
    (ended) => ended === null || ended.every(({ step }) => step.kind === 'cancelled'),
  );

  async function addTurn(saved: SavedRequest): Promise<void> {
    try {
      const waits = variableNames(saved.request).some((name) => givers.has(name));
      const plan = waits ? null : await sender.plan(orderOf(saved, profile, kept));
      turns.push({ saved, plan, givers: new Map(givers) });
    } catch (error) {
      refuse(saved.id, error);
    }
  }

  async function runOne({ saved, plan, givers: before }: Turn): Promise<void> {
    try {
      const there = call.signal.aborted || (await isStillSaved(saved.id));
      if (call.signal.aborted) return cancel(saved.id);
      if (isStopped) return tell(saved.id, { kind: 'stopped' });
      if (!there) return tell(saved.id, { kind: 'deleted' });
      tell(saved.id, { kind: 'running' });
      const agreed = plan === null ? await planNow(saved, before) : await agreeStill(plan);
      if (agreed === null) tell(saved.id, { kind: 'skipped' });
      else {
        const exchange = await sender.send(agreed, call);
        isStopped = sender.isUnkept(exchange.id);
        tell(saved.id, done(saved, exchange, kept, report));
      }
    } catch (error) {
      refuse(saved.id, error);
    }
  }

  async function isStillSaved(requestId: string): Promise<boolean> {
    try {
      return await isSaved(requestId);
    } catch (error) {
      report('saved requests', error);
      throw notRead(error);
    }
  }

  /** Null when the person declined. */
  async function agreeStill(plan: Plan): Promise<Plan | null> {
    return (await sender.agreeStill(plan, call)) === 'declined' ? null : plan;
  }

  /** Null if the person said no. A value of the profile never stands in for one that no answer gave. */
  async function planNow(saved: SavedRequest, before: Turn['givers']): Promise<Plan | null> {
    const names = variableNames(saved.request);
    const gone = names.filter((name) => before.get(name)?.isSent === false);
    if (gone.length > 0) throw notSentAgain(gone, before);
    const missing = names.filter((name) => before.has(name) && !kept.has(name));
    if (missing.length > 0) throw notKept(missing, before);
    const plan = await sender.plan(orderOf(saved, profile, kept));
    return (await sender.agree([plan], call)) === 'declined' ? null : plan;
  }
}

function notRead(error: unknown): ProblemError {
  return new ProblemError({
    code: 'saved-request-not-read',
    title: 'Saved requests could not be read',
    meaning: 'So the app could not tell whether this one was deleted during the run. It was not sent.',
    nextStep: 'Make sure that the disk has room and that the app may write in its folder, then run it again.',
    detail: messageOf(error),
  });
}

function notKept(names: readonly string[], givers: Turn['givers']): ProblemError {
  const from = giversOf(names, givers);
  return new ProblemError({
    code: 'value-not-kept',
    title: haveNoValue(names),
    meaning:
      names.length === 1
        ? `It comes from an answer before it in this run, which did not give it (${from}). Nothing was sent.`
        : `They come from answers before it in this run, which did not give them (${from}). Nothing was sent.`,
    nextStep: 'Look at that request: its answer, and the JSON path or header that is kept.',
    detail: null,
  });
}

function notSentAgain(names: readonly string[], givers: Turn['givers']): ProblemError {
  const from =
    names.length === 1
      ? 'It comes from the answer to a request that was'
      : 'They come from answers to requests that were';
  return new ProblemError({
    code: 'value-not-kept',
    title: haveNoValue(names),
    meaning: `${from} not sent again (${giversOf(names, givers)}). Nothing was sent.`,
    nextStep: 'Run the whole folder: values of answers are kept for one run only.',
    detail: null,
  });
}

function haveNoValue(names: readonly string[]): string {
  return `${writeVariables(names)} ${names.length === 1 ? 'has' : 'have'} no value`;
}

/** The names of the requests that should have given them. */
function giversOf(names: readonly string[], givers: Turn['givers']): string {
  return [...new Set(names.flatMap((name) => givers.get(name)?.name ?? []))].join(', ');
}

function secretMissing(header: string): ProblemError {
  return new ProblemError({
    code: 'secret-missing',
    title: 'A secret header has no value here',
    meaning: `The value of "${header}" is not on this computer: files of requests hold no secrets. Nothing was sent.`,
    nextStep: 'Open the request on its screen, enter the value and save it.',
    detail: null,
  });
}

/** The variables that its answer gives a value to, for the requests after it. */
export function namesKeptBy({ expectations }: Pick<SavedRequest, 'expectations'>): string[] {
  return expectations.flatMap((one) => ('is' in one && one.is.how === 'kept' ? [one.is.as] : []));
}

function orderOf(saved: SavedRequest, profile: Profile, kept: ReadonlyMap<string, string>): Order {
  const { request, profileId } = saved;
  const [lacking] = secretsWithoutValue(request);
  if (lacking !== undefined) throw secretMissing(lacking);
  return {
    id: randomUUID(),
    request,
    profile,
    composedUnder: profileId,
    replayOf: null,
    variables: kept,
    draftId: familyOfSaved(saved),
  };
}

/** @param kept receives the values that the answer gives to the rest of the run. */
function done(
  { expectations }: SavedRequest,
  exchange: Exchange,
  kept: Map<string, string>,
  report: RunServices['report'],
): RunStep {
  const { id, outcome, request, response, timings } = exchange;
  const problemOfOutcome = (lacking: Exclude<Outcome, { kind: 'answered' }>): Problem =>
    outcomeProblem(lacking, { ...request, timeouts: null, proxy: null });
  // What ends a send by itself is a guard: something else goes out beside it.
  if (outcome.kind === 'cancelled' && outcome.why !== undefined && !outcome.mayHaveArrived)
    return { kind: 'refused', problem: problemOfOutcome(outcome) };
  const checked = checkedOr(expectations, { response, totalMs: timings.totalMs }, report);
  for (const [name, value] of checked.kept) kept.set(name, value);
  return {
    kind: 'done',
    exchangeId: id,
    answer:
      outcome.kind === 'answered' && response ? `${response.status} ${response.statusText}`.trim() : null,
    why: outcome.kind === 'answered' ? null : problemOfOutcome(outcome).title,
    wasSent: outcome.kind === 'answered' || outcome.mayHaveArrived,
    mayHaveArrived: isUnsettled(exchange),
    ms: timings.totalMs,
    results: checked.results,
  };
}

/** The request went out, whatever becomes of the check: if that fails, none of the expectations counts as met. */
function checkedOr(
  expectations: readonly Expectation[],
  answer: AnswerToCheck,
  report: RunServices['report'],
): CheckedAnswer {
  try {
    return checkAnswer(expectations, answer);
  } catch (error) {
    report('saved requests', error);
    const found = 'it could not be checked';
    return {
      results: expectations.map((expectation) => ({ expectation, met: false, found })),
      kept: new Map(),
    };
  }
}
