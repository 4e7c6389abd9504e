import { fromBase64 } from '../text/base64';
import { findCardNumbers, findCardNumbersInParts } from '../cards/card-numbers';
import { MASKED } from '../http/exchange';
import { headerValue, sameHeaderName } from '../http/http-fields';
import type { RequestSpec } from '../requests/request-spec';
import { hiddenParts } from '../secrets/hidden-parts';
import { isSecretHeaderName } from '../secrets/secret-headers';
import { emptyDraft, type DraftHeader, type VaultForwardDraft } from '../vault-forward/draft';
import { requestOfDraft } from '../vault-forward/draft-request';
import { isConnectionHeader } from '../vault-forward/header-checks';
import { isForwardHeader, isJsonType, SERVICE_HEADERS, VAULT_FORWARD_PATH } from '../vault-forward/request';
import { replaceCardData } from './card-placeholders';
import type { Imported, ImportedRequest } from './imported-request';
import { commaList } from '../text/comma-list';

export interface VaultForwardImport {
  readonly draft: VaultForwardDraft;
  /** Sentences about what was changed; they contain no values of the request. */
  readonly done: readonly string[];
  /** Sentences about what is left to do or was left out. */
  readonly left: readonly string[];
}

/**
 * Turns a request to a third party into a Vault Forward request: its URL becomes the destination, its headers go to
 * the destination, and its card data becomes placeholders. A request that already is one for Vault Forward is taken
 * apart again. In steps, for bodies of any length.
 */
export function* toVaultForward(
  { request, notes }: Imported,
  rowId: () => string,
): Generator<void, VaultForwardImport> {
  const imported = isVaultForward(request)
    ? unwrapRequest(request, rowId)
    : yield* wrapRequest(request, rowId);
  return {
    ...imported,
    left: [
      ...notes,
      ...secretsToEnter(imported.draft),
      ...describeHidden(requestOfDraft(imported.draft)),
      ...imported.left,
      ...(yield* remainingCardNumbers(imported.draft)),
    ],
  };
}

function* wrapRequest(request: ImportedRequest, rowId: () => string): Generator<void, VaultForwardImport> {
  const left: string[] = [];
  const dropped = request.headers.filter(([name]) => isConnectionHeader(name)).map(([name]) => name);
  const headers = request.headers
    .filter(([name]) => !isConnectionHeader(name))
    .map(([name, value]) => draftHeader(rowId(), name, value, !isBrowserNoise(name), request));
  const off = headers.filter(({ enabled }) => !enabled).map(({ name }) => name);
  if (dropped.length > 0) {
    left.push(`Left out, as whoever makes the connection sets them: ${dropped.join(', ')}.`);
  }
  if (off.length > 0) {
    left.push(`Switched off, as they describe a browser: ${off.join(', ')}.`);
  }
  const body = yield* replaceCardData(request.body ?? '', isForm(request) ? 'form' : 'json');
  if (body.cards > 0) {
    const ids =
      body.cards === 1
        ? 'the ID of the stored payment method'
        : `the IDs of the ${body.cards} stored payment methods, in the order of the placeholders`;
    left.push(`In the draft, enter ${ids}.`);
  }
  if (body.body.includes('{{CARD_SECURITY_CODE_')) {
    left.push(
      'A security code is never stored with a payment method. Its placeholder is not in the specification, and works only with a checkout session.',
    );
  }
  return {
    draft: { ...emptyDraft(), destinationUrl: request.url, method: request.method, headers, body: body.body },
    done: body.done,
    left: [...left, ...body.left],
  };
}

/** Headers that browsers add by themselves and that a request from a server would not have. */
export function isBrowserNoise(name: string): boolean {
  return /^(?:accept-encoding|accept-language|cache-control|dnt|origin|pragma|priority|referer|sec-.*|upgrade-insecure-requests|user-agent)$/i.test(
    name,
  );
}

function isForm(request: ImportedRequest): boolean {
  const type = headerValue(request.headers, 'content-type') ?? '';
  return (
    !isJsonType(type) &&
    /^application\/x-www-form-urlencoded/i.test(type) &&
    !/^\s*[[{]/.test(request.body ?? '')
  );
}

function draftHeader(
  id: string,
  name: string,
  value: string,
  enabled: boolean,
  { secretHeaders = [] }: ImportedRequest,
): DraftHeader {
  const secret = isSecretHeaderName(name) || secretHeaders.some((marked) => sameHeaderName(marked, name));
  const isElsewhere = secret && (isVariable(value) || value.includes(MASKED));
  return { id, name, value: isElsewhere ? '' : value, secret, enabled };
}

/** `$NAME`, `${NAME}`, `%NAME%` as a separate word. */
const VARIABLE = /(?:^|[\s=:;])(?:\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})|%[A-Za-z_]\w*%)(?=$|[\s;&])/;

