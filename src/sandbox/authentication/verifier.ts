import { compactVerify, errors } from 'jose';
import { z } from 'zod';
import { detail, RequestRefused } from '../errors/api-error';
import { TOKEN_ALGORITHM, type VerificationKey } from './signing-key';

/** What a verified token allows, and when; times are in ms since 1970. */
export interface Grant {
  readonly scopes: ReadonlySet<string>;
  readonly validFrom: number;
  readonly expires: number;
}

const claimsParser = z.object({
  // The specification does not show the claims; `scopes` is what a compatible service calls them.
  scopes: z.array(z.string()).default([]),
  nbf: z.number().default(0),
  exp: z.number(),
});

const BEARER = /^bearer +([^\s]+)$/i;
const MAX_REMEMBERED_TOKENS = 1000;

/**
 * Checks the Authorization header (specification: Authentication). A signature is checked only once per token, because
 * P-521 takes about a millisecond; its times are checked on every call.
 */
export class TokenVerifier {
  readonly #keys: ReadonlyMap<string, VerificationKey>;
  readonly #grants = new Map<string, Grant>();
  /**
   * The header of the last request, which the next one usually repeats: comparing takes a tenth of the time that
   * hashing does.
   */
  #last: { readonly authorization: string; readonly grant: Grant } | null = null;

  constructor(
    keys: readonly VerificationKey[],
    private readonly now: () => number,
  ) {
    this.#keys = new Map(keys.map((key) => [key.kid, key]));
  }

  /** Returns the grant (synchronously for a token seen before), or throws the 401 that the specification asks for. */
  verify(authorization: string | undefined): Grant | Promise<Grant> {
    if (authorization === undefined) return this.#verifyAnew(authorization);
    if (this.#last?.authorization === authorization) return this.#inTime(this.#last.grant);
    const grant = this.#grants.get(authorization);
    if (!grant) return this.#verifyAnew(authorization);
    this.#last = { authorization, grant };
    return this.#inTime(grant);
  }

  async #verifyAnew(authorization: string | undefined): Promise<Grant> {
    if (authorization === undefined) throw unauthorized('There is no Authorization header.', 'missing');
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw unauthorized('The header does not have the form `Bearer <ACCESS_TOKEN>`.');
    const grant = await this.#readToken(token);
    if (this.#grants.size >= MAX_REMEMBERED_TOKENS) this.#grants.clear();
    this.#grants.set(authorization, grant);
    return this.#inTime(grant);
  }

  async #readToken(token: string): Promise<Grant> {
    try {
      // The times are checked here: the library would check them only once, but a remembered token has to be checked on
      // every call.
      const { payload } = await compactVerify(token, ({ kid }) => this.#keyNamed(kid), {
        algorithms: [TOKEN_ALGORITHM],
      });
      const claims = claimsParser.parse(JSON.parse(new TextDecoder().decode(payload)));
      return { scopes: new Set(claims.scopes), validFrom: claims.nbf * 1000, expires: claims.exp * 1000 };
    } catch (error) {
      throw unauthorized(reasonOf(error));
    }
  }

  #keyNamed(kid: string | undefined): VerificationKey['publicKey'] {
    const key = kid === undefined ? undefined : this.#keys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key.publicKey;
  }

  #inTime(grant: Grant): Grant {
    const now = this.now();
    if (now >= grant.expires) throw unauthorized(`The token expired at ${utc(grant.expires)}.`);
    if (now < grant.validFrom) throw unauthorized(`The token is not valid before ${utc(grant.validFrom)}.`);
    return grant;
  }
}

/** Throws 403 when the token lacks a scope that the operation requires. */
export function requireScopes(grant: Grant, required: readonly string[] | null): void {
  const lacking = (required ?? []).filter((scope) => !grant.scopes.has(scope));
  if (lacking.length === 0) return;
  const message = `The token lacks the scope ${lacking.join(', ')}.`;
  throw new RequestRefused(403, { message, details: [detail('header', ['authorization'], message)] });
}

function unauthorized(message: string, kind: 'value_error' | 'missing' = 'value_error'): RequestRefused {
  return new RequestRefused(401, { details: [detail('header', ['authorization'], message, kind)] });
}

/** Worded here, because the library's message may quote the token. */
function reasonOf(error: unknown): string {
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'The token does not name a key (kid) that the sandbox knows.';
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The token's signature does not verify.";
  if (error instanceof errors.JOSEAlgNotAllowed) return `The token is not signed with ${TOKEN_ALGORITHM}.`;
  if (error instanceof z.ZodError) {
    return 'A claim of the token is missing or of the wrong type (exp is required; scopes is a list of strings).';
  }
  return 'The token is not a JWT.';
}

function utc(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'a time beyond the calendar' : date.toISOString();
}
