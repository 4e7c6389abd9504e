import { MASKED, type HeaderList } from '@shared/http/exchange';
import { headerValue } from '@shared/http/http-fields';
import { IN_PART } from '@shared/import/har';
import { mapRequest } from '@shared/requests/map-request';
import type { RequestSpec } from '@shared/requests/request-spec';
import { maskSecretsOfDestination, maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import { isSecretParameter } from '@shared/secrets/secret-headers';
import { toFileRequest } from '../saved-requests/file-request';
import type { ExchangeRecord, KeptBody, KeptExchange } from './record';

/** The field with what was asked for, from which an import makes the same request. */
export const OWN_REQUEST = '_request';

/**
 * Exchanges as a HAR file (HTTP Archive 1.2), oldest first. Tokens and secret headers were already masked when the
 * exchanges were kept; those in URLs, which are kept as they were sent, are masked here. Times are in ms, with -1 for phases that did not happen, as the format requires.
 */
export function toHar(exchanges: readonly KeptExchange[], version: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'Payments API Explorer', version },
    entries: exchanges.map(toEntry),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function toEntry({ record, requestBody, responseBody }: KeptExchange): object {
  const { request, response, startedAt, outcome } = record;
  const url = maskSecretsOfUrl(request.url);
  const parts = phases(record);
  return {
    startedDateTime: startedAt,
    time: sumOf(parts),
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: cookies(request.headers, 'cookie'),
      headers: pairs(request.headers.map(maskSecretsOfDestination)),
      queryString: pairs([...new URL(url).searchParams]),
      ...(requestBody === null ? {} : { postData: postData(request.headers, requestBody, request.body) }),
      headersSize: -1,
      bodySize: bytesOf(request.body),
      ...ownRequest(record.asked),
      ...(url === request.url ? {} : { comment: 'Secrets in its URL are hidden.' }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: response === null ? '' : `HTTP/${response.httpVersion}`,
      cookies: cookies(response?.headers ?? [], 'set-cookie'),
      headers: pairs(response?.headers ?? []),
      content: content(response, responseBody),
      redirectURL: headerValue(response?.headers ?? [], 'location') ?? '',
      headersSize: -1,
      bodySize: response?.wireBytes ?? -1,
      ...(outcome.kind === 'failed' ? { _error: `${outcome.failure}: ${outcome.detail}` } : {}),
    },
    cache: {},
    timings: parts,
    comment: `Profile ${record.profile.name}`,
  };
}

/**
 * A request to the API itself as it was asked for: the URL does not say where the base URL ends, nor the headers which
 * of them are the profile's. Vault Forward needs none, because everything is in its headers.
 */
function ownRequest(asked: RequestSpec): object {
  if (asked.operation === 'vault_forward') return {};
  const masked = mapRequest(asked, {
    text: maskSecretsOfUrl,
    // A path, like that of the URL, is written as it was sent.
    pair: ([name, value], place) =>
      place === 'query parameter' && isSecretParameter(name, value) ? [name, MASKED] : [name, value],
    header: (header) => header,
  });
  return { [OWN_REQUEST]: toFileRequest({ request: { ...masked, body: null }, form: null }) };
}

interface Phases {
  readonly blocked: number;
  readonly dns: number;
  /** Includes `ssl`. */
  readonly connect: number;
  readonly ssl: number;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

/**
 * Time that was not measured counts as `wait` if the request went out and was not answered, otherwise as `blocked`.
 */
function phases({ timings, outcome }: ExchangeRecord): Phases {
  const { dnsMs, connectMs, tlsMs, firstByteMs, downloadMs, totalMs } = timings;
  const connect = connectMs === null ? -1 : connectMs + (tlsMs ?? 0);
  const measured = sumOf({ dns: dnsMs ?? -1, connect, wait: firstByteMs ?? 0, receive: downloadMs ?? 0 });
  const rest = Math.max(0, totalMs - measured);
  const isWaiting = firstByteMs === null && outcome.kind !== 'answered' && outcome.mayHaveArrived;
  return {
    blocked: isWaiting ? 0 : rest,
    dns: dnsMs ?? -1,
    connect,
    ssl: tlsMs ?? -1,
    send: 0,
    wait: (firstByteMs ?? 0) + (isWaiting ? rest : 0),
    receive: downloadMs ?? 0,
  };
}

/** The total of the phases, without those that did not happen (-1), and without TLS, which is part of `connect`. */
function sumOf(parts: Partial<Phases>): number {
  return Object.entries(parts).reduce(
    (sum, [name, ms]) => (name === 'ssl' ? sum : sum + Math.max(0, ms ?? 0)),
    0,
  );
}

/** Only says that there were cookies: neither their values nor their names are kept. */
function cookies(headers: HeaderList, header: 'cookie' | 'set-cookie'): object[] {
  return headers
    .filter(([name]) => name.toLowerCase() === header)
    .map(() => ({ name: MASKED, value: MASKED, comment: 'Cookies are hidden.' }));
}

function pairs(list: HeaderList): { name: string; value: string }[] {
  return list.map(([name, value]) => ({ name, value }));
}

function bytesOf(body: KeptBody): number {
  return body.kind === 'none' ? 0 : body.bytes;
}

function postData(headers: HeaderList, bytes: Buffer, body: KeptBody): object {
  const text = body.kind === 'kept' && body.encoding === 'utf-8';
  return {
    mimeType: typeOf(headers),
    text: bytes.toString(text ? 'utf8' : 'base64'),
    ...(text ? {} : { encoding: 'base64' }),
    ...missingFrom(body),
  };
}

function content(response: ExchangeRecord['response'], bytes: Buffer | null): object {
  if (response === null || bytes === null) return { size: 0, mimeType: typeOf(response?.headers ?? []) };
  const { body } = response;
  const text = body.kind === 'kept' && body.encoding === 'utf-8';
  return {
    size: bytesOf(body),
    mimeType: typeOf(response.headers),
    text: bytes.toString(text ? 'utf8' : 'base64'),
    ...(text ? {} : { encoding: 'base64' }),
    ...missingFrom(body),
  };
}

/**
 * What the text of a body lacks of what was sent. HAR 1.2 has no field that says that a text is not all of it: this
 * one is for programs, among them our own import, and the comment is for people.
 */
function missingFrom(body: KeptBody): object {
  if (body.kind === 'none') return {};
  const { bytes, keptBytes, complete, masked } = body;
  const comment = [
    keptBytes < bytes ? `Only the first ${keptBytes} of ${bytes} bytes were kept.` : null,
    complete ? null : 'It did not arrive in full.',
    masked ? 'Card data and secrets in it are hidden.' : null,
  ].filter((sentence) => sentence !== null);
  return {
    ...(keptBytes < bytes || !complete ? { [IN_PART]: true } : {}),
    ...(comment.length === 0 ? {} : { comment: comment.join(' ') }),
  };
}

function typeOf(headers: HeaderList): string {
  return headerValue(headers, 'content-type') ?? '';
}
