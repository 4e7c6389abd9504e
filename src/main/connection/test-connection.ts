import { randomUUID } from 'node:crypto';
import type {
  ConnectionReport,
  ConnectionRequests,
  ConnectionStep,
  ConnectionStepName,
  EnteredSecret,
} from '@shared/bridge/connection';
import type { Exchange } from '@shared/http/exchange';
import { outcomeProblem } from '@shared/http/describe-failure';
import { ProblemError } from '@shared/problem';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import { readProfileDraft, type ProfileDraft } from '@shared/profiles/profile-rules';
import { sessionRequest } from '@shared/requests/reading-requests';
import { parseSigningKey } from '../credentials/signing-key';
import { cleanToken } from '../credentials/token-entry';
import { TokenMinter } from '../credentials/token-minter';
import { skewOf } from '@shared/profiles/clock-skew';
import type { EnteredCredential, Sender } from '../sending/sender';
import { baseUrlOf } from '../sending/service-request';
import type { DiagnosisStep, Transport } from '../transport/types';
import { checkProbe, PROBE_SESSION_ID } from './token-check';

export interface ConnectionTestServices {
  readonly diagnose: Transport['diagnose'];
  readonly sender: Pick<Sender, 'probe'>;
  /** Called with the secret that is tried, so that it can be kept out of logs. */
  readonly learn?: (secret: string) => void;
  /** Throws a `ProblemError` if there is no such profile. */
  readonly findProfile: (profileId: string) => Promise<Profile>;
}

type Argument = Omit<ConnectionRequests['testConnection']['argument'], 'callId'>;

const NAMES: Readonly<Record<DiagnosisStep['name'], ConnectionStepName>> = {
  Settings: 'Settings',
  Proxy: 'Proxy',
  DNS: 'DNS',
  TCP: 'Connection',
  TLS: 'TLS',
  HTTP: 'Reachability',
};

/**
 * Tests a profile step by step, from its settings to its token's scope. The steps up to Reachability are sent without
 * a token. Throws a `ProblemError` for a form or a secret that cannot be used at all.
 */
export async function testConnection(
  argument: Argument,
  services: ConnectionTestServices,
  call: { readonly callId: string; readonly signal: AbortSignal },
): Promise<ConnectionReport> {
  const { signal } = call;
  const { secret } = argument;
  if (secret !== null) services.learn?.(secret.kind === 'token' ? secret.token : secret.key);
  const saved = argument.profileId === null ? null : await services.findProfile(argument.profileId);
  const tried = profileToTry(argument.draft, saved);
  const baseUrl = baseUrlOf(tried);
  const diagnosis = services.diagnose(baseUrl, tried);
  const cancel = (): void => diagnosis.cancel();
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const way = await diagnosis.result.finally(() => signal.removeEventListener('abort', cancel));
  const steps = way.map((step) => toStep(step, signal.aborted));
  const last = way.at(-1);
  if (last === undefined || !last.ok || signal.aborted) {
    return { steps: [...steps, ...notTried(baseUrl, steps)], clockSkewMs: null };
  }
  const credential = await credentialToTry(secret, saved);
  if ('step' in credential) return { steps: [...steps, credential.step, NO_SCOPE], clockSkewMs: null };
  const probed = await probe(tried, credential.entered, services, call);
  return { steps: [...steps, ...probed.steps], clockSkewMs: probed.clockSkewMs };
}

/** The form as a profile. The Local sandbox has its server's address, whatever the form says. */
function profileToTry(draft: ProfileDraft, saved: Profile | null): Profile {
  const local = saved?.id === BUILT_IN_PROFILE_IDS.local;
  const reading = readProfileDraft(draft, [], local);
  if (reading.ok) {
    return { ...reading.draft, id: saved?.id ?? 'unsaved', ...(local ? { baseUrl: saved.baseUrl } : {}) };
  }
  const [first] = reading.problems;
  throw first ? new ProblemError(first) : new Error('a draft was refused without a problem');
}

function toStep({ name, ok, ...told }: DiagnosisStep, cancelled: boolean): ConnectionStep {
  if (!ok && cancelled) return skipped(NAMES[name], 'Cancelled before it was known.');
  return { name: NAMES[name], state: ok ? 'ok' : 'failed', ...told };
}

function skipped(name: ConnectionStepName, words: string): ConnectionStep {
  return { name, state: 'skipped', words, ms: null };
}

