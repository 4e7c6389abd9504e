import { MASKED, type HeaderList } from '@shared/http/exchange';
import { addressReader, type Address } from '@shared/http/plain-address';
import { ProblemError } from '@shared/problem';
import { wireHeaders } from '@shared/http/wire-headers';
import { CONNECTION_HEADERS, isHttpToken } from '@shared/http/http-fields';
import { parseUrl } from '@shared/http/parse-url';
import type { WireRequest } from './types';

/** A checked request with all the headers it will have. */
export interface ComposedRequest {
  readonly method: string;
  readonly url: Address;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
}

/** How the request is written for a connection: a proxy needs the absolute URL for plain http, and possibly credentials. */
export interface HeadForm {
  readonly absoluteTarget: boolean;
  readonly proxyAuthorization: string | null;
}

/** Field values of RFC 9110 5.5: visible ASCII, space, tab, and bytes above ASCII. */
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks a request and adds the headers it needs that the caller did not give: host first, then the caller's headers, then
 * accept, accept-encoding, user-agent and content-length. Throws a `ProblemError` if something cannot be sent as given.
 */
export function composeRequest(request: WireRequest, version: string): ComposedRequest {
  const url = readAddress(request.url);
  if (!isHttpToken(request.method) || request.method === 'CONNECT') {
    throw refusal('request-method', `The method “${request.method}” cannot be sent`, [
      'A method is one word of letters, digits and a few signs, without spaces (RFC 9110). CONNECT opens tunnels and is none for a resource.',
      'Write it as the service documents it, for example GET or POST.',
    ]);
  }
  for (const [name, value] of request.headers) checkHeader(name, value);
  checkFraming(request);

  const { method, body } = request;
  const headers = wireHeaders(
    { method, host: url.host, headers: request.headers, bodyBytes: body?.length ?? null },
    version,
  );
  return { method, url, headers, body };
}

/** The request's head as a string of one character per byte, and its headers as they may be shown. */
export function requestHead(request: ComposedRequest, form: HeadForm): { head: string; shown: HeaderList } {
  const { method, url } = request;
  const path = `${url.pathname}${url.search}`;
  const target = form.absoluteTarget ? `${url.protocol}//${url.host}${path}` : path;
  const forProxy =
    form.proxyAuthorization === null ? [] : [['proxy-authorization', form.proxyAuthorization] as const];
  const lines = [...request.headers, ...forProxy].map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    head: `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`,
    shown: [...request.headers, ...forProxy.map(([name]) => [name, MASKED] as const)],
  };
}

const readAddress = addressReader(readUrl);

function readUrl(text: string): URL {
  const url = parseUrl(text);
  if (url === null) {
    throw refusal('request-url', 'The address cannot be read', [
      'It is not an absolute URL.',
      'Check the base URL of the profile.',
    ]);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refusal('request-url', `Addresses beginning with ${url.protocol} cannot be reached`, [
      'Requests go over https, or http on this computer.',
      'Check the base URL of the profile.',
    ]);
  }
  if (url.username !== '' || url.password !== '') {
    throw refusal('request-url', 'The address contains a user name or password', [
      'Credentials in an address end up in logs and histories.',
      'Remove them from the base URL of the profile.',
    ]);
  }
  return url;
}

function checkHeader(name: string, value: string): void {
  if (!isHttpToken(name)) {
    throw refusal('request-header', `The header name “${name}” cannot be sent`, [
      'A header name is one word of letters, digits and a few signs, without spaces (RFC 9110).',
      'Correct the name or remove the header.',
    ]);
  }
  if (!FIELD_VALUE.test(value)) {
    throw refusal('request-header', `The value of the header ${name} cannot be sent`, [
      'It contains a line break, another control character, or a character beyond Latin-1.',
      'Remove such characters; they often come along with a paste.',
    ]);
  }
}

/**
 * The two headers that say where the body ends must be right, otherwise the other side would wait, or misread the
 * next request. With the caller's values of other headers of the connection, a server other than the one shown could
 * answer.
 */
function checkFraming(request: WireRequest): void {
  const length = String(request.body?.length ?? 0);
  for (const [name, value] of request.headers) {
    const lower = name.toLowerCase();
    if (lower === 'transfer-encoding') {
      throw refusal('request-header', 'The header transfer-encoding cannot be given', [
        'Bodies are sent whole, with content-length.',
        'Remove the header.',
      ]);
    }
    if (lower === 'content-length') {
      if (value === length) continue;
      throw refusal(
        'request-header',
        `The header content-length says ${value}, and the body has ${length} bytes`,
        [
          'The other side would wait for bytes that never come, or misread what follows.',
          'Remove the header: the right one is added by itself.',
        ],
      );
    }
    // The caller may only ask for the connection to be closed after this request.
    const closes = lower === 'connection' && value.trim().toLowerCase() === 'close';
    if (CONNECTION_HEADERS.has(lower) && !closes) {
      throw refusal('request-header', `The header ${lower} cannot be given`, [
        'It says how the connection is made, which follows from the address.',
        'Remove the header.',
      ]);
    }
  }
}

function refusal(
  code: string,
  title: string,
  [meaning, nextStep]: [meaning: string, nextStep: string],
): ProblemError {
  return new ProblemError({ code, title, meaning: `${meaning} Nothing was sent.`, nextStep, detail: null });
}
