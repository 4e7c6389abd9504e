import { randomInt, randomUUID } from 'node:crypto';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import {
  fillRequest,
  makeDynamicValues,
  variableNames,
  variableValues,
  writeVariables,
  type ValueOf,
} from '@shared/requests/variables';
import { isIdempotencyKey } from '@shared/vault-forward/idempotency-key';
import { destinationHeaderName } from '@shared/vault-forward/request';
import type { Order } from './order';
import { refuseOtherRequest } from './values-of-answers';

export interface FilledRequest {
  /** What will be sent. */
  readonly request: RequestSpec;
  /** The request with variable names in place of values; null if it has no variables. */
  readonly composed: RequestSpec | null;
  /** The request without the values that are generated each time, so that both halves of a double click match. */
  readonly sameEachTime: RequestSpec;
}

/** An order whose request is what will be sent. */
export type FilledOrder = Order & FilledRequest;

const NONE: ReadonlyMap<string, string> = new Map();

export function fillOrder(order: Order, nowMs: number): FilledOrder {
  const { request, profile, variables, composed = null } = order;
  return variables === null
    ? { ...order, composed, sameEachTime: request }
    : { ...order, ...fillComposed(request, profile, variables, nowMs) };
}

/**
 * Fills in the variables of a composed request. Values of the run take precedence over those of the profile, then
 * come those generated for this request. Throws a `ProblemError` for a variable without a value, for an idempotency
 * key that would be empty, and for a value from an answer that would be more than a value (`refuseOtherRequest`).
 */
export function fillComposed(
  request: RequestSpec,
  profile: Pick<Profile, 'name' | 'variables'>,
  variables: ReadonlyMap<string, string>,
  nowMs: number,
): FilledRequest {
  const kept = variableValues(profile.variables);
  const keptValue = (name: string): string | null => variables.get(name) ?? kept.get(name) ?? null;
  const names = variableNames(request);
  const made: ReadonlyMap<string, string> =
    names.length === 0 ? NONE : makeDynamicValues(new Date(nowMs), randomUUID(), randomInt);
  const missing = names.filter((name) => keptValue(name) === null && !made.has(name));
  if (missing.length > 0) throw missingVariables(missing, profile.name);
  const valueOf: ValueOf = (name) => keptValue(name) ?? made.get(name) ?? null;
  const filled = fillRequest(request, valueOf);
  refuseEmptyKey(request, filled);
  refuseOtherRequest(request, filled, variables, valueOf);
  return {
    request: filled,
    composed: filled === request ? null : request,
    sameEachTime: names.some((name) => keptValue(name) === null) ? fillRequest(request, keptValue) : filled,
  };
}

/** Somebody who writes an idempotency key wants repeated requests to be recognised, so it must not end up empty. */
function refuseEmptyKey({ headers }: RequestSpec, filled: RequestSpec): void {
  const isEmpty = (value: string | undefined): boolean => (value ?? '').trim() === '';
  const key = headers.find(
    ({ name, value }, at) => isIdempotencyKey(name) && !isEmpty(value) && isEmpty(filled.headers[at]?.value),
  );
  if (key === undefined) return;
  throw new ProblemError({
    code: 'idempotency-key-empty',
    title: `${destinationHeaderName(key.name)} would be empty`,
    meaning: `What stands for ${key.value.trim()} is empty. Without a key a repetition counts as another request. Nothing was sent.`,
    nextStep: 'Give it a value under Variables of the profile, or remove the header.',
    detail: null,
  });
}

function missingVariables(names: readonly string[], profile: string): ProblemError {
  const shown = writeVariables(names);
  return new ProblemError({
    code: 'variables-missing',
    title: names.length === 1 ? `${shown} has no value` : 'Variables have no value',
    meaning: `The profile ${profile} does not say what ${shown} ${names.length === 1 ? 'stands' : 'stand'} for. Nothing was sent.`,
    nextStep:
      'Add it under Variables of the profile, let a request before it in the run keep it (Expected outcome, is kept as), or write two dollar signs to send the text as it is.',
    detail: null,
  });
}
