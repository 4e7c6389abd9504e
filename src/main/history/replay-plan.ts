import { createHash } from 'node:crypto';
import { findMaskedCodes, putSecurityCodes } from '@shared/cards/security-codes';
import type { ProfileDifference, ReplayPlan } from '@shared/history/history';
import { destinationIn } from '@shared/operations/registry';
import { ProblemError, type Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import {
  decodeVariables,
  escapeRequest,
  fillRequest,
  isDynamicValue,
  variableNames,
  variableValues,
} from '@shared/requests/variables';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { toServiceRequest } from '../sending/service-request';
import { idempotencyOf, replayNotes } from './replay-effects';
import type { ExchangeRecord, KeptExchange } from './record';

/** Finds the value of a secret header by its id; null if it is not known. */
export type ReadSecret = (secretId: string) => Promise<string | null>;

/** What a replay of this exchange under this profile would be. */
export async function planReplay(
  kept: KeptExchange,
  profile: Profile,
  readSecret: ReadSecret,
): Promise<ReplayPlan> {
  const { record } = kept;
  const { composed } = record;
  return {
    refused: refusal(record.unrepeatable),
    differences: differencesOf(record, profile),
    address: isForward(record.asked) ? null : addressOf(requestOf(kept), profile),
    missingSecrets: await missingSecrets(record, readSecret),
    missingCodes: missingCodes(kept),
    idempotency: idempotencyOf(kept),
    variables: composed === undefined ? null : variablesOf(composed, profile),
    notes: replayNotes(kept),
    mark: markOf(record, profile),
  };
}

/** Null if sending it fails: that says what is wrong. */
function addressOf(request: RequestSpec, profile: Profile): string | null {
  try {
    const { method, url } = toServiceRequest(profile, request);
    return `${method} ${url}`;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

function variablesOf(composed: RequestSpec, profile: Profile): NonNullable<ReplayPlan['variables']> {
  const values = variableValues(profile.variables);
  const valueOf = (name: string): string | null => values.get(name) ?? null;
  const names = variableNames(composed);
  const filled = fillRequest(composed, valueOf);
  const address = isForward(composed)
    ? destinationIn(filled.headers.map(({ name, value }) => [name, value]))
    : addressOf(filled, profile);
  return {
    names,
    missing: names.filter((name) => valueOf(name) === null && !isDynamicValue(name)),
    address: address === null ? null : decodeVariables(address),
  };
}

function isForward({ operation }: RequestSpec): boolean {
  return operation === 'vault_forward';
}

/**
 * Profile settings that would send the request somewhere else than before. The Local sandbox has a new port at each
 * start.
 */
function differencesOf({ profile: then }: ExchangeRecord, now: Profile): ProfileDifference[] {
  const local = then.environment === 'local' && now.environment === 'local';
  const all: ProfileDifference[] = [
    { what: 'profile', then: then.id === now.id ? now.name : then.name, now: now.name },
    { what: 'base URL', then: local ? now.baseUrl : then.baseUrl, now: now.baseUrl },
    { what: 'merchant account', then: then.merchantAccountId, now: now.merchantAccountId },
    { what: 'merchant header', then: then.merchantHeader, now: now.merchantHeader },
  ];
  return all.filter((difference) => difference.then !== difference.now);
}

async function missingSecrets({ asked }: ExchangeRecord, readSecret: ReadSecret): Promise<string[]> {
  const missing: string[] = [];
  for (const { name, value, secret } of asked.headers) {
    if (!secret) continue;
    const id = secretIdOf(value);
    if (id !== null && (await readSecret(id)) === null) missing.push(name);
  }
  return missing;
}

/** The names of the fields, with a suffix where they occur more than once. */
function missingCodes(kept: KeptExchange): string[] {
  if (kept.record.unrepeatable !== 'security-code') return [];
  const names = findMaskedCodes(requestOf(kept).body ?? '').map(({ name }) => name);
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

/** A mark that changes whenever the profile's destination does. */
function markOf({ id }: ExchangeRecord, profile: Profile): string {
  const { baseUrl, merchantAccountId, merchantHeader, environment, readOnly, proxy } = profile;
  const all = [id, profile.id, baseUrl, merchantAccountId, merchantHeader, environment, readOnly, proxy];
  return createHash('sha256').update(JSON.stringify(all), 'utf8').digest('hex');
}

/** The request as it was sent, byte for byte; profile, token and merchant account are added again. */
export function requestOf({ record, requestBody }: KeptExchange): RequestSpec {
  return { ...record.asked, body: requestBody?.toString('utf8') ?? null };
}

/** The request as it was composed, with variables; the one that was sent if it had none. */
export function composedOf(kept: KeptExchange): RequestSpec {
  return kept.record.composed ?? escapeRequest(requestOf(kept));
}

/** The request with the values that the person entered for secret headers, by lower-case header name. */
export function withEntered(request: RequestSpec, entered: ReadonlyMap<string, string>): RequestSpec {
  return {
    ...request,
    headers: request.headers.map((header) => {
      const value = header.secret ? entered.get(header.name.toLowerCase()) : undefined;
      return value === undefined ? header : { ...header, value };
    }),
  };
}

/**
 * The request with the security codes that the person entered, one for each of the plan's `missingCodes`; null if
 * they do not match.
 */
export function withCodes(request: RequestSpec, codes: readonly string[]): RequestSpec | null {
  if (codes.length === 0) return request;
  const body = putSecurityCodes(request.body ?? '', codes);
  return body === null ? null : { ...request, body };
}

/** Why this cannot be replayed. Null for security codes, which can be entered again. */
function refusal(why: ExchangeRecord['unrepeatable']): Problem | null {
  if (why === null || why === 'security-code') return null;
  return {
    code: `replay-${why}`,
    title: 'This request cannot be replayed',
    meaning: REASONS[why],
    nextStep:
      'Use Edit and replay where it is offered, put in what is missing, and send it as a new request.',
    detail: null,
  };
}

const REASONS = {
  'card-number': 'It held a card number, which was not stored: the same bytes cannot be sent again.',
  secret:
    'It held a secret outside its secret headers, which was not stored: the same bytes cannot be sent again.',
  'too-large': 'Its body was too large to be kept whole: the same bytes cannot be sent again.',
} as const;
