import type { HeaderList } from '@shared/http/exchange';
import { pathOfRequest } from '@shared/operations/registry';
import { ProblemError } from '@shared/problem';
import type { Profile, ProfileStamp } from '@shared/profiles/profile';
import { isPlainPath } from '@shared/http/plain-address';
import { placesOf } from '@shared/requests/operation-key';
import { targetOf, type RequestSpec } from '@shared/requests/request-spec';
import { encodeBody, findLoneSurrogate } from '@shared/vault-forward/request';

/** A request as it will be on the wire, without what the credential adds. */
export interface ServiceRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** The request's own headers, with the values of secret ones. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
}

/**
 * Turns a spec into a request under a profile: the base URL with the operation's path and query, and the spec's own
 * headers, with secret values already filled in. Throws a `ProblemError` if it cannot be sent there. Source:
 * specification, Endpoints.
 */
export function toServiceRequest(profile: Profile, spec: RequestSpec): ServiceRequest {
  const { method, path } = targetOf(spec);
  for (const name of placesOf(path)) {
    // Names such as `constructor` are in every object.
    if (!Object.hasOwn(spec.pathParameters, name) || spec.pathParameters[name] === '')
      throw missingPathParameter(name);
  }
  refuseHalfCharacters('path', [path, ...Object.values(spec.pathParameters)]);
  refuseHalfCharacters('query', spec.query.flat());
  refuseHalfCharacters('body', [spec.body]);
  return {
    method,
    url: urlOf(profile, spec),
    headers: spec.headers.map(({ name, value }) => [name, value]),
    body: spec.body === null ? null : encodeBody(spec.body),
  };
}

/** Throws a `ProblemError` for a text that has no UTF-8: encoders would send another one. */
function refuseHalfCharacters(place: string, texts: readonly (string | null)[]): void {
  if (!texts.some((text) => text !== null && findLoneSurrogate(text) !== -1)) return;
  throw new ProblemError({
    code: 'half-character',
    title: `The ${place} has half of a character`,
    meaning:
      'Half of a surrogate pair stands there, as when a text was cut within an emoji. It cannot be sent as UTF-8. Nothing was sent.',
    nextStep: 'Remove it, or write the whole character.',
    detail: null,
  });
}

/** The address, always below the base URL whatever the path says, because that is where the token belongs. */
function urlOf(profile: Profile, spec: RequestSpec): string {
  const base = placeOf(baseUrlOf(profile));
  const path = pathOfRequest(spec);
  // A plain path is simply appended: parsing the URL would take longer than everything else here.
  if (base.href !== null && isPlainPath(path)) return base.href + path;
  const url = new URL(base.text + path);
  if (hasDotSegments(path) || !isBelow(base, url)) throw elsewhereProblem();
  return url.href;
}

interface Place {
  readonly text: string;
  readonly origin: string;
  readonly folder: string;
  /** The parsed URL without a trailing slash; null if a path appended to it would not be below it. */
  readonly href: string | null;
}

function isBelow({ origin, folder }: Pick<Place, 'origin' | 'folder'>, url: URL): boolean {
  return url.origin === origin && url.pathname.startsWith(folder);
}

/** Parses a base URL and caches the last one, because thousands of requests share it. */
function placeOf(text: string): Place {
  if (text !== lastPlace?.text) {
    const { origin, pathname } = new URL(text);
    const place = { text, origin, folder: pathname.replace(/\/*$/, '/') };
    const below = new URL(`${text}/x`);
    lastPlace = { ...place, href: isBelow(place, below) ? below.href.slice(0, -2) : null };
  }
  return lastPlace;
}
let lastPlace: Place | null = null;

/**
 * True if the path has a `.` or `..` segment, typed or from a parameter's value. Parsing removes `..` together with
 * the segment before it, which would turn `DELETE /orders/../items` into `DELETE /items`. Encoded dots count the
 * same, and a `\` counts as a slash (WHATWG URL, 4.3, 4.4).
 */
function hasDotSegments(path: string): boolean {
  const [before = ''] = path.split('?');
  return before.includes('\\') || before.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/** The profile's base URL. Throws a `ProblemError` if it has none. */
export function baseUrlOf(profile: Profile): string {
  if (profile.baseUrl !== null) return profile.baseUrl;
  const local = profile.environment === 'local';
  throw new ProblemError({
    code: 'no-base-url',
    title: local ? 'The Local sandbox is not running' : `${profile.name} has no base URL yet`,
    meaning: local
      ? 'The built-in server is still starting, or it could not start. Nothing was sent.'
      : 'The app does not know where to send the request. Nothing was sent.',
    nextStep: local
      ? 'Try again in a moment; if that does not help, restart the app.'
      : 'Enter the base URL in the profile.',
    profileId: profile.id,
    detail: null,
  });
}

export function stampOf(profile: Profile): ProfileStamp {
  const { id, name, environment, merchantAccountId, merchantHeader } = profile;
  return { id, name, environment, baseUrl: baseUrlOf(profile), merchantAccountId, merchantHeader };
}

function elsewhereProblem(): ProblemError {
  return new ProblemError({
    code: 'path-elsewhere',
    title: 'The path leads elsewhere',
    meaning:
      'A “.” or “..” between slashes takes a part of the path away, and a “\\” becomes a slash: the request would go to another place than the one that is written. Nothing was sent.',
    nextStep: 'Write the path that is meant, and give every place in it a value of its own.',
    field: 'Path',
    detail: null,
  });
}

function missingPathParameter(name: string): ProblemError {
  return new ProblemError({
    code: 'path-parameter-missing',
    title: `${name} is missing`,
    meaning: `The address of this request has a place for ${name}. Nothing was sent.`,
    nextStep: `Enter ${name}.`,
    field: name,
    detail: null,
  });
}
