import { TOLERATED_SKEW_MS } from '@shared/profiles/describe-skew';
import {
  describeScopes,
  type CredentialState,
  type KeychainTrouble,
  type TokenClaims,
} from '@shared/profiles/credential';
import { describeDetachment } from '@shared/profiles/describe-detachment';
import { tokenValidity } from '@shared/profiles/jwt';
import { assertNever } from '@shared/problem';
import { formatDuration, formatFullerDuration } from '@shared/text/format-time';

export type TokenTone = 'ok' | 'warning' | 'error' | 'none';

export interface TokenDescription {
  readonly words: string;
  readonly tone: TokenTone;
}

export interface TokenContext {
  /** The scope that the visible screen requires, or null. */
  readonly scope: string | null;
  /** Milliseconds since 1970, by this computer's clock. */
  readonly now: number;
  /** How far the service's clock is ahead of this computer's, in ms; null when unknown. */
  readonly skewMs: number | null;
}

/** Below this remaining time, in ms, the text warns with "expires in". */
const SOON_MS = 5 * 60_000;

/** A keychain's problem in the words of the header, and of a result that it prevented. */
export const KEYCHAIN_LABELS: Readonly<Record<KeychainTrouble, string>> = {
  absent: 'no keychain',
  locked: 'keychain locked',
  failed: 'keychain failed',
  crashed: 'keychain process crashed',
};

/** The credential in a few words for the header. */
export function describeToken(state: CredentialState | null, context: TokenContext): TokenDescription {
  const { words, tone } = describeState(state, context);
  const clock = describeSkew(context.skewMs);
  if (clock === null) return { words, tone };
  // The first words are those that the header always has room for: they say what the colour is about.
  const parts = tone === 'ok' || tone === 'none' ? [clock, words] : [words, clock];
  return { words: parts.join(' · '), tone: atLeastWarning(tone) };
}

/** `clock 2 min off`, or null when the difference is negligible. */
function describeSkew(skewMs: number | null): string | null {
  if (skewMs === null || Math.abs(skewMs) <= TOLERATED_SKEW_MS) return null;
  return `clock ${formatFullerDuration(Math.abs(skewMs)) ?? ''} off`;
}

function describeState(state: CredentialState | null, context: TokenContext): TokenDescription {
  if (state === null) return { words: 'reading the keychain…', tone: 'none' };
  switch (state.kind) {
    case 'none':
      return { words: 'no token', tone: 'warning' };
    case 'unavailable':
      // A locked keychain is only a warning, because it can be unlocked.
      return {
        words: KEYCHAIN_LABELS[state.trouble],
        tone: state.trouble === 'locked' ? 'warning' : 'error',
      };
    case 'signing-key':
      if (state.detached) return { words: describeDetachment(state.kind, state.detached), tone: 'warning' };
      return remembered(state, describeKey(state.scopes, context));
    case 'token': {
      if (state.detached) return { words: describeDetachment(state.kind, state.detached), tone: 'warning' };
      if (state.claims === null) return remembered(state, { words: 'token (not a JWT)', tone: 'warning' });
      return remembered(state, describeClaim(state.claims, context));
    }
    default:
      return assertNever(state);
  }
}

function describeKey(scopes: readonly string[], { scope }: TokenContext): TokenDescription {
  const missing = missingScope(scopes, scope);
  if (missing !== null) return { words: `signing key lacks ${missing}`, tone: 'warning' };
  return { words: `signing key · ${describeScopes(scopes)}`, tone: 'ok' };
}

function describeClaim(claims: TokenClaims, { scope, now, skewMs }: TokenContext): TokenDescription {
  // `now` may be a second old, and the skew is measured to the second: a token minted just now is not too early.
  const validity = tokenValidity(claims, now, skewMs ?? 0, TOLERATED_SKEW_MS);
  if (validity.kind === 'expired') return { words: 'token expired', tone: 'error' };
  if (validity.kind === 'not-yet') return { words: 'token not valid yet', tone: 'error' };
  const missing = missingScope(claims.scopes, scope);
  if (missing !== null) return { words: `token lacks ${missing}`, tone: 'warning' };
  const scopes = describeScopes(claims.scopes);
  const { leftMs } = validity;
  if (leftMs === null)
    return claims.oddTimes.includes('exp')
      ? { words: `token expiry not readable · ${scopes}`, tone: 'warning' }
      : { words: `token ok · no expiry · ${scopes}`, tone: 'ok' };
  const left = formatDuration(leftMs) ?? '1 s';
  return leftMs < SOON_MS
    ? { words: `token expires in ${left} · ${scopes}`, tone: 'warning' }
    : { words: `token ok · ${left} · ${scopes}`, tone: 'ok' };
}

/**
 * The scopes that a profile's credential lacks for an operation. Each of `ways` suffices by itself; null when one of
 * them is covered, when the operation requires none, and when the credential's scopes are unknown.
 */
export function lackingScopes(
  state: CredentialState | null,
  ways: readonly (readonly string[])[],
): readonly string[] | null {
  const scopes = scopesOf(state);
  const lacking = ways.map((way) => way.filter((wanted) => missingScope(scopes, wanted) !== null));
  if (lacking.length === 0 || lacking.some((missing) => missing.length === 0)) return null;
  return lacking[0] ?? null;
}

function scopesOf(state: CredentialState | null): readonly string[] {
  if (state?.kind === 'signing-key') return state.scopes;
  return state?.kind === 'token' ? (state.claims?.scopes ?? []) : [];
}

/** A token that names no scopes does not say what it may do. */
function missingScope(scopes: readonly string[], wanted: string | null): string | null {
  return wanted !== null && scopes.length > 0 && !scopes.includes(wanted) ? wanted : null;
}

/** Adds where the secret is stored when that is not the keychain. */
function remembered(
  { home, keychain }: Extract<CredentialState, { kind: 'token' | 'signing-key' }>,
  { words, tone }: TokenDescription,
): TokenDescription {
  if (home === 'this-run-only') return { words: `${words} · this run only`, tone };
  if (keychain)
    return { words: `${words} · ${KEYCHAIN_LABELS[keychain.trouble]}`, tone: atLeastWarning(tone) };
  return { words, tone };
}

function atLeastWarning(tone: TokenTone): TokenTone {
  return tone === 'error' ? 'error' : 'warning';
}
