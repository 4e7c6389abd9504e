import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { TOKEN_ALGORITHM, type SigningKey } from './signing-key';

/** The scopes of the token `full`: the one in the specification, and those known from a compatible service. */
export const ALL_SCOPES: readonly string[] = ['checkout-sessions.read', 'buyers.read', 'vault-forward.write'];

const TOKEN_ISSUER = 'payments-api-sandbox';

/** Signed tokens (JWT), ready to be sent; they differ from one start to the next. */
export interface SampleTokens {
  /** Every scope, for 30 days. */
  readonly full: string;
  /** Valid, with an empty list of scopes. */
  readonly noScope: string;
  /** Every scope; expired an hour before the start. */
  readonly expired: string;
  /** Every scope; valid from 24 hours after the start. */
  readonly notYetValid: string;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
/** As long as its certificates: the app, which nobody can give another token, is often open for days. */
const LIFETIME = 30 * DAY;

/** @param now in ms since 1970. */
export async function mintSampleTokens(key: SigningKey, now: number): Promise<SampleTokens> {
  const second = Math.floor(now / 1000);
  const mint = (scopes: readonly string[], validFrom: number, expires: number): Promise<string> =>
    new SignJWT({ scopes: [...scopes] })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, typ: 'JWT', kid: key.kid })
      .setIssuer(TOKEN_ISSUER)
      .setJti(randomUUID())
      .setIssuedAt(Math.min(validFrom, second))
      .setNotBefore(validFrom)
      .setExpirationTime(expires)
      .sign(key.privateKey);
  const [full, noScope, expired, notYetValid] = await Promise.all([
    // The clock may be set back meanwhile.
    mint(ALL_SCOPES, second - DAY, second + LIFETIME),
    mint([], second - DAY, second + LIFETIME),
    mint(ALL_SCOPES, second - 2 * HOUR, second - HOUR),
    mint(ALL_SCOPES, second + DAY, second + 2 * DAY),
  ]);
  return { full, noScope, expired, notYetValid };
}