/** True if a shell would have filled in the secret, even as the password of Basic credentials. */
function isVariable(value: string): boolean {
  const basic = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(value)?.[1];
  const bytes = basic === undefined ? null : fromBase64(basic);
  return VARIABLE.test(value) || (bytes !== null && VARIABLE.test(new TextDecoder().decode(bytes)));
}

/** Secrets that the imported text does not contain. */
function secretsToEnter({ headers, serviceHeaders }: VaultForwardDraft): string[] {
  const names = [...headers, ...serviceHeaders]
    .filter(({ secret, value, enabled }) => secret && enabled && value === '')
    .map(({ name }) => name);
  return names.length === 0
    ? []
    : [`Enter the value of ${names.join(', ')}: what was imported does not hold it.`];
}

/** Says where dots stand for something: it cannot be sent like that. */
export function describeHidden(request: RequestSpec): string[] {
  const places = new Set(hiddenParts(request).map(({ place }) => place));
  if (places.size === 0) return [];
  const where = new Intl.ListFormat('en-GB').format(places);
  return [
    `Dots in ${where} stand for a secret or card data: what was imported does not hold it. Enter it again before you send.`,
  ];
}

function isVaultForward({ url, headers }: ImportedRequest): boolean {
  return (
    /^[^?#]*/.exec(url)?.[0].endsWith(VAULT_FORWARD_PATH) === true &&
    headers.some(([name]) => name.toLowerCase() === SERVICE_HEADERS.url)
  );
}

/** Takes a Vault Forward request apart into a draft that gives the same request. */
function unwrapRequest(request: ImportedRequest, rowId: () => string): VaultForwardImport {
  const draft = { ...emptyDraft(), body: request.body ?? '' };
  const headers: DraftHeader[] = [];
  const serviceHeaders: DraftHeader[] = [];
  const dropped: string[] = [];
  const taken = new Set<string>();
  for (const [name, value] of request.headers) {
    // A second one of the same name does not replace the first: it becomes a header, where the checks point it out.
    const lower = taken.has(name.toLowerCase()) ? '' : name.toLowerCase();
    taken.add(lower);
    const ids = commaList(value);
    if (lower === SERVICE_HEADERS.url) draft.destinationUrl = value;
    else if (lower === SERVICE_HEADERS.method) draft.method = value;
    else if (lower === SERVICE_HEADERS.paymentMethods) draft.paymentMethods = ids;
    else if (lower === SERVICE_HEADERS.authentications)
      draft.authentications = ids.map((id) => ({ id, name: '' }));
    else if (name.toLowerCase().startsWith(SERVICE_HEADERS.downstreamPrefix)) {
      const bare = name.slice(SERVICE_HEADERS.downstreamPrefix.length);
      headers.push(draftHeader(rowId(), bare, value, true, request));
    } else if (isForwardHeader(name)) {
      serviceHeaders.push(draftHeader(rowId(), name, value, true, request));
    } else {
      dropped.push(name);
    }
  }
  const left = [
    ...(dropped.length === 0
      ? []
      : [`Left out, as the profile or the connection sets them: ${dropped.join(', ')}.`]),
    ...(request.method === 'POST' ? [] : [`It was a ${request.method}: Vault Forward takes POST only.`]),
    ...(/\?[^#]/.test(request.url) ? ['The query of its own URL was left out: Vault Forward has none.'] : []),
  ];
  return {
    draft: { ...draft, headers, serviceHeaders },
    done: ['This is a Vault Forward request already; its headers filled in the fields.'],
    left,
  };
}

function* remainingCardNumbers(draft: VaultForwardDraft): Generator<void, string[]> {
  const left = (yield* findCardNumbersInParts(draft.body)).map(
    ({ line, masked }) =>
      `A card number (${masked}) is in line ${line} of the body, in a field whose name does not say so.`,
  );
  if (findCardNumbers(draft.destinationUrl).length > 0) {
    left.push('The URL holds a card number; placeholders work in the body only.');
  }
  for (const { name } of draft.headers.filter(({ value }) => findCardNumbers(value).length > 0)) {
    left.push(`The header ${name} holds a card number; placeholders work in the body only.`);
  }
  return left;
}
