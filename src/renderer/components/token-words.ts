import { TOLERATED_SKEW_MS } from '@shared/profiles/clock-skew';
import type { CredentialState, KeychainTrouble, TokenClaims } from '@shared/profiles/credential';
import { stayWords } from '@shared/profiles/describe-detachment';
import { tokenValidity } from '@shared/profiles/jwt';
import { assertNever } from '@shared/problem';
import { durationWords } from '@shared/text/format-time';

export type TokenTone = 'ok' | 'warning' | 'error' | 'none';

export interface TokenWords {
  readonly words: string;
  readonly tone: TokenTone;
}

export interface TokenContext {
  /** Scope that the visible screen requires, or null. */
  readonly scope: string | null;
  /** Milliseconds since 1970, by our clock. */
  readonly now: number;
  /** How far the service's clock is ahead of ours, in ms; null when it was not heard of. */
  readonly skewMs: number | null;
}

/** Below this the words say "expires in", as a warning. */
const SOON_MS = 5 * 60_000;

/** A keychain's trouble in the words of the header. */
export const KEYCHAIN_WORDS: Readonly<Record<KeychainTrouble, string>> = {
  absent: 'no keychain',
  locked: 'keychain locked',
  failed: 'keychain failed',
  crashed: 'keychain process crashed',
};

/** The credential in the few words of the header. */
export function tokenWords(state: CredentialState | null, context: TokenContext): TokenWords {
  const { words, tone } = stateWords(state, context);
  const clock = skewWords(context.skewMs);
  if (clock === null) return { words, tone };
  return { words: `${words} · ${clock}`, tone: atLeastWarning(tone) };
}

/** `clock 2 min off`, or null when the difference is not worth a word. */
function skewWords(skewMs: number | null): string | null {
  if (skewMs === null || Math.abs(skewMs) <= TOLERATED_SKEW_MS) return null;
  return `clock ${durationWords(Math.abs(skewMs)) ?? ''} off`;
}

function stateWords(state: CredentialState | null, context: TokenContext): TokenWords {
  if (state === null) return { words: 'reading the keychain…', tone: 'none' };
  switch (state.kind) {
    case 'none':
      return { words: 'no token', tone: 'warning' };
    case 'unavailable':
      return { words: KEYCHAIN_WORDS[state.trouble], tone: 'error' };
    case 'signing-key':
      if (state.detached) return { words: stayWords(state.kind, state.detached), tone: 'warning' };
      return remembered(state, keyWords(state.scopes, context));
    case 'token': {
      if (state.detached) return { words: stayWords(state.kind, state.detached), tone: 'warning' };
      if (state.claims === null) return remembered(state, { words: 'token (not a JWT)', tone: 'warning' });
      return remembered(state, claimWords(state.claims, context));
    }
    default:
      return assertNever(state);
  }
}

function keyWords(scopes: readonly string[], { scope }: TokenContext): TokenWords {
  const missing = missingScope(scopes, scope);
  if (missing !== null) return { words: `signing key lacks ${missing}`, tone: 'warning' };
  return { words: `signing key · ${scopeCount(scopes)}`, tone: 'ok' };
}

function claimWords(claims: TokenClaims, { scope, now, skewMs }: TokenContext): TokenWords {
  const validity = tokenValidity(claims, now, skewMs ?? 0);
  if (validity.kind === 'expired') return { words: 'token expired', tone: 'error' };
  if (validity.kind === 'not-yet') return { words: 'token not valid yet', tone: 'error' };
  const missing = missingScope(claims.scopes, scope);
  if (missing !== null) return { words: `token lacks ${missing}`, tone: 'warning' };
  const scopes = scopeCount(claims.scopes);
  const { leftMs } = validity;
  if (leftMs === null) return { words: `token ok · no expiry · ${scopes}`, tone: 'ok' };
  const left = durationWords(leftMs) ?? '1 s';
  return leftMs < SOON_MS
    ? { words: `token expires in ${left} · ${scopes}`, tone: 'warning' }
    : { words: `token ok · ${left} · ${scopes}`, tone: 'ok' };
}

/** A token that names no scopes at all says nothing about what it may do. */
function missingScope(scopes: readonly string[], wanted: string | null): string | null {
  return wanted !== null && scopes.length > 0 && !scopes.includes(wanted) ? wanted : null;
}

/** Adds where the secret lies when that is not the keychain. */
function remembered(
  { home, keychain }: Extract<CredentialState, { kind: 'token' | 'signing-key' }>,
  { words, tone }: TokenWords,
): TokenWords {
  if (home === 'this-run-only') return { words: `${words} · this run only`, tone };
  if (keychain)
    return { words: `${words} · ${KEYCHAIN_WORDS[keychain.trouble]}`, tone: atLeastWarning(tone) };
  return { words, tone };
}

function atLeastWarning(tone: TokenTone): TokenTone {
  return tone === 'error' ? 'error' : 'warning';
}

function scopeCount({ length }: readonly string[]): string {
  return length === 0 ? 'no scopes named' : `${length} scope${length === 1 ? '' : 's'}`;
}
