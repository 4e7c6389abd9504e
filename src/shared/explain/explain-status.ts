import { formatDuration } from '@shared/text/format-time';
import { skewOf } from '@shared/profiles/clock-skew';
import { describeSkew } from '@shared/profiles/describe-skew';
import { headerValue, isSafe } from '@shared/http/http-fields';
import type { Exchange, ReceivedResponse } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import { describeScopes, describeSentToken } from './describe-credential';
import type { ExplainContext } from './explain-context';
import {
  hasAnyShape,
  isEmpty,
  isForeign,
  saysNoPaymentMethod,
  WITH_ERROR_OBJECT,
} from '@shared/http/foreign-answer';
import { readServiceError, type ServiceError } from '@shared/http/service-error';
import { pointerSteps } from '@shared/json/find-place';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';

/** The specification leaves the response of Vault Forward open. */
const EITHER =
  ' That is what the service means by it. The destination may have answered instead: the specification does not show how to tell the two apart.';

/** A response that is not the resource asked for, by its status. Null for a 2xx with a JSON body, or of a destination. */
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
      return exchange.operation === 'get_checkout_session' ? noSession(response, detail) : null;
    return {
      code: 'not-json',
      title: `Status ${status}, but not the API's JSON`,
      meaning: `${describeNotJson(response)} The service answers with JSON, so something else may have answered: a proxy, a login page, another host.`,
      nextStep: 'Check the base URL of the profile and what stands between you and the service.',
      detail,
    };
  }
  const words = describeStatus(status, exchange, response, context);
  if (!hasAnyShape(exchange.operation) && isForeign(response))
    return {
      code: 'not-api',
      title: `Status ${status}, but not the API's answer`,
      meaning: `${describeForeign(response, error)} ${howTheApiSaysIt(status)}: something else may have answered, such as a gateway, and it may mean something else by it.`,
      nextStep: mayPass(status) ? words.nextStep : CHECK_THE_WAY,
      detail,
    };
  const said = error?.message ? ` The ${isForwarded ? 'answer' : 'service'} says: “${error.message}”.` : '';
  const foreign = error || saysNoPaymentMethod(response) ? '' : describeForeignBody(response);
  const whose = isForwarded ? EITHER : foreign;
  return { code: `status-${status}`, ...words, meaning: words.meaning + said + whose, detail };
}

/** Null for an object: how much of a session that is, its findings say. */
function noSession({ status, body }: ReceivedResponse, detail: string | null): Problem | null {
  // What is no object begins with another sign. A larger body is not at hand.
  if (body.kind !== 'text' || body.text.trimStart().startsWith('{')) return null;
  return {
    code: 'not-a-session',
    title: `Status ${status}, but not a session`,
    meaning:
      'The answer is JSON, and not the object that a session is: something else may have answered, or the service has a fault.',
    nextStep: 'Look the session up again. If the answer stays so, give the service the request ID.',
    detail,
  };
}

const HOW_THE_API_SAYS_IT: Readonly<Record<number, string>> = {
  404: 'Of what does not exist the API says so with its error object and the code not_found',
  422: 'A 422 of the API has no body',
};

function howTheApiSaysIt(status: number): string {
  const listed = WITH_ERROR_OBJECT.has(status);
  return (
    HOW_THE_API_SAYS_IT[status] ??
    (listed
      ? 'With this status the API gives its error object'
      : 'The specification does not list this status')
  );
}

const CHECK_THE_WAY =
  'Check the base URL of the profile first: a path prefix may be missing. Then what stands between you and the service.';

/** To wait is right whoever answered. */
function mayPass(status: number): boolean {
  return status === 425 || status === 429 || status >= 500;
}

function describeForeign(response: ReceivedResponse, error: ServiceError | null): string {
  if (error)
    return `The body is an error object with the code ${error.code}${error.message ? `, and says: “${error.message}”` : ''}.`;
  return isJson(response)
    ? 'The body is JSON, but not the error object of the specification.'
    : describeNotJson(response);
}

function describeNotJson(response: ReceivedResponse): string {
  if (isEmpty(response)) return 'The answer has no body.';
  const type = contentType(response);
  return /json/i.test(type)
    ? `The body calls itself ${type}, and is none: it may also have been cut off on its way.`
    : `The body is ${type}.`;
}

const READ_DETAILS = 'Look at the details below: each one names the place in the request.';
const NO_DETAILS = 'The answer names no place in the request: look at it as it was sent.';

