import { createHash } from 'node:crypto';
import { maskSecurityCodes, maskTypedCode } from '@shared/cards/security-codes';
import type { HeaderList } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import type { Profile, ProfileStamp } from '@shared/profiles/profile';
import { targetOf, type RequestSpec, type SpecHeader } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import { serviceCallHeaders } from '@shared/http/wire-headers';
import { isSafe, looselyRead, sameHeaderName } from '@shared/http/http-fields';
import { methodOverride } from '@shared/http/method-override';
import { isMisspeltForwardHeader, SERVICE_HEADERS } from '@shared/vault-forward/request';
import {
  isSandboxDestination,
  SANDBOX_DESTINATION,
  withSandbox,
} from '@shared/vault-forward/sandbox-destination';
import { bodyByValue } from './body-by-value';
import type { FilledOrder } from './fill-order';
import { keyMarksOf } from './key-marks';
import { normaliseRequest } from './normalise-request';
import type { Order } from './order';
import { noSandboxProblem, misspeltHeaderProblem, overrideProblem } from './sending-problems';
import { stampOf, toServiceRequest, type ServiceRequest } from './service-request';
import { withoutLayout } from './without-layout';

/**
 * An order made ready and frozen: profile, address, headers and bytes stay as they were when the guard checked them.
 * Only the credential is still missing, and it is fetched for exactly this profile.
 */
export interface Plan extends Order {
  /** The request with references in place of all secrets, and its variables filled in. */
  readonly request: RequestSpec;
  /** The same request with the names of its variables; null if it has none. */
  readonly composed: RequestSpec | null;
  readonly stamp: ProfileStamp;
  /** What goes out, with the values of secret headers. */
  readonly wire: ServiceRequest;
  /** Names of the secret headers, as written. */
  readonly secretHeaders: readonly string[];
  /**
   * Identifies what the request does: the same request to the same service has the same mark, whatever the profile
   * and the layout of its body. Computed on first use.
   */
  readonly mark: string;
  /**
   * Identifies where the request goes: the service, method and address, and for Vault Forward the destination's
   * method and address too. Computed on each use.
   */
  readonly destinationMark: string;
  /**
   * Identify what the request would do regardless of its other headers, by the normalised method, address, payment
   * methods and body. There are two if it has values that are generated each time: one without them and one with the
   * current ones. Each idempotency key adds one. Computed on first use.
   */
  readonly contentMarks: readonly string[];
  /**
   * Its marks as earlier versions of the app computed them: the later one depends on the layout of the body, the
   * earliest on the profile too.
   */
  readonly earlierMarks: readonly string[];
}

/** Resolves references to secret values, wherever those are kept. */
export interface SecretReferences {
  /** Equal values get the same id. */
  keep(value: string): string;
  /** Null if the value is not known, or no longer known. */
  read(id: string): Promise<string | null>;
}

/**
 * Makes a plan from an order. Throws a `ProblemError` if it cannot be sent: no base URL, a secret that is gone, a
 * missing path parameter or a refused header.
 */
