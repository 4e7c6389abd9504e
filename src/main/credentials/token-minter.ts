import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { SigningKeyRecord } from './credential-record';
import { readPkcs8 } from './signing-key';

/** Our clock may be this many seconds ahead of the service's before a token counts as "not yet valid". */
const NOT_BEFORE_LEEWAY = 30;

interface Minted {
  readonly record: string;
  readonly token: string;
  /** ms since 1970. If the clock was set back to before this, the service would consider the token not valid yet. */
  readonly useFrom: number;
  /** ms since 1970. */
  readonly useUntil: number;
}

/**
 * Mints ES512 tokens (header: alg, typ, kid; claims: scopes, jti, iat, nbf, exp, and iss if there is one), and reuses
 * each until shortly before it expires. A token is reused only for the same record, not for one bound to another
 * route or with other scopes. The specification defines no claims; these are those of a compatible service.
 */
export class TokenMinter {
  private readonly minted = new Map<string, Minted>();

  constructor(private readonly now: () => number) {}

  async tokenFor(profileId: string, record: SigningKeyRecord): Promise<string> {
    const known = this.minted.get(profileId);
    const text = JSON.stringify(record);
    const now = this.now();
    if (known?.record === text && now >= known.useFrom && now < known.useUntil) return known.token;
    const second = Math.floor(now / 1000);
    const expires = second + record.lifetimeSeconds;
    const token = await mint(record, second, expires);
    this.minted.set(profileId, {
      record: text,
      token,
      useFrom: (second - NOT_BEFORE_LEEWAY) * 1000,
      useUntil: (expires - spare(record.lifetimeSeconds)) * 1000,
    });
    return token;
  }

  forget(profileId: string): void {
    this.minted.delete(profileId);
  }
}

/** For this many seconds before it expires a token is no longer used: a fifth of its lifetime, at most 30. */
function spare(lifetimeSeconds: number): number {
  return Math.min(30, Math.ceil(lifetimeSeconds / 5));
}

function mint(record: SigningKeyRecord, second: number, expires: number): Promise<string> {
  const token = new SignJWT({ scopes: [...record.scopes] })
    .setProtectedHeader({ alg: 'ES512', typ: 'JWT', kid: record.keyId })
    .setJti(randomUUID())
    .setIssuedAt(second)
    .setNotBefore(second - NOT_BEFORE_LEEWAY)
    .setExpirationTime(expires);
  if (record.issuer !== null) token.setIssuer(record.issuer);
  return token.sign(readPkcs8(record.pkcs8));
}