const NOT_EMPTY_422: StatusDescription = {
  title: '422: not processed',
  meaning: 'By the specification a 422 has no body, and this one has.',
  nextStep: 'Look at the response as it was received.',
};

type StatusDescription = Pick<Problem, 'title' | 'meaning' | 'nextStep'>;

function describeStatus(
  status: number,
  exchange: Exchange,
  response: ReceivedResponse,
  context: ExplainContext,
): StatusDescription {
  const { profile } = exchange;
  const merchant = merchantOf(profile.merchantAccountId);
  switch (status) {
    case 400:
      return {
        title: '400: the request is invalid',
        meaning: 'The service understood the call but not what it was given.',
        nextStep: readServiceError(response)?.details.length ? READ_DETAILS : NO_DETAILS,
      };
    case 401: {
      const skewMs = skewOf(exchange) ?? 0;
      const skew = describeSkew(skewMs);
      const isSignedHere = context.credential?.kind === 'signing-key';
      return {
        title: refusesToken(exchange, response, context)
          ? `The service does not accept the token of ${profile.name}`
          : '401: no valid authentication',
        meaning: `${describeSentToken(context.credential, Date.now() + skewMs)} The service did not accept it as valid.${skew === null ? '' : ` ${skew}`}`,
        nextStep:
          skew !== null && isSignedHere
            ? 'Set the clock of this computer: a token that is signed here is valid by this clock only.'
            : 'Enter a fresh access token for this profile, and check that it was issued for this environment.',
      };
    }
    case 403: {
      const pointed = pointedHeaders(response);
      if (pointed.length > 0)
        return {
          title: '403: not permitted',
          meaning: `The answer points to ${pointed.join(', ')}: what stands there is not permitted.`,
          nextStep: READ_DETAILS,
        };
      return {
        title: '403: not permitted',
        meaning: context.requiredScope
          ? `The credentials lack permission. This operation requires the scope ${context.requiredScope}; ${describeScopes(context)}`
          : 'The credentials are valid, but do not permit this.',
        nextStep: context.requiredScope
          ? `Use a token with the scope ${context.requiredScope}, and check that it may act for ${merchant}.`
          : `Check the token's scopes and whether it may act for ${merchant}.`,
      };
    }
    case 404:
      return {
        ...(exchange.operation === 'get_checkout_session'
          ? {
              title: `No session with this ID on ${profile.name}`,
              meaning: `It was asked for in ${profile.name} (${profile.environment}), ${merchant}.`,
            }
          : {
              title: '404: not found',
              meaning: `There is nothing with this ID in ${profile.name} (${profile.environment}), ${merchant}.`,
            }),
        nextStep:
          'Check the ID, then the environment and the merchant account: the same ID may exist in another one.',
      };
    case 405:
      return {
        title: '405: method not allowed',
        meaning: `The service knows this address, but not with ${exchange.request.method}.`,
        nextStep: 'Check the base URL: a path prefix that is wrong often shows like this.',
      };
    case 409:
      return {
        title: '409: duplicate record',
        meaning: 'A record like this exists already.',
        nextStep: isSafe(exchange.request.method)
          ? 'Look at the response as it was received.'
          : 'Look the existing one up instead of making it again.',
      };
    case 422:
      if (!saysNoPaymentMethod(response)) return NOT_EMPTY_422;
      if (exchange.operation === 'vault_forward') return unknownPaymentMethods(exchange);
      return {
        title: '422: a referenced payment method does not exist',
        meaning:
          'The session refers to a payment method that the service no longer has. By the specification this answer has no body.',
        nextStep: 'Check whether the payment method was deleted; the session cannot be read until then.',
      };
    case 425:
      return {
        title: '425: too early',
        meaning: 'The service is not ready to act on this yet.',
        nextStep: `Wait a moment. ${describeRetry(exchange)}`,
      };
    case 429: {
      const wait = headerOf(response, 'retry-after');
      return {
        title: '429: too many requests',
        meaning: 'The request rate is over the limit of the service. The limit itself is not specified.',
        nextStep: `${wait === null ? 'Wait a little.' : `The answer asks to wait: ${describeWait(wait)}.`} ${describeRetry(exchange)}`,
      };
    }
    default:
      return describeOtherStatus(status, exchange, response);
  }
}