export async function makePlan(
  { sameEachTime, ...order }: FilledOrder,
  references: SecretReferences,
  sandboxDestination: () => Promise<string | null>,
): Promise<Plan> {
  const profile = Object.freeze({ ...order.profile });
  refuseOwnedHeaders(order.request, profile);
  refuseMisspeltHeaders(order.request);
  refuseOverride(order.request, profile);
  const request = withReferences(order.request, references);
  const written = toServiceRequest(profile, await withValues(request, references));
  const wire = await withSandboxDestination(written, profile, sandboxDestination);
  const same =
    sameEachTime === order.request
      ? written
      : toServiceRequest(profile, await withValues(withReferences(sameEachTime, references), references));
  const textOf = ({ body }: RequestSpec): string => maskSecurityCodes(withoutLayout(body ?? '')).text;
  // Cached, because finding the security codes in a large body takes a while.
  let kept: string | null = null;
  const sameText = (): string => (kept ??= textOf(sameEachTime));
  let mark: string | null = null;
  let contentMarks: readonly string[] | null = null;
  return Object.freeze({
    ...order,
    profile,
    request,
    composed: order.composed && withReferences(order.composed, references),
    stamp: stampOf(profile),
    wire,
    secretHeaders: request.headers.filter(({ secret }) => secret).map(({ name }) => name),
    get mark() {
      // Computed from `{sandbox}` as written: the sandbox is the same place on any port.
      return (mark ??= markOf(serviceOf(profile), profile, same, sameText()));
    },
    get destinationMark() {
      const { url, method } = SERVICE_HEADERS;
      return markOf(serviceOf(profile), profile, withHeaders(same, [url, method]), '');
    },
    get contentMarks() {
      if (contentMarks !== null) return contentMarks;
      const { url, method, paymentMethods } = SERVICE_HEADERS;
      const markOfContent = (request: ServiceRequest, body: string): string =>
        markOf(
          serviceOf(profile),
          profile,
          normaliseRequest(withHeaders(request, [url, method, paymentMethods])),
          bodyByValue(body),
        );
      const text = order.request.body === sameEachTime.body ? sameText() : textOf(order.request);
      return (contentMarks = [
        ...new Set([
          markOfContent(same, sameText()),
          markOfContent(written, text),
          // As written: a variable stands for another key each time.
          ...keyMarksOf(serviceOf(profile), profile, written, text),
        ]),
      ]);
    },
    get earlierMarks() {
      const { id, merchantAccountId, merchantHeader } = profile;
      const body = maskSecurityCodes(sameEachTime.body ?? '').text;
      return [serviceOf(profile), [id, merchantAccountId, merchantHeader]].map((service) =>
        markOf(service, profile, same, body),
      );
    },
  });
}

/**
 * Replaces `{sandbox}` with the address of the destination that the app's own sandbox plays. Only that sandbox can
 * forward there: another service on this computer does not trust the destination's certificate, and a service behind
 * a tunnel runs on another computer. Either would answer with an error that leaves open whether the request was
 * carried out. Throws a `ProblemError` for other profiles, and if the sandbox is not running.
 */
async function withSandboxDestination(
  written: ServiceRequest,
  profile: Profile,
  sandboxDestination: () => Promise<string | null>,
): Promise<ServiceRequest> {
  const isSymbolic = ([name, value]: HeaderList[number]): boolean =>
    sameHeaderName(name, SERVICE_HEADERS.url) && isSandboxDestination(value);
  if (!written.headers.some(isSymbolic)) return written;
  if (profile.environment !== 'local') throw sandboxElsewhereProblem(profile.name);
  const base = await sandboxDestination();
  if (base === null) throw noSandboxProblem();
  const headers = written.headers.map((header) =>
    isSymbolic(header) ? ([header[0], withSandbox(header[1], base)] as const) : header,
  );
  return { ...written, headers };
}

/**
 * Headers that belong to the profile or the connection must not be set by anything else, such as a file or a page.
 */
function refuseOwnedHeaders({ headers }: RequestSpec, profile: Profile): void {
  const owned = ['authorization', 'host'];
  if (profile.merchantAccountId !== null) owned.push(looselyRead(profile.merchantHeader));
  const header = headers.find(({ name }) => owned.includes(looselyRead(name)));
  if (header !== undefined) throw ownedHeaderProblem(header.name);
}

/**
 * The questions about the destination and its cards only look at headers with the exact names of the specification.
 */
function refuseMisspeltHeaders({ headers }: RequestSpec): void {
  const header = headers.find(({ name }) => isMisspeltForwardHeader(name));
  if (header !== undefined) throw misspeltHeaderProblem(header.name);
}

/**
 * The request would pass for one that only reads: sent without a question, even from a read-only profile, and retried
 * by the app.
 */
function refuseOverride(request: RequestSpec, profile: Profile): void {
  const own = request.headers.map(({ name, value }): HeaderList[number] => [name, value]);
  const header = methodOverride(serviceCallHeaders(profile, '', own));
  if (header !== null && isSafe(targetOf(request).method)) throw overrideProblem(header);
}

