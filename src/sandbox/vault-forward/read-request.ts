import { METHODS } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { ErrorDetail } from '@contract';
import { operations } from '@contract';
import { findForbiddenInFieldValue, isHttpToken } from '@shared/http/http-fields';
import { isConnectionHeader } from '@shared/vault-forward/header-checks';
import type { ParameterValues } from '../api/parameters';
import type { AuthenticationMethod, Headers } from '../downstream-authentication/downstream-request';
import { authenticationIds } from '../downstream-authentication/downstream-authentication';
import { detail } from '../errors/api-error';
import type { StoredCard } from '../vault/cards';
import { findStoredCard } from '../vault/cards';

const AT = {
  url: 'x-vault-forward-url',
  method: 'x-vault-forward-http-method',
  paymentMethods: 'x-vault-forward-payment-methods',
  authentications: 'x-vault-forward-authentications',
  /** Known from a compatible service: seconds. */
  timeout: 'x-vault-forward-timeout',
} as const;

const MAX_PAYMENT_METHODS = 100;
const MAX_SECONDS = 300;
const PREFIX = operations.vault_forward.headerFamilies[0]?.prefix ?? '';

/** What the headers of a Vault Forward request ask for, beyond what the contract's table checks. */
export interface ForwardOrder {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** In the order given; null for an id that is not known, which is a status of its own (422). */
  readonly cards: readonly (StoredCard | null)[];
  /** In the order given. */
  readonly methods: readonly AuthenticationMethod[];
  /** Null when the request names none. */
  readonly timeoutMs: number | null;
  readonly problems: readonly ErrorDetail[];
}

export function readOrder(
  request: IncomingMessage,
  parameters: ParameterValues,
  known: ReadonlyMap<string, AuthenticationMethod>,
): ForwardOrder {
  const problems: ErrorDetail[] = [];
  const complain = (path: readonly (string | number)[], message: string): void => {
    problems.push(detail('header', path, message));
  };
  const url = new URL(String(parameters.get(AT.url)));
  checkUrl(url, complain);
  const method = String(parameters.get(AT.method));
  checkMethod(method, complain);
  return {
    url,
    method,
    headers: readHeaders(request, complain),
    cards: readCards(listOf(parameters, AT.paymentMethods), complain),
    methods: readMethods(listOf(parameters, AT.authentications), known, url, complain),
    timeoutMs: readTimeout(request, complain),
    problems,
  };
}

type Complain = (path: readonly (string | number)[], message: string) => void;

function listOf(parameters: ParameterValues, name: string): readonly string[] {
  const value = parameters.get(name);
  return typeof value === 'object' ? value.map((item) => item.toLowerCase()) : [];
}

function checkUrl(url: URL, complain: Complain): void {
  if (url.username !== '' || url.password !== '') {
    complain(
      [AT.url],
      'The URL holds a user name or password. Send them as a header of the downstream request.',
    );
  }
}

function checkMethod(method: string, complain: Complain): void {
  if (method === 'CONNECT')
    complain([AT.method], 'CONNECT opens a tunnel, and there is nothing to forward to.');
  else if (!METHODS.includes(method)) {
    const upper = method.toUpperCase();
    const hint = METHODS.includes(upper)
      ? `Methods are case-sensitive: write ${upper}.`
      : 'This is no method of HTTP.';
    complain([AT.method], hint);
  }
}

/** The headers to set, with their names as written behind the prefix; the prefix' own case does not matter. */
function readHeaders({ rawHeaders }: IncomingMessage, complain: Complain): Headers {
  return rawHeaders.flatMap((full, index) => {
    if (index % 2 === 1 || !full.toLowerCase().startsWith(PREFIX)) return [];
    const name = full.slice(PREFIX.length);
    const value = rawHeaders[index + 1] ?? '';
    const path = [full.toLowerCase()];
    if (!isHttpToken(name)) complain(path, 'There is no header name behind the prefix.');
    else if (isConnectionHeader(name)) complain(path, `${name} is set by whoever makes the connection.`);
    else if (findForbiddenInFieldValue(value) !== -1)
      complain(path, 'The value has a character that no header can hold.');
    return [[name, value] as const];
  });
}

function readCards(ids: readonly string[], complain: Complain): (StoredCard | null)[] {
  if (ids.length > MAX_PAYMENT_METHODS)
    complain([AT.paymentMethods], `At most ${MAX_PAYMENT_METHODS} can be given.`);
  return ids.map((id, index) => {
    const card = findStoredCard(id);
    if (ids.indexOf(id) !== index)
      complain([AT.paymentMethods, index], 'This payment method is listed already.');
    return card ?? null;
  });
}

function readMethods(
  ids: readonly string[],
  known: ReadonlyMap<string, AuthenticationMethod>,
  url: URL,
  complain: Complain,
): AuthenticationMethod[] {
  return ids.flatMap((id, index) => {
    const method = known.get(id);
    if (!method) complain([AT.authentications, index], 'There is no authentication method with this ID.');
    if (id === authenticationIds.mtls && url.protocol !== 'https:') {
      complain([AT.authentications, index], 'Mutual TLS needs a destination with https.');
    }
    return method ? [method] : [];
  });
}

function readTimeout({ headers }: IncomingMessage, complain: Complain): number | null {
  const text = headers[AT.timeout];
  if (text === undefined) return null;
  const seconds = /^\d{1,3}(?:\.\d{1,3})?$/.test(String(text)) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds * 1000;
  complain([AT.timeout], `The time-out is in seconds, up to ${MAX_SECONDS}.`);
  return null;
}
