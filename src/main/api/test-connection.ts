import type {
  ConnectionReport,
  ConnectionRequests,
  ConnectionStep,
  ConnectionStepName,
  EnteredSecret,
} from '../../shared/bridge/connection';
import type { ReceivedResponse } from '../../shared/exchange';
import { outcomeProblem } from '../../shared/explain/failure-words';
import { readTokenClaims } from '../../shared/jwt';
import { ProblemError } from '../../shared/problem';
import { BUILT_IN_PROFILE_IDS, type Profile } from '../../shared/profile';
import { readProfileDraft, type ProfileDraft } from '../../shared/profile-rules';
import type { BodyStore } from '../bodies';
import { parseSigningKey } from '../credentials/signing-key';
import { cleanToken } from '../credentials/token-entry';
import { TokenMinter } from '../credentials/token-minter';
import { maskerFor } from '../secrets/masker';
import type { DiagnosisStep, Transport, TransportResult } from '../transport';
import { baseUrlOf, buildRequest } from './api-request';
import { skewOf } from './clock-watch';
import { judgeProbe, PROBE } from './token-check';

export interface ConnectionTestServices {
  readonly transport: Pick<Transport, 'send' | 'diagnose'>;
  readonly bodies: Pick<BodyStore, 'toBody' | 'release'>;
  /** The stored token of a profile; throws a `ProblemError` when there is none or the keychain fails. */
  readonly bearerFor: (profileId: string) => Promise<string>;
  /** Told of the secret that is tried, so that it is kept out of logs. */
  readonly learn?: (secret: string) => void;
  /** Throws a `ProblemError` when there is no such profile. */
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
 * Tries a profile from its settings to its token's scope, and says of each step what works. Everything up to
 * Reachability goes without a token. Throws a `ProblemError` for a form or a secret that cannot be used at all.
 */
export async function testConnection(
  argument: Argument,
  services: ConnectionTestServices,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const { secret } = argument;
  if (secret !== null) services.learn?.(secret.kind === 'token' ? secret.token : secret.key);
  const saved = argument.profileId === null ? null : await services.findProfile(argument.profileId);
  const tried = profileToTry(argument.draft, saved);
  const baseUrl = baseUrlOf(tried);
  const diagnosis = services.transport.diagnose(baseUrl, tried);
  const cancel = (): void => diagnosis.cancel();
  signal.addEventListener('abort', cancel);
  const way = await diagnosis.result.finally(() => signal.removeEventListener('abort', cancel));
  const steps = way.map(toStep);
  const last = way.at(-1);
  if (last === undefined || !last.ok || signal.aborted) {
    return { steps: [...steps, ...notTried(baseUrl, steps)], clockSkewMs: null };
  }
  const token = await tokenToTry(argument.secret, tried, saved, services);
  if ('step' in token) {
    const scope = skipped('Scope present', 'Not tried: it takes an accepted token.');
    return { steps: [...steps, token.step, scope], clockSkewMs: null };
  }
  const probed = await probe(tried, token.token, services, signal);
  return { steps: [...steps, ...probed.steps], clockSkewMs: probed.clockSkewMs };
}

/** The form as a profile. The Local sandbox has the address of its server, whatever the form says. */
function profileToTry(draft: ProfileDraft, saved: Profile | null): Profile {
  const local = saved?.id === BUILT_IN_PROFILE_IDS.local;
  const reading = readProfileDraft(draft, [], local);
  if (reading.ok) {
    return { ...reading.draft, id: saved?.id ?? 'unsaved', ...(local ? { baseUrl: saved.baseUrl } : {}) };
  }
  const [first] = reading.problems;
  throw first ? new ProblemError(first) : new Error('a draft was refused without a problem');
}

function toStep({ name, ok, words, ms }: DiagnosisStep): ConnectionStep {
  return { name: NAMES[name], state: ok ? 'ok' : 'failed', words, ms };
}

function skipped(name: ConnectionStepName, words: string): ConnectionStep {
  return { name, state: 'skipped', words, ms: null };
}

/** The steps that a failure before them left out, so that the list always tells of the same ones. */
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
    .map((name) => skipped(name, 'Not tried: a step before it has to work first.'));
}

