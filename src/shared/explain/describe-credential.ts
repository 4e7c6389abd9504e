import type { CredentialState } from '../profiles/credential';
import { tokenValidity } from '../profiles/jwt';
import { formatMoment } from '../text/format-time';
import type { ExplainContext } from './explain-context';

/** A sentence on what is known about the token that was sent. `now`: ms since 1970, by the service's clock. */
export function describeSentToken(credential: CredentialState | null, now: number): string {
  if (credential === null) return 'A token was sent.';
  if (credential.kind === 'none' || credential.kind === 'unavailable') return 'No token was sent.';
  if (credential.kind === 'signing-key' || credential.claims === null) return 'A token was sent.';
  const { expiresAt, notBefore } = credential.claims;
  const { kind } = tokenValidity(credential.claims, now);
  if (kind === 'expired') return `The token expired at ${moment(expiresAt)}.`;
  if (kind === 'not-yet') return `The token is not valid before ${moment(notBefore)}.`;
  return expiresAt === null
    ? 'A token was sent.'
    : 'A token was sent that has not expired according to its own claims.';
}

function moment(claim: string | null): string {
  return formatMoment(new Date(claim ?? ''), 'UTC', true);
}

/** What the token may do, for use in the middle of a sentence. */
export function describeScopes(context: ExplainContext): string {
  const { credential, requiredScope } = context;
  const scopes =
    credential?.kind === 'token'
      ? credential.claims?.scopes
      : credential?.kind === 'signing-key'
        ? credential.scopes
        : null;
  if (!scopes) return 'which scopes the token has cannot be read from it.';
  if (requiredScope !== null && scopes.includes(requiredScope)) {
    return 'the token names it, so the permission may be missing for this merchant account.';
  }
  return scopes.length === 0 ? 'the token names no scopes.' : `the token has ${scopes.join(', ')}.`;
}
