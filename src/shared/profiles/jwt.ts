import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { TokenClaims } from './credential';

/**
 * Reads a JWT (RFC 7519, compact form) without verifying it, which is up to the service. The specification fixes only
 * the format and defines no claims, so parsing is tolerant: anything missing or invalid becomes null, never an error;
 * invalid times are listed by name. Null if the text is not a JWT at all.
 */
export function readTokenClaims(token: string): TokenClaims | null {
  const parts = decodeParts(token);
  if (parts === null) return null;
  const { header, payload } = parts;
  return {
    issuer: textOf(payload.iss),
    subject: textOf(payload.sub),
    scopes: scopesOf(payload),
    issuedAt: timeOf(payload.iat),
    notBefore: timeOf(payload.nbf),
    expiresAt: timeOf(payload.exp),
    oddTimes: ['iat', 'nbf', 'exp'].filter((name) => isOddTime(payload[name])),
    algorithm: textOf(header.alg),
    keyId: textOf(header.kid),
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

function decodeParts(token: string): { readonly header: JsonObject; readonly payload: JsonObject } | null {
  // The decoders skip spaces inside a part, but no token has any.
  if (/\s/.test(token)) return null;
  try {
    return { header: decodeProtectedHeader(token), payload: decodeJwt(token) };
  } catch {
    return null;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Where issuers write scopes: `scopes` in compatible services, `scope` according to RFC 8693, `scp` and `permissions` elsewhere. */
const SCOPE_CLAIMS = ['scopes', 'scope', 'scp', 'permissions'] as const;

/**
 * A list of strings, or one string with the scopes separated by spaces or commas. Each scope once, in the order
 * given.
 */
function scopesOf(payload: JsonObject): string[] {
  const found = SCOPE_CLAIMS.flatMap((claim) => {
    const value = payload[claim];
    if (typeof value === 'string') return value.split(/[\s,]+/);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  });
  return [...new Set(found.filter((scope) => scope !== ''))];
}

/** The range of ISO 8601 years with four digits. */
const FIRST_SECOND = -62_167_219_200;
const LAST_SECOND = 253_402_300_799;

/** A NumericDate (RFC 7519, section 2) is in seconds; some issuers write it as a string. */
function timeOf(value: unknown): string | null {
  const seconds = typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= FIRST_SECOND && seconds <= LAST_SECOND)) return null;
  return new Date(seconds * 1000).toISOString();
}

function isOddTime(value: unknown): boolean {
  return value !== undefined && value !== null && timeOf(value) === null;
}

/** Where a moment lies in a token's period of validity. Milliseconds; null if the token names no end. */
export type TokenValidity =
  | { readonly kind: 'valid'; readonly leftMs: number | null }
  | { readonly kind: 'not-yet'; readonly untilMs: number }
  | { readonly kind: 'expired'; readonly agoMs: number };

/**
 * Judges a token by the service's clock: `now` is in ms since 1970 by ours, `skewMs` comes from `clockSkew`. A token is
 * expired from `exp` on and valid from `nbf` on (RFC 7519, sections 4.1.4 and 4.1.5), or up to `leewayMs` earlier.
 */
export function tokenValidity(
  claims: Pick<TokenClaims, 'notBefore' | 'expiresAt'>,
  now: number,
  skewMs = 0,
  leewayMs = 0,
): TokenValidity {
  const serviceNow = now + skewMs;
  const end = claims.expiresAt === null ? null : Date.parse(claims.expiresAt);
  if (end !== null && serviceNow >= end) return { kind: 'expired', agoMs: serviceNow - end };
  const start = claims.notBefore === null ? null : Date.parse(claims.notBefore);
  if (start !== null && serviceNow < start - leewayMs)
    return { kind: 'not-yet', untilMs: start - serviceNow };
  return { kind: 'valid', leftMs: end === null ? null : end - serviceNow };
}