/** The token to try, or the step that says why there is none. */
async function tokenToTry(
  secret: EnteredSecret | null,
  tried: Profile,
  saved: Profile | null,
  services: ConnectionTestServices,
): Promise<{ readonly token: string } | { readonly step: ConnectionStep }> {
  if (secret !== null) {
    const token = await tokenOf(secret);
    services.learn?.(token);
    return { token };
  }
  if (saved === null) {
    return { step: skipped('Token accepted', 'Not tried: no access token or signing key is entered.') };
  }
  if (saved.baseUrl === null || new URL(saved.baseUrl).origin !== new URL(baseUrlOf(tried)).origin) {
    // The token belongs to the origin that the profile was saved with: it goes nowhere else by a mere test.
    const words = 'Not tried: the stored secret is for the saved address. Save the profile, then test again.';
    return { step: skipped('Token accepted', words) };
  }
  try {
    return { token: await services.bearerFor(saved.id) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { code, title, meaning, nextStep } = error.problem;
    if (code === 'no-credential') {
      return { step: skipped('Token accepted', `Not tried: ${lowerFirst(title)}. ${nextStep}`) };
    }
    return {
      step: { name: 'Token accepted', state: 'failed', words: `${title}. ${meaning} ${nextStep}`, ms: null },
    };
  }
}

async function tokenOf(secret: EnteredSecret): Promise<string> {
  if (secret.kind === 'token') return cleanToken(secret.token);
  const { kind, scopes, lifetimeSeconds, issuer } = secret;
  const key = await parseSigningKey(secret.key);
  return new TokenMinter(Date.now).tokenFor('entered', { kind, ...key, scopes, lifetimeSeconds, issuer });
}

async function probe(
  profile: Profile,
  token: string,
  { transport, bodies }: ConnectionTestServices,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const request = buildRequest(profile, token, PROBE);
  const sending = transport.send(request, profile);
  const cancel = (): void => sending.cancel();
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  const result = await sending.result.finally(() => signal.removeEventListener('abort', cancel));
  const clockSkewMs = skewOf(result);
  const response = await receivedOf(result, token, bodies);
  const ms = result.timings.totalMs;
  if (response === null || result.outcome.kind !== 'answered') {
    return {
      steps: [brokenOff(result, request.url, profile, ms), skipped('Scope present', NO_ANSWER)],
      clockSkewMs,
    };
  }
  const claims = readTokenClaims(token);
  const verdict = judgeProbe({ response, claims, now: Date.now(), skewMs: clockSkewMs ?? 0 });
  return {
    steps: [
      { name: 'Token accepted', ...verdict.token, ms },
      { name: 'Scope present', ...verdict.scope, ms: null },
    ],
    clockSkewMs,
  };
}

const NO_ANSWER = 'Not tried: the service gave no whole answer.';

function brokenOff(result: TransportResult, url: string, profile: Profile, ms: number): ConnectionStep {
  const { outcome, connection } = result;
  if (outcome.kind === 'answered') return { name: 'Token accepted', state: 'unclear', words: NO_ANSWER, ms };
  const { timeouts } = profile;
  const problem = outcomeProblem(outcome, { method: 'GET', url, timeouts, proxy: connection?.proxy ?? null });
  return { name: 'Token accepted', state: 'unclear', words: `${problem.title}. ${problem.nextStep}`, ms };
}

/** A server may echo what it was sent; the token stays out of the words even then. */
async function receivedOf(
  { response }: TransportResult,
  token: string,
  bodies: ConnectionTestServices['bodies'],
): Promise<ReceivedResponse | null> {
  if (response === null) return null;
  const { status, statusText, httpVersion, headers, bodyId, wireBytes, tls } = response;
  const body = await bodies.toBody(bodyId);
  await bodies.release(bodyId);
  const masker = maskerFor([token]);
  const masked = body.kind === 'text' ? { ...body, text: masker.answer(body.text) } : body;
  return {
    status,
    statusText: masker.text(statusText),
    httpVersion,
    headers: masker.headers(headers),
    body: masked,
    wireBytes,
    tls,
  };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
