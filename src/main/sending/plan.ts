import { createHash } from 'node:crypto';
import { maskSecurityCodes } from '@shared/cards/security-codes';
import type { HeaderList } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import type { Profile, ProfileStamp } from '@shared/profiles/profile';
import { targetOf, type RequestSpec, type SpecHeader } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import { serviceCallHeaders } from '@shared/http/wire-headers';
import { isSafe, looselyRead, sameHeaderName } from '@shared/http/http-fields';
import { methodOverride } from '@shared/http/method-override';
import { isForwardInOtherWriting, SERVICE_HEADERS } from '@shared/vault-forward/request';
import {
  isSandboxDestination,
  SANDBOX_DESTINATION,
  withSandbox,
} from '@shared/vault-forward/sandbox-destination';
import type { FilledOrder } from './fill-order';
import { inOneWriting, stringsInOneWriting } from './one-writing';
import type { Order } from './order';
import { noSandboxProblem, otherWritingProblem, overrideProblem } from './sending-problems';
import { stampOf, toServiceRequest, type ServiceRequest } from './service-request';
import { withoutLayout } from './without-layout';

/**
 * An order made ready, and frozen: profile, address, headers and bytes stay as they were when the guard looked at them.
 * Only the credential is still missing; it is asked for with this very profile.
 */
export interface Plan extends Order {
  /** With references in place of every secret, and with the values of its variables. */
  readonly request: RequestSpec;
  /** The same with their names; null when it has none. */
  readonly composed: RequestSpec | null;
  readonly stamp: ProfileStamp;
  /** What goes out, with the values of secret headers. */
  readonly wire: ServiceRequest;
  /** Names of the headers that are secret, as written. */
  readonly secretHeaders: readonly string[];
  /**
   * Stands for what it does: the same request to the same service has the same mark, under whichever profile and however its body is
   * laid out. Made when it is asked for.
   */
  readonly mark: string;
  /**
   * Stands for where it goes: the method and the address, of a Vault Forward its destination's, of the same service. Made when it is
   * asked for.
   */
  readonly destinationMark: string;
  /**
   * Stand for what it would do whatever else its headers say: the method, the address, the payment methods and the body, however they are
   * written; and, where that is another, with the values of this time. Made when they are asked for.
   */
  readonly contentMarks: readonly string[];
  /** Its marks in earlier versions: one saw how a body is laid out, one before it was another for each profile. */
  readonly earlierMarks: readonly string[];
}

/** The values behind references, wherever they are kept. */
export interface SecretReferences {
  /** The same value has the same id. */
  keep(value: string): string;
  /** Null when it is not known (any more). */
  read(id: string): Promise<string | null>;
}

/**
 * Throws a `ProblemError` for what cannot be sent: no base URL, a secret that is gone, a path parameter that is missing.
 */
export async function makePlan(
  { sameEachTime, ...order }: FilledOrder,
  references: SecretReferences,
  sandboxDestination: () => Promise<string | null>,
): Promise<Plan> {
  const profile = Object.freeze({ ...order.profile });
  refuseOwnedHeaders(order.request, profile);
  refuseOtherWriting(order.request);
  refuseOverride(order.request, profile);
  const request = withReferences(order.request, references);
  const written = toServiceRequest(profile, await withValues(request, references));
  const wire = await withSandboxDestination(written, profile, sandboxDestination);
  const same =
    sameEachTime === order.request
      ? written
      : toServiceRequest(profile, await withValues(withReferences(sameEachTime, references), references));
  const textOf = ({ body }: RequestSpec): string => maskSecurityCodes(withoutLayout(body ?? '')).text;
  // The security codes of a large body take a while to be found.
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
      // Of what was written: the sandbox is the same place wherever it listens.
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
          inOneWriting(withHeaders(request, [url, method, paymentMethods])),
          stringsInOneWriting(body),
        );
      const text = order.request.body === sameEachTime.body ? sameText() : textOf(order.request);
      return (contentMarks = [...new Set([markOfContent(same, sameText()), markOfContent(written, text)])]);
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
 * `{sandbox}` is a name for what the app's own sandbox plays. No other service on this computer trusts its certificate, and that of a
 * tunnel is elsewhere: what either answers would be taken for something that may have been carried out.
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

/** What the profile and the connection set is nobody else's to set: neither a file's nor a page's. */
function refuseOwnedHeaders({ headers }: RequestSpec, profile: Profile): void {
  const owned = ['authorization', 'host'];
  if (profile.merchantAccountId !== null) owned.push(looselyRead(profile.merchantHeader));
  const header = headers.find(({ name }) => owned.includes(looselyRead(name)));
  if (header !== undefined) throw ownedHeaderProblem(header.name);
}

/** What asks about the destination and its cards reads the specification's names. */
function refuseOtherWriting({ headers }: RequestSpec): void {
  const header = headers.find(({ name }) => isForwardInOtherWriting(name));
  if (header !== undefined) throw otherWritingProblem(header.name);
}

/** It would be sent as one that only reads: without a question, from a read-only profile, and again by itself. */
function refuseOverride(request: RequestSpec, profile: Profile): void {
  const own = request.headers.map(({ name, value }): HeaderList[number] => [name, value]);
  const header = methodOverride(serviceCallHeaders(profile, '', own));
  if (header !== null && isSafe(targetOf(request).method)) throw overrideProblem(header);
}

/** The headers of the call with a token: the credential and the merchant come first. */
export function headersWith(token: string, { profile, wire }: Plan): HeaderList {
  return serviceCallHeaders(profile, token, wire.headers);
}

/** A header whose name says that its value is a secret is one, whatever is said of it; typed values become references. */
export function withReferences(
  request: RequestSpec,
  references: Pick<SecretReferences, 'keep'>,
): RequestSpec {
  const refer = (header: SpecHeader): SpecHeader => {
    const { name, value, secret } = header;
    // A reference is a secret whatever the header is called, and whoever says that it is none.
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

/** What of a profile says, beside the address, on whose behalf a request acts. Its name, token and way there do not. */
function serviceOf({ environment, merchantAccountId, merchantHeader }: Profile): readonly unknown[] {
  const isBuiltIn = environment === 'local';
  return merchantAccountId === null ? [isBuiltIn] : [isBuiltIn, merchantAccountId, merchantHeader];
}

/** With these headers alone, each by the name that it has here, in this order. */
function withHeaders(request: ServiceRequest, names: readonly string[]): ServiceRequest {
  const headers = names.flatMap((name): HeaderList =>
    request.headers.filter(([its]) => sameHeaderName(its, name)).map(([, value]) => [name, value] as const),
  );
  return { ...request, headers };
}

/** It is written down: of the body too, security codes are masked first, as three digits could be guessed from it. */
function markOf(
  service: readonly unknown[],
  { environment }: Profile,
  { method, url, headers }: ServiceRequest,
  body: string,
): string {
  // The built-in server has another port at each start, and is the same place all the same.
  const place = environment === 'local' ? url.replace(new URL(url).origin, '') : url;
  return createHash('sha256')
    .update(JSON.stringify([...service, method, maskSecurityCodes(place).text, headers]), 'utf8')
    .update('\n')
    .update(body, 'utf8')
    .digest('hex');
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
    nextStep: 'Take the header out of the request; change the profile if it should have another value.',
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
