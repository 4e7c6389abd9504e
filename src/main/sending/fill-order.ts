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
} from '@shared/requests/variables';
import type { Order } from './plan';

export interface FilledRequest {
  /** What will be sent. */
  readonly request: RequestSpec;
  /** With names in place of values; null when there are none. */
  readonly composed: RequestSpec | null;
  /** With all but the values that are made anew each time: what makes two clicks the same. */
  readonly sameEachTime: RequestSpec;
}

/** An order whose request is what will be sent. */
export type FilledOrder = Order & FilledRequest;

export function fillOrder(order: Order, nowMs: number): FilledOrder {
  const { request, profile, variables, composed = null } = order;
  return variables === null
    ? { ...order, composed, sameEachTime: request }
    : { ...order, ...fillComposed(request, profile, variables, nowMs) };
}

/**
 * Puts values into the names of a composed request: those of the run before those of the profile, and those that are made
 * for this request. Throws a `ProblemError` for a name without a value: it would be sent as it stands.
 */
export function fillComposed(
  request: RequestSpec,
  profile: Pick<Profile, 'name' | 'variables'>,
  variables: ReadonlyMap<string, string>,
  nowMs: number,
): FilledRequest {
  const kept = variableValues(profile.variables);
  const keptValue = (name: string): string | null => variables.get(name) ?? kept.get(name) ?? null;
  const made = makeDynamicValues(new Date(nowMs), randomUUID(), randomInt);
  const names = variableNames(request);
  const missing = names.filter((name) => keptValue(name) === null && !made.has(name));
  if (missing.length > 0) throw missingVariables(missing, profile.name);
  const filled = fillRequest(request, (name) => keptValue(name) ?? made.get(name) ?? null);
  return {
    request: filled,
    composed: filled === request ? null : request,
    sameEachTime: names.some((name) => keptValue(name) === null) ? fillRequest(request, keptValue) : filled,
  };
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
