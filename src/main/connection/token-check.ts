import { quote } from '@shared/text/quote';
import { z } from 'zod';
import { operations } from '@contract';
import type { ConnectionStep } from '@shared/bridge/connection';
import type { TokenClaims } from '@shared/profiles/credential';
import type { ReceivedResponse } from '@shared/http/exchange';
import { readServiceError, saysNotFound } from '@shared/http/service-error';
import { parseJson } from '@shared/json/parse-json';
import { tokenValidity } from '@shared/profiles/jwt';
import { formatDuration } from '@shared/text/format-time';

/**
 * Requested to see whether a token is accepted: the only operation whose scope the specification names, with an id
 * that no session has. It reads nobody's data, and 404 is the expected answer.
 */
export const PROBE_SESSION_ID = '00000000-0000-4000-8000-000000000000';

const SCOPE = operations.get_checkout_session.requiredScopes?.[0] ?? null;

export interface ProbeFacts {
  readonly response: ReceivedResponse;
  /** Null if the token is not a JWT. */
  readonly claims: TokenClaims | null;
  /** ms since 1970. */
  readonly now: number;
  readonly skewMs: number;
}

type Verdict = Pick<ConnectionStep, 'state' | 'words'>;

/** Whether the service accepts the token, and whether the token has the scope that looking up sessions requires. */
export function checkProbe(facts: ProbeFacts): { readonly token: Verdict; readonly scope: Verdict } {
  const { status } = facts.response;
  const error = readServiceError(facts.response);
  const said = error?.message ? ` The service says: ${quote(error.message)}` : '';
  if (status === 401) {
    return {
      token: {
        state: 'failed',
        words: `The service does not accept it (401).${describeValidity(facts)}${said} Enter a fresh token that was issued for this environment.`,
      },
      scope: { state: 'skipped', words: 'Not tried: the token is not accepted.' },
    };
  }
  if (status === 403 && error !== null) {
    return {
      token: { state: 'ok', words: 'The service knows it (403 is for tokens without permission).' },
      scope: {
        state: 'failed',
        words: `The service does not let it read sessions (403).${said} ${scopeFact(facts.claims)} Check the merchant account too.`,
      },
    };
  }
  if ((status === 200 && isAskedFor(facts.response)) || saysNotFound(facts.response)) {
    return {
      token: { state: 'ok', words: `The service accepts it.${describeValidity(facts)}` },
      scope: {
        state: 'ok',
        words: `It may read sessions: the service looked for one that does not exist, and answered ${status}.`,
      },
    };
  }
  return {
    token: {
      state: 'unclear',
      words: `${describeUnclear(status)}${said} The answer does not say whether it is accepted.`,
    },
    scope: namesScope(facts.claims)
      ? { state: 'ok', words: `The token names ${SCOPE}; the service did not say.` }
      : { state: 'unclear', words: scopeFact(facts.claims) },
  };
}

/** False for anything between the app and the service, such as a network's sign-in page, which also answers 200. */
function isAskedFor({ body }: ReceivedResponse): boolean {
  const parsed = body.kind === 'text' ? parseJson(body.text) : undefined;
  return z.object({ id: z.literal(PROBE_SESSION_ID) }).safeParse(parsed).success;
}

function describeUnclear(status: number): string {
  if (status === 200) {
    return 'The service answered 200, but not with the session that was asked for: it may be another server, or a sign-in page on the way to it. Check the base URL and the proxy.';
  }
  if (status === 403) {
    return 'The service answered 403, but not with the error of this API: something on the way to it, such as a firewall, may have refused.';
  }
  if (status === 404) {
    return 'The service answered 404, but not with the error of this API: the base URL may have a wrong path.';
  }
  if (status === 429) return 'The service answered 429: it is being asked too often. Try again in a moment.';
  if (status >= 300 && status < 400) {
    return `The service answered ${status}, a redirect: it is not followed, as a token stays at its origin. Check the base URL.`;
  }
  return `The service answered ${status}.`;
}

function namesScope(claims: TokenClaims | null): boolean {
  return SCOPE !== null && claims !== null && claims.scopes.includes(SCOPE);
}

function scopeFact(claims: TokenClaims | null): string {
  if (claims === null) return 'The token is not a JWT, so its scopes cannot be read.';
  if (claims.scopes.length === 0) return 'The token names no scopes.';
  if (namesScope(claims)) return `The token names ${SCOPE}.`;
  return `The token names ${claims.scopes.join(', ')}, and not ${SCOPE ?? 'the one required'}.`;
}

function describeValidity({ claims, now, skewMs }: ProbeFacts): string {
  if (claims === null) return '';
  const validity = tokenValidity(claims, now, skewMs);
  switch (validity.kind) {
    case 'expired':
      return ` It expired ${formatDuration(validity.agoMs) ?? 'a moment'} ago.`;
    case 'not-yet':
      return ` It becomes valid in ${formatDuration(validity.untilMs) ?? 'a moment'}.`;
    case 'valid':
      return validity.leftMs === null
        ? ''
        : ` It expires in ${formatDuration(validity.leftMs) ?? 'a moment'}.`;
  }
}
