import type { EnteredSecret } from '@shared/bridge/connection';
import { DEFAULT_ISSUER, TOKEN_LIFETIME } from '@shared/profiles/credential';
import type { Problem } from '@shared/problem';

/** Accessible names of the fields, by which problems refer to them. */
export const SECRET_FIELDS = {
  token: 'Access token',
  key: 'Signing key',
  scopes: 'Scopes',
  lifetime: 'Lifetime',
  issuer: 'Issuer',
} as const;

/** The options of a signing key that are not secret, as they were typed. */
export interface KeyOptions {
  scopes: string;
  lifetime: string;
  issuer: string;
}

/** Scopes that compatible services use elsewhere; the specification names only the first. */
export const KNOWN_SCOPES = ['checkout-sessions.read', 'buyers.read', 'vault-forward.write'] as const;

export function usualKeyOptions(): KeyOptions {
  return { scopes: KNOWN_SCOPES[0], lifetime: String(TOKEN_LIFETIME.preset), issuer: DEFAULT_ISSUER };
}

export type SecretReading =
  | { readonly ok: true; readonly secret: EnteredSecret | null }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** The entered secret, or null if there is none. Tokens and keys themselves are checked by main. */
export function readSecretEntry(token: string, key: string, options: KeyOptions): SecretReading {
  const hasToken = token.trim() !== '';
  const hasKey = key.trim() !== '';
  if (hasToken && hasKey) {
    return {
      ok: false,
      problems: [
        problemAt(
          'key',
          'A profile has one secret.',
          'Enter an access token or a signing key, and clear the other.',
        ),
      ],
    };
  }
  if (hasToken) return { ok: true, secret: { kind: 'token', token } };
  return hasKey ? readKey(key, options) : { ok: true, secret: null };
}

function readKey(key: string, options: KeyOptions): SecretReading {
  const problems: Problem[] = [];
  const scopes = scopesIn(options.scopes);
  const odd = scopes.find((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope));
  if (odd !== undefined) {
    problems.push(
      problemAt(
        'scopes',
        'A scope has a character that scopes cannot have.',
        'Separate them with spaces, without quotes.',
      ),
    );
  }
  const lifetimeSeconds = /^\s*\d+\s*$/.test(options.lifetime) ? Number(options.lifetime) : NaN;
  const { least, most } = TOKEN_LIFETIME;
  if (!(lifetimeSeconds >= least && lifetimeSeconds <= most)) {
    problems.push(
      problemAt('lifetime', 'It is out of range.', `Use a whole number of seconds from ${least} to ${most}.`),
    );
  }
  const issuer = options.issuer.trim();
  if (issuer.length > 500) {
    problems.push(problemAt('issuer', 'It is too long.', 'Use at most 500 characters.'));
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    secret: { kind: 'signing-key', key, scopes, lifetimeSeconds, issuer: issuer === '' ? null : issuer },
  };
}

/** Each scope once, in the order given; they are separated by spaces, commas or line breaks. */
export function scopesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))];
}

function problemAt(field: keyof typeof SECRET_FIELDS, meaning: string, nextStep: string): Problem {
  const name = SECRET_FIELDS[field];
  return {
    code: `secret-${field}`,
    title: `${name} cannot be used`,
    meaning,
    nextStep,
    field: name,
    detail: null,
  };
}
