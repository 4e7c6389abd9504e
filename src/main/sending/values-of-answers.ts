import { sameHeaderName } from '@shared/http/http-fields';
import { parseJsonTree, type JsonNode } from '@shared/json/json-tree';
import { ProblemError } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import { fillVariables, findVariables, writeVariables, type ValueOf } from '@shared/requests/variables';
import { bodyKind } from '@shared/vault-forward/body-checks';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import { scanPlaceholders } from '@shared/vault-forward/placeholder-scan';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import { findStatements } from '@shared/vault-forward/template-statements';

/**
 * Keeps what the person composed: a value from an answer stays a value, because otherwise whoever answered could write
 * the next request. Throws a `ProblemError` if one would change the JSON around it, put a card's data where nobody
 * asked for it, leave a gap in a path, or change where the request is forwarded to. A whole address, host or path may
 * come from an answer if nothing else was composed in its place.
 */
export function refuseOtherRequest(
  composed: RequestSpec,
  filled: RequestSpec,
  values: ReadonlyMap<string, string>,
  valueOf: ValueOf,
): void {
  refuseGaps(composed, values);
  const isForward = composed.operation === 'vault_forward';
  if (isForward)
    for (const { name, value } of composed.headers) refuseOtherHeader(name, value, values, valueOf);
  const body = composed.body ?? '';
  const names = namesIn(body, values);
  if (names.length === 0) return;
  const plain = fillVariables(body, (name) => (values.has(name) ? '1' : valueOf(name)));
  // An opening alone would join what was composed after it.
  const opens = names.some((name) => /\{[{%]/.test(values.get(name) ?? ''));
  const places = (text: string): number => placeholdersIn(filled, text);
  if (isForward && (opens || places(plain) !== places(filled.body ?? ''))) {
    throw refusal('value-is-placeholder', names, 'put a placeholder into the body', [
      'It holds {{ }} or {% %}, where the service would put data of a card.',
      VALUE_STEP,
    ]);
  }
  const before = parseJsonTree(plain);
  if (!before.ok) return;
  const staysAround = (text: string): boolean => {
    const now = parseJsonTree(text);
    return now.ok && hasPlacesOf(before.tree.root, now.tree.root);
  };
  if (staysAround(filled.body ?? '')) return;
  const alone = names.filter((one) => {
    const of: ValueOf = (name) => (values.has(name) && name !== one ? '1' : valueOf(name));
    return !staysAround(fillVariables(body, of));
  });
  throw refusal('value-changes-json', alone.length > 0 ? alone : names, 'change the JSON around it', [
    'It holds quotes, brackets or commas that would be read as a part of the body, and not as its value.',
    VALUE_STEP,
  ]);
}

/** Without the value that has a whole segment of a path, the request would be about all orders in place of one. */
function refuseGaps(
  { target, pathParameters, headers }: RequestSpec,
  values: ReadonlyMap<string, string>,
): void {
  const destination = headers.find(({ name }) => sameHeaderName(name, SERVICE_HEADERS.url))?.value ?? '';
  const [path = ''] = destination.split(/[?#]/);
  const places = [target?.path ?? '', path, ...Object.values(pathParameters).map((value) => `/${value}`)];
  const names = places.flatMap((place) =>
    findVariables(place)
      .filter(
        ({ offset, length }) => place[offset - 1] === '/' && /^(?:\/|$)/.test(place.slice(offset + length)),
      )
      .map(({ name }) => name),
  );
  const gaps = [...new Set(names)].filter((name) => /^\s*(?:null)?\s*$/.test(values.get(name) ?? 'none'));
  if (gaps.length === 0) return;
  throw refusal('value-leaves-gap', gaps, 'leave a gap in the address', [
    'It is empty or null, so the request would be about something else, such as all of a list in place of one of its items.',
    VALUE_STEP,
  ]);
}

/** The names in a text that have a value from an answer, each once. */
function namesIn(text: string, values: ReadonlyMap<string, string>): string[] {
  return [...new Set(findVariables(text).map(({ name }) => name))].filter((name) => values.has(name));
}

/** How many places of a body the service would fill in. */
function placeholdersIn(request: RequestSpec, body: string): number {
  const { placeholders } = scanPlaceholders(body, bodyKind(draftOfRequest(request, null)));
  return placeholders.length + findStatements(body).length;
}

function refuseOtherHeader(
  name: string,
  value: string,
  values: ReadonlyMap<string, string>,
  valueOf: ValueOf,
): void {
  const names = namesIn(value, values);
  if (names.length === 0) return;
  const { url, paymentMethods, authentications } = SERVICE_HEADERS;
  if ([paymentMethods, authentications].some((list) => sameHeaderName(list, name))) {
    if (names.every((one) => !values.get(one)?.includes(','))) return;
    throw refusal('value-is-list', names, `add to ${name}`, [
      'It holds a comma, and one ID has its place there.',
      VALUE_STEP,
    ]);
  }
  if (!sameHeaderName(name, url)) return;
  const ofAnswers = fillVariables(value, (one) => (values.has(one) ? null : valueOf(one)));
  if (staysWithinAddress(ofAnswers, values)) return;
  throw refusal('value-changes-destination', names, 'change where the request is forwarded to', [
    'It holds what would be read as another part of the address: another host, folder or parameter.',
    `${VALUE_STEP} A whole address, host or path from an answer has nothing else composed in its place.`,
  ]);
}

/** Ends a part of an address, or begins the next. */
const ENDS_PART = /[/\\?#&]/;

const HAS_DOT_SEGMENT = /^[^?#]*[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i;

function staysWithinAddress(address: string, values: ReadonlyMap<string, string>): boolean {
  const hosts = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0];
  // Its beginning comes from the answer, and so does the host, as it was composed.
  if (hosts === undefined) return true;
  const filled = fillVariables(address, (name) => values.get(name) ?? null);
  if (!HAS_DOT_SEGMENT.test(address) && HAS_DOT_SEGMENT.test(filled)) return false;
  return findVariables(address).every(({ name, offset, length }) => {
    const value = values.get(name) ?? '';
    const isAtEnd = offset + length === hosts.length;
    if (address.slice(0, offset).includes('?')) return !/[#&]/.test(value);
    // In `https://psp.example${path}` it could make the host longer; after a dot the rest of it was left open.
    if (!isAtEnd || /[/.]$/.test(address.slice(0, offset))) return !ENDS_PART.test(value);
    if (address[offset - 1] === ':') return /^\d*$/.test(value);
    const isLast = hosts.length === address.length;
    return (isLast ? /^(?:[/?#]|$)/ : /^(?:\/[^\\?#]*)?$/).test(value);
  });
}

/**
 * Whether both have the same objects and lists. Any single value may replace a number or a word; a string stays a
 * string because its opening quote was composed.
 */
function hasPlacesOf(plain: JsonNode, filled: JsonNode | undefined): boolean {
  switch (plain.kind) {
    case 'object':
      return (
        filled?.kind === 'object' &&
        filled.members.length === plain.members.length &&
        plain.members.every(({ value }, at) => hasPlacesOf(value, filled.members[at]?.value))
      );
    case 'array':
      return (
        filled?.kind === 'array' &&
        filled.items.length === plain.items.length &&
        plain.items.every((item, at) => hasPlacesOf(item, filled.items[at]))
      );
    default:
      return true;
  }
}

const VALUE_STEP = 'Look at the answer that it was kept from, and at what the expectation keeps of it.';

function refusal(
  code: string,
  names: readonly string[],
  what: string,
  [meaning, nextStep]: readonly [meaning: string, nextStep: string],
): ProblemError {
  return new ProblemError({
    code,
    title: `What an answer gave for ${writeVariables(names)} would ${what}`,
    meaning: `${meaning} Nothing was sent.`,
    nextStep,
    detail: null,
  });
}
