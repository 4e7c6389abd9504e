import type { TokenClaims } from './credential';

/**
 * Reads a JWT (RFC 7519, compact form) without verifying it: the service does that. The specification fixes the format
 * only and shows no claims, so the reading is tolerant: what is missing or odd becomes null, and never an error.
 * Null when the text is no JWT at all.
 */
export function readTokenClaims(token: string): TokenClaims | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  const header = readJsonPart(parts[0]);
  const payload = readJsonPart(parts[1]);
  if (header === null || payload === null) return null;
  return {
    issuer: textOf(payload.iss),
    subject: textOf(payload.sub),
    scopes: scopesOf(payload),
    issuedAt: timeOf(payload.iat),
    notBefore: timeOf(payload.nbf),
    expiresAt: timeOf(payload.exp),
    algorithm: textOf(header.alg),
    keyId: textOf(header.kid),
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

function readJsonPart(part: string | undefined): JsonObject | null {
  if (part === undefined || !/^[\w-]+=*$/.test(part)) return null;
  try {
    const binary = atob(part.replace(/=+$/, '').replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Where issuers write scopes: `scopes` as compatible services do, `scope` after RFC 8693, `scp` and `permissions` elsewhere. */
const SCOPE_CLAIMS = ['scopes', 'scope', 'scp', 'permissions'] as const;

/** A list of texts, or one text with the scopes parted by spaces or commas. Each scope once, in the order given. */
function scopesOf(payload: JsonObject): string[] {
  const found = SCOPE_CLAIMS.flatMap((claim) => {
    const value = payload[claim];
    if (typeof value === 'string') return value.split(/[\s,]+/);
    return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
  });
  return [...new Set(found.filter((scope) => scope !== ''))];
}

/** The last second that an ISO 8601 year of four digits can write. */
const LAST_SECOND = 253_402_300_799;

/** A NumericDate (RFC 7519, section 2) is in seconds; some issuers write it as text. */
function timeOf(value: unknown): string | null {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= LAST_SECOND)) return null;
  return new Date(seconds * 1000).toISOString();
}

/** Where a moment lies in a token's time of validity. Milliseconds; null when the token names no end. */
export type TokenValidity =
  | { readonly kind: 'valid'; readonly leftMs: number | null }
  | { readonly kind: 'not-yet'; readonly untilMs: number }
  | { readonly kind: 'expired'; readonly agoMs: number };

/**
 * Judges a token by the service's clock: `now` in ms since 1970 by ours, `skewMs` as `clockSkew` gives it. A token is
 * expired from `exp` on and valid from `nbf` on (RFC 7519, sections 4.1.4 and 4.1.5).
 */
export function tokenValidity(
  claims: Pick<TokenClaims, 'notBefore' | 'expiresAt'>,
  now: number,
  skewMs = 0,
): TokenValidity {
  const serviceNow = now + skewMs;
  const end = claims.expiresAt === null ? null : Date.parse(claims.expiresAt);
  if (end !== null && serviceNow >= end) return { kind: 'expired', agoMs: serviceNow - end };
  const start = claims.notBefore === null ? null : Date.parse(claims.notBefore);
  if (start !== null && serviceNow < start) return { kind: 'not-yet', untilMs: start - serviceNow };
  return { kind: 'valid', leftMs: end === null ? null : end - serviceNow };
}