/** The steps that were not tried because of an earlier failure, so that the list always has the same steps. */
function notTried(baseUrl: string, done: readonly ConnectionStep[]): ConnectionStep[] {
  const all: readonly ConnectionStepName[] = [
    'DNS',
    'Connection',
    ...(baseUrl.startsWith('https:') ? (['TLS'] as const) : []),
    'Reachability',
    'Token accepted',
    'Scope present',
  ];
  const names = new Set(done.map(({ name }) => name));
  return all
    .filter((name) => !names.has(name))
    .map((name) => skipped(name, 'Not tried: an earlier step has to work first.'));
}

/** The credential to try, null for the stored one; or the step that says why there is none. */
async function credentialToTry(
  secret: EnteredSecret | null,
  saved: Profile | null,
): Promise<{ readonly entered: EnteredCredential | null } | { readonly step: ConnectionStep }> {
  if (secret !== null) {
    return { entered: { token: await tokenOf(secret) } };
  }
  if (saved === null) {
    return { step: skipped('Token accepted', 'Not tried: no access token or signing key is entered.') };
  }
  return { entered: null };
}

/** Says why the stored credential was not sent. */
function refusedStep({ problem }: ProblemError): ConnectionStep {
  const { code, title, meaning, nextStep } = problem;
  if (code === 'credential-detached') {
    // A test does not move the credential: the person is asked about that once the profile is saved.
    const words = `Not tried: ${lowerFirst(title)}. Save the profile, confirm that it may go there, then test again.`;
    return skipped('Token accepted', words);
  }
  return code === 'no-credential'
    ? skipped('Token accepted', `Not tried: ${lowerFirst(title)}. ${nextStep}`)
    : { name: 'Token accepted', state: 'failed', words: `${title}. ${meaning} ${nextStep}`, ms: null };
}

async function tokenOf(secret: EnteredSecret): Promise<string> {
  if (secret.kind === 'token') return cleanToken(secret.token);
  const { kind, scopes, lifetimeSeconds, issuer } = secret;
  const key = await parseSigningKey(secret.key);
  return new TokenMinter(Date.now).tokenFor('entered', { kind, ...key, scopes, lifetimeSeconds, issuer });
}

async function probe(
  profile: Profile,
  entered: EnteredCredential | null,
  { sender }: ConnectionTestServices,
  call: { readonly callId: string; readonly signal: AbortSignal },
): Promise<ConnectionReport> {
  const request = sessionRequest(PROBE_SESSION_ID);
  const order = { id: randomUUID(), request, profile, composedUnder: null, replayOf: null, variables: null };
  const probed = await sender.probe(order, entered, call).catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.code !== 'cancelled') return refusedStep(error);
    throw error;
  });
  if ('state' in probed) return { steps: [probed, NO_SCOPE], clockSkewMs: null };
  const { exchange, claims } = probed;
  const clockSkewMs = skewOf(exchange);
  const ms = exchange.timings.totalMs;
  const { response } = exchange;
  if (response === null || exchange.outcome.kind !== 'answered') {
    return {
      steps: [describeInterruption(exchange, profile, ms), skipped('Scope present', NO_ANSWER)],
      clockSkewMs,
    };
  }
  const verdict = checkProbe({ response, claims, now: Date.now(), skewMs: clockSkewMs ?? 0 });
  return {
    steps: [
      { name: 'Token accepted', ...verdict.token, ms },
      { name: 'Scope present', ...verdict.scope, ms: null },
    ],
    clockSkewMs,
  };
}

const NO_SCOPE: ConnectionStep = {
  name: 'Scope present',
  state: 'skipped',
  words: 'Not tried: it needs an accepted token.',
  ms: null,
};

const NO_ANSWER = 'Not tried: the service gave no complete answer.';

function describeInterruption(
  { outcome, request }: Exchange,
  { timeouts }: Profile,
  ms: number,
): ConnectionStep {
  if (outcome.kind === 'answered') return { name: 'Token accepted', state: 'unclear', words: NO_ANSWER, ms };
  const problem = outcomeProblem(outcome, { method: 'GET', url: request.url, timeouts, proxy: null });
  const state = outcome.kind === 'cancelled' ? 'skipped' : 'unclear';
  return { name: 'Token accepted', state, words: `${problem.title}. ${problem.nextStep}`, ms };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