/** A token went out, and the answer is the API's own: a destination's, or that of something in between, says less. */
function refusesToken(
  exchange: Exchange,
  response: ReceivedResponse,
  { credential }: ExplainContext,
): boolean {
  return (
    !hasAnyShape(exchange.operation) &&
    readServiceError(response) !== null &&
    credential?.kind !== 'none' &&
    credential?.kind !== 'unavailable'
  );
}

/** Seconds, or a date, which says itself what it is. */
function describeWait(retryAfter: string): string {
  return /^\d+$/.test(retryAfter)
    ? `${formatDuration(Number(retryAfter) * 1000) ?? '0 s'} (Retry-After: ${retryAfter})`
    : `Retry-After: ${retryAfter}`;
}

/** In the middle of a sentence. */
function merchantOf(id: string | null): string {
  return id === null ? "the service's default merchant account" : `merchant account ${id}`;
}

/** The answer has no body that could say which one: the ids that were sent are all there is to go by. */
function unknownPaymentMethods({ request, profile }: Exchange): StatusDescription {
  const ids = headerValue(request.headers, SERVICE_HEADERS.paymentMethods) ?? '';
  return {
    title: '422: a payment method of the request may not exist',
    meaning: `A 422 without a body says that at least one payment method of the request does not exist: ${ids === '' ? 'the request names none' : ids}. It does not say which.`,
    nextStep: `Check each ID under Cards: it may have been deleted, or belong to another environment than ${profile.environment} or to another merchant account than ${profile.merchantAccountId ?? "the service's default"}.`,
  };
}

/** Headers of Vault Forward that the details of an answer point to: then it is not the token that is refused. */
function pointedHeaders(response: ReceivedResponse): string[] {
  const details = readServiceError(response)?.details ?? [];
  const names = details.flatMap(({ location, pointer }) =>
    location === 'header' ? pointerSteps(pointer).slice(0, 1) : [],
  );
  return [...new Set(names.filter((name) => /^x-vault-forward-/i.test(name)))];
}

function describeOtherStatus(
  status: number,
  exchange: Exchange,
  response: ReceivedResponse,
): StatusDescription {
  if (status >= 500) {
    return {
      title: `${status}: the service ${exchange.operation === 'vault_forward' ? 'or the destination ' : ''}failed`,
      meaning:
        SERVER_ERRORS[status] ??
        'The service could not process the request. This status is not in the specification.',
      nextStep: `Wait a moment. ${describeRetry(exchange)} If it stays, report it to the service with the time and the request.`,
    };
  }
  if (status >= 300 && status < 400 && headerOf(response, 'location') !== null) {
    return {
      title: `${status}: a redirect, not followed`,
      meaning:
        'The answer points to another address. It was not followed, because a token never goes to another origin.',
      nextStep: 'If the service has moved, change the base URL of the profile.',
    };
  }
  return {
    title: `${status}: not in the specification`,
    meaning: 'The specification does not list this status.',
    nextStep: 'Look at the response as it was received.',
  };
}

/** A GET changes nothing; a Vault Forward may have charged a card before it failed. */
function describeRetry(exchange: Exchange): string {
  return isSafe(exchange.request.method)
    ? 'Then try again.'
    : 'Before you send it again, find out whether the destination received it.';
}

const SERVER_ERRORS: Readonly<Record<number, string>> = {
  500: 'The service could not process the request (server error).',
  502: 'A server behind the service did not answer properly (bad gateway).',
  504: 'A server behind the service did not answer in time (gateway time-out).',
};

function describeForeignBody(response: ReceivedResponse): string {
  return isEmpty(response)
    ? ' The answer has no body, where the specification gives an error object.'
    : ` The body is ${contentType(response)} and not the error object of the specification: something between you and the service may have answered.`;
}

function isJson(response: ReceivedResponse): boolean {
  if (response.body.kind === 'stored') return /json/i.test(contentType(response));
  if (response.body.kind === 'none') return false;
  try {
    JSON.parse(response.body.text);
    return true;
  } catch {
    return false;
  }
}

function contentType(response: ReceivedResponse): string {
  return headerOf(response, 'content-type') ?? 'of no declared type';
}

/** The first value of a header, by name in any case; null when there is none. */
export function headerOf(response: ReceivedResponse, name: string): string | null {
  return response.headers.find(([given]) => given.toLowerCase() === name)?.[1] ?? null;
}

function rawDetail(response: ReceivedResponse): string | null {
  return response.body.kind === 'text' && response.body.text !== ''
    ? response.body.text.slice(0, 4000)
    : null;
}
