import { quote } from '../text/quote';
import { headerValue } from '../http/http-fields';
import type { Exchange, ReceivedResponse } from '../http/exchange';
import type { Problem } from '../problem';
import type { ExplainContext } from './explain-context';
import { describeStatus, shortHeader } from './status-words';
import {
  hasAnyShape,
  isEmpty,
  isForeign,
  saysNoPaymentMethod,
  WITH_ERROR_OBJECT,
} from '../http/foreign-answer';
import { readServiceError, type ServiceError } from '../http/service-error';
import { parseJson } from '../json/parse-json';
import { isRecord } from '../json/unknown-fields';
import { isSession, otherTypeOf } from '../sessions/is-session';

/**
 * The specification leaves the response of Vault Forward open: only a status in its table of errors has a known
 * meaning.
 */
function describeForwardedAnswer(response: ReceivedResponse): string {
  const listed = WITH_ERROR_OBJECT.has(response.status) || saysNoPaymentMethod(response);
  return `${listed ? ' That is what the service means by it.' : ''} The destination may have answered instead: the specification does not show how to tell the two apart.`;
}

/**
 * Explains a response that is not the requested resource, by its status. Null for a 2xx with a JSON body, or from a
 * destination.
 */
export function explainStatus(
  exchange: Exchange,
  response: ReceivedResponse,
  context: ExplainContext,
): Problem | null {
  const { status } = response;
  const error = readServiceError(response);
  const detail = rawDetail(response);
  const isForwarded = exchange.operation === 'vault_forward';
  if (status >= 200 && status < 300) {
    if (isForwarded) return null;
    if (isJson(response))
      return exchange.operation === 'get_checkout_session' ? noSession(response, error, detail) : null;
    return {
      code: 'not-json',
      title: `Status ${status}, but not the API’s JSON`,
      meaning: `${describeNotJson(response)} The service answers with JSON, so something else may have answered: a proxy, a login page, another host.`,
      nextStep: 'Check the base URL of the profile and what is between you and the service.',
      detail,
    };
  }
  const words = describeStatus(status, exchange, response, context);
  if (!hasAnyShape(exchange.operation) && isForeign(response))
    return {
      code: 'not-api',
      title: `Status ${status}, but not the API’s answer`,
      meaning: `${describeForeign(response, error)} ${expectedForm(status)}: something else may have answered, such as a gateway, and it may mean something else by it.`,
      nextStep: mayPass(status) ? words.nextStep : CHECK_THE_WAY,
      detail,
    };
  const said = error?.message
    ? ` The ${isForwarded ? 'answer' : 'service'} says: ${quote(error.message)}`
    : '';
  const foreign = error || saysNoPaymentMethod(response) ? '' : describeForeignBody(response);
  const whose = isForwarded ? describeForwardedAnswer(response) : foreign;
  return { code: `status-${status}`, ...words, meaning: words.meaning + said + whose, detail };
}

/** Null for what may be a session: its findings say how far it is one. */
function noSession(
  { status, body }: ReceivedResponse,
  error: ServiceError | null,
  detail: string | null,
): Problem | null {
  // The text of a larger body is not available here.
  const parsed = body.kind === 'text' ? parseJson(body.text) : undefined;
  const object = isRecord(parsed) ? parsed : null;
  if (error === null && (parsed === undefined || (object !== null && isSession(object)))) return null;
  const type = object === null ? null : otherTypeOf(object);
  const what =
    error !== null
      ? `${describeError(error)} With this status`
      : type === null
        ? 'The answer is JSON, but not a session object:'
        : `The answer says that it is of the type “${type}”, not a checkout session:`;
  return {
    code: 'not-a-session',
    title: `Status ${status}, but not a session`,
    meaning: `${what} something else may have answered, or the service has a fault.`,
    nextStep: 'Look the session up again. If the answer stays the same, give the service the request ID.',
    detail,
  };
}

const EXPECTED_FORMS: Readonly<Record<number, string>> = {
  404: 'When something does not exist, the API says so with its error object and the code not_found',
  422: 'A 422 of the API has no body',
};

function expectedForm(status: number): string {
  const listed = WITH_ERROR_OBJECT.has(status);
  return (
    EXPECTED_FORMS[status] ??
    (listed
      ? 'With this status the API gives its error object'
      : 'The specification does not list this status')
  );
}

const CHECK_THE_WAY =
  'Check the base URL of the profile first: a path prefix may be missing. Then check what is between you and the service.';

/** True if waiting helps, whoever answered. */
function mayPass(status: number): boolean {
  return status === 425 || status === 429 || status >= 500;
}

function describeForeign(response: ReceivedResponse, error: ServiceError | null): string {
  if (error) return describeError(error);
  return isJson(response)
    ? 'The body is JSON, but not the error object of the specification.'
    : describeNotJson(response);
}

function describeError({ code, message }: ServiceError): string {
  return `The body is an error object with the code ${code}${message ? `, and says: ${quote(message)}` : '.'}`;
}

function describeNotJson(response: ReceivedResponse): string {
  if (isEmpty(response)) return 'The answer has no body.';
  const type = contentType(response);
  if (!/json/i.test(type)) return `The body is ${type}.`;
  if (!isBinary(response))
    return `The body says it is ${type}, but it is not: it may also have been cut off on its way.`;
  const coding = headerValue(response.headers, 'content-encoding');
  return `The body says it is ${type}, but it is not text in UTF-8 or in a charset it names${coding === null ? '' : `; its content-encoding is ${shortHeader(coding)}`}.`;
}

function describeForeignBody(response: ReceivedResponse): string {
  return isEmpty(response)
    ? ' The answer has no body.'
    : ` The body is ${contentType(response)} and not the error object of the specification: something between you and the service may have answered.`;
}

function isJson(response: ReceivedResponse): boolean {
  if (response.body.kind === 'stored') return !isBinary(response) && /json/i.test(contentType(response));
  return response.body.kind === 'text' && parseJson(response.body.text) !== undefined;
}

function isBinary({ body }: ReceivedResponse): boolean {
  return body.kind === 'stored' && body.encoding !== 'utf-8';
}

function contentType(response: ReceivedResponse): string {
  return shortHeader(headerValue(response.headers, 'content-type') ?? 'of no declared type');
}

function rawDetail(response: ReceivedResponse): string | null {
  return response.body.kind === 'text' && response.body.text !== ''
    ? response.body.text.slice(0, 4000)
    : null;
}