/** The headers of the call with a token; the credential and the merchant account come first. */
export function headersWith(token: string, { profile, wire }: Plan): HeaderList {
  return serviceCallHeaders(profile, token, wire.headers);
}

/** Replaces typed secrets with references. A header is secret if it is marked so, or if its name says so. */
export function withReferences(
  request: RequestSpec,
  references: Pick<SecretReferences, 'keep'>,
): RequestSpec {
  const refer = (header: SpecHeader): SpecHeader => {
    const { name, value, secret } = header;
    // A reference is always secret, whatever the header's name or mark says.
    const known = secretIdOf(value) !== null;
    if (value === '' || (!secret && !known && !isSecretHeaderName(name))) return header;
    return { name, value: known ? value : secretReference(references.keep(value)), secret: true };
  };
  return { ...request, headers: request.headers.map(refer) };
}

async function withValues(request: RequestSpec, references: SecretReferences): Promise<RequestSpec> {
  const reveal = async (header: SpecHeader): Promise<SpecHeader> => {
    const id = header.secret ? secretIdOf(header.value) : null;
    if (id === null) return header;
    const value = await references.read(id);
    if (value === null) throw missingSecretProblem(header.name);
    return { ...header, value };
  };
  return { ...request, headers: await Promise.all(request.headers.map(reveal)) };
}

/**
 * What a profile says, apart from the address, about on whose behalf a request is made. Its name, token and
 * connection settings do not matter.
 */
function serviceOf({ environment, merchantAccountId, merchantHeader }: Profile): readonly unknown[] {
  const isBuiltIn = environment === 'local';
  return merchantAccountId === null ? [isBuiltIn] : [isBuiltIn, merchantAccountId, merchantHeader];
}

/** The request with only these headers, in this order and spelled as here. */
function withHeaders(request: ServiceRequest, names: readonly string[]): ServiceRequest {
  const headers = names.flatMap((name): HeaderList =>
    request.headers.filter(([its]) => sameHeaderName(its, name)).map(([, value]) => [name, value] as const),
  );
  return { ...request, headers };
}

/**
 * The mark is written to disk, so security codes are masked first (in the body by the caller): three digits could be
 * guessed from a hash.
 */
function markOf(
  service: readonly unknown[],
  { environment }: Profile,
  { method, url, headers }: ServiceRequest,
  body: string,
): string {
  // The built-in server gets a new port on each start but is still the same place.
  const place = environment === 'local' ? url.replace(new URL(url).origin, '') : url;
  return createHash('sha256')
    .update(
      JSON.stringify([...service, method, maskSecurityCodes(place).text, headers.map(withoutCode)]),
      'utf8',
    )
    .update('\n')
    .update(body, 'utf8')
    .digest('hex');
}

function withoutCode([name, value]: HeaderList[number]): HeaderList[number] {
  return [name, maskTypedCode(name, maskSecurityCodes(value).text)];
}

function sandboxElsewhereProblem(profile: string): ProblemError {
  return new ProblemError({
    code: 'sandbox-elsewhere',
    title: `${SANDBOX_DESTINATION} is for the profile Local sandbox alone`,
    meaning: `It stands for a destination of the app’s own sandbox, to which the service of ${profile} cannot forward. Nothing was sent.`,
    nextStep: 'Choose the profile Local sandbox, or enter another destination.',
    field: 'Destination URL',
    detail: null,
  });
}

function ownedHeaderProblem(header: string): ProblemError {
  return new ProblemError({
    code: 'header-not-yours',
    title: `${header} is set by the profile`,
    meaning: `A request cannot bring a "${header}" of its own: it comes from the profile and the connection. Nothing was sent.`,
    nextStep: 'Remove the header from the request; change the profile if it should have another value.',
    field: 'Headers',
    detail: null,
  });
}

function missingSecretProblem(header: string): ProblemError {
  return new ProblemError({
    code: 'secret-gone',
    title: 'The value of a secret header is gone',
    meaning: `The value of "${header}" is no longer known. Nothing was sent.`,
    nextStep: 'Enter it again in the header.',
    field: 'Headers',
    detail: null,
  });
}
