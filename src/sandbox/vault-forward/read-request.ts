import { METHODS, type IncomingMessage } from 'node:http';
import type { ErrorDetail } from '@contract';
import { operationDetails } from '@contract/operation-details';
import { findForbiddenInFieldValue, isHttpToken } from '@shared/http/http-fields';
import { isUuid } from '@shared/text/uuid';
import { isConnectionHeader } from '@shared/vault-forward/header-checks';
import type { ParameterValues } from '../api/parameters';
import type { AuthenticationMethod, Headers } from '../downstream-authentication/downstream-request';
import { authenticationIds } from '../downstream-authentication/downstream-authentication';
import { detail } from '../errors/api-error';
import { cardIdOfSession } from '../sessions/session-handler';
import { cardOfSession, findStoredCard, type StoredCard } from '../vault/cards';

const HEADER_NAMES = {
  url: 'x-vault-forward-url',
  method: 'x-vault-forward-http-method',
  paymentMethods: 'x-vault-forward-payment-methods',
  authentications: 'x-vault-forward-authentications',
  /** A time-out in seconds, known from a compatible service. */
  timeout: 'x-vault-forward-timeout',
  /** Known from a compatible service: uses a session's card, security code and authentication instead of payment methods. */
  checkoutSession: 'x-vault-forward-checkout-session',
} as const;

const MAX_PAYMENT_METHODS = 100;
const MAX_SECONDS = 300;
const PREFIX = operationDetails.vault_forward.headerFamilies[0]?.prefix ?? '';

/** What the headers of a Vault Forward request ask for, beyond what the contract's table checks. */
export interface ForwardOrder {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** In the order given; null for an unknown id, which has a status of its own (422). */
  readonly cards: readonly (StoredCard | null)[];
  /** In the order given. */
  readonly methods: readonly AuthenticationMethod[];
  /** Null if the request names none. */
  readonly timeoutMs: number | null;
  readonly problems: readonly ErrorDetail[];
}

export function readOrder(
  request: IncomingMessage,
  parameters: ParameterValues,
  known: ReadonlyMap<string, AuthenticationMethod>,
): ForwardOrder {
  const problems: ErrorDetail[] = [];
  const report = (path: readonly (string | number)[], message: string): void => {
    problems.push(detail('header', path, message));
  };
  const url = new URL(String(parameters.get(HEADER_NAMES.url)));
  checkUrl(url, report);
  const method = String(parameters.get(HEADER_NAMES.method));
  checkMethod(method, report);
  return {
    url,
    method,
    headers: readHeaders(request, report),
    cards:
      readSessionCard(request, parameters, report) ??
      readCards(listOf(parameters, HEADER_NAMES.paymentMethods), report),
    methods: readMethods(listOf(parameters, HEADER_NAMES.authentications), known, url, report),
    timeoutMs: readTimeout(request, report),
    problems,
  };
}

type ReportProblem = (path: readonly (string | number)[], message: string) => void;

function listOf(parameters: ParameterValues, name: string): readonly string[] {
  const value = parameters.get(name);
  return typeof value === 'object' ? value.map((item) => item.toLowerCase()) : [];
}

function checkUrl(url: URL, report: ReportProblem): void {
  if (url.username !== '' || url.password !== '') {
    report(
      [HEADER_NAMES.url],
      'The URL holds a user name or password. Send them as a header of the downstream request.',
    );
  }
}

function checkMethod(method: string, report: ReportProblem): void {
  if (method === 'CONNECT')
    report([HEADER_NAMES.method], 'CONNECT opens a tunnel, and there is nothing to forward to.');
  else if (!METHODS.includes(method)) {
    const upper = method.toUpperCase();
    const hint = METHODS.includes(upper)
      ? `Methods are case-sensitive: write ${upper}.`
      : 'This is not an HTTP method.';
    report([HEADER_NAMES.method], hint);
  }
}

/**
 * The headers to set on the forwarded request, with their names as written after the prefix; the case of the prefix
 * itself does not matter.
 */
function readHeaders({ rawHeaders }: IncomingMessage, report: ReportProblem): Headers {
  return rawHeaders.flatMap((full, index) => {
    if (index % 2 === 1 || !full.toLowerCase().startsWith(PREFIX)) return [];
    const name = full.slice(PREFIX.length);
    const value = rawHeaders[index + 1] ?? '';
    const path = [full.toLowerCase()];
    if (!isHttpToken(name)) report(path, 'There is no header name after the prefix.');
    else if (isConnectionHeader(name))
      report(path, `${name} is set by the sandbox, which makes the connection.`);
    else if (findForbiddenInFieldValue(value) !== -1)
      report(path, 'The value has a character that no header can contain.');
    return [[name, value] as const];
  });
}

/** Null if the request names no session. */
function readSessionCard(
  { headers }: IncomingMessage,
  parameters: ParameterValues,
  report: ReportProblem,
): (StoredCard | null)[] | null {
  const given = headers[HEADER_NAMES.checkoutSession];
  if (given === undefined) return null;
  const path = [HEADER_NAMES.checkoutSession];
  const id = String(given).trim().toLowerCase();
  if (!isUuid(id)) report(path, 'This is not the UUID of one checkout session.');
  if (parameters.get(HEADER_NAMES.paymentMethods) !== undefined)
    report(path, 'A checkout session takes the place of payment methods: give one or the other.');
  const cardId = cardIdOfSession(id);
  return [cardId === null ? null : cardOfSession(cardId)];
}

function readCards(ids: readonly string[], report: ReportProblem): (StoredCard | null)[] {
  if (ids.length > MAX_PAYMENT_METHODS)
    report([HEADER_NAMES.paymentMethods], `At most ${MAX_PAYMENT_METHODS} can be given.`);
  return ids.map((id, index) => {
    const card = findStoredCard(id);
    if (ids.indexOf(id) !== index)
      report([HEADER_NAMES.paymentMethods, index], 'This payment method is already listed.');
    return card ?? null;
  });
}

function readMethods(
  ids: readonly string[],
  known: ReadonlyMap<string, AuthenticationMethod>,
  url: URL,
  report: ReportProblem,
): AuthenticationMethod[] {
  return ids.flatMap((id, index) => {
    const method = known.get(id);
    if (!method)
      report([HEADER_NAMES.authentications, index], 'There is no authentication method with this ID.');
    if (id === authenticationIds.mtls && url.protocol !== 'https:') {
      report([HEADER_NAMES.authentications, index], 'Mutual TLS needs a destination with https.');
    }
    return method ? [method] : [];
  });
}

function readTimeout({ headers }: IncomingMessage, report: ReportProblem): number | null {
  const text = headers[HEADER_NAMES.timeout];
  if (text === undefined) return null;
  const seconds = /^\d{1,3}(?:\.\d{1,3})?$/.test(String(text)) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= MAX_SECONDS) return seconds * 1000;
  report([HEADER_NAMES.timeout], `The time-out is in seconds, up to ${MAX_SECONDS}.`);
  return null;
}
