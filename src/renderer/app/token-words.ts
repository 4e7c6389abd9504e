import { assertNever } from '../../shared/problem';
import type { CredentialState } from '../../shared/credential';

export type TokenTone = 'ok' | 'warning' | 'error' | 'none';

export interface TokenWords {
  readonly words: string;
  readonly tone: TokenTone;
}

/** Below this the words say "expires in", as a warning. */
const SOON_MS = 5 * 60_000;

/**
 * The credential in the few words of the header.
 * @param scope scope that the visible screen requires, or null.
 * @param now milliseconds since the epoch.
 */
export function tokenWords(state: CredentialState | null, scope: string | null, now: number): TokenWords {
  if (state === null) return { words: 'reading the keychain…', tone: 'none' };
  switch (state.kind) {
    case 'none':
      return { words: 'no token', tone: 'warning' };
    case 'unavailable':
      return { words: `keychain ${state.trouble}`, tone: 'error' };
    case 'signing-key':
      return { words: `signing key · ${count(state.scopes.length, 'scope')}${home(state.home)}`, tone: 'ok' };
    case 'token': {
      const { claims } = state;
      if (claims === null) return { words: `token (not a JWT)${home(state.home)}`, tone: 'warning' };
      const left = claims.expiresAt === null ? null : Date.parse(claims.expiresAt) - now;
      if (left !== null && left <= 0) return { words: 'token expired', tone: 'error' };
      if (claims.notBefore !== null && Date.parse(claims.notBefore) > now) {
        return { words: 'token not valid yet', tone: 'error' };
      }
      if (scope !== null && claims.scopes.length > 0 && !claims.scopes.includes(scope)) {
        return { words: `token lacks ${scope}`, tone: 'warning' };
      }
      const scopes = count(claims.scopes.length, 'scope');
      if (left !== null && left < SOON_MS) {
        return { words: `token expires in ${minutes(left)} · ${scopes}${home(state.home)}`, tone: 'warning' };
      }
      const time = left === null ? 'no expiry' : minutes(left);
      return { words: `token ok · ${time} · ${scopes}${home(state.home)}`, tone: 'ok' };
    }
    default:
      return assertNever(state);
  }
}

function home(where: 'keychain' | 'this-run-only'): string {
  return where === 'this-run-only' ? ' · this run only' : '';
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function minutes(milliseconds: number): string {
  if (milliseconds < 60_000) return `${Math.max(1, Math.floor(milliseconds / 1000))} s`;
  const whole = Math.floor(milliseconds / 60_000);
  if (whole < 120) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
