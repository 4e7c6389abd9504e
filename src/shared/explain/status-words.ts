import { operations } from '@contract';
import { skewOf } from '../profiles/clock-skew';
import { describeSkew } from '../profiles/describe-skew';
import { hasAnyShape, saysNoPaymentMethod } from '../http/foreign-answer';
import { headerValue, isSafe } from '../http/http-fields';
import type { Exchange, ReceivedResponse } from '../http/exchange';
import { retryAfterMs } from '../http/retry-after';
import { readServiceError } from '../http/service-error';
import { isUnsettled, saysRefused } from '../http/unsettled';
import { pointerSteps } from '../json/find-place';
import type { Problem } from '../problem';
import { FREE_REQUEST, isContractOperation, placesOf } from '../requests/operation-key';
import { formatFullerDuration } from '../text/format-time';
import { shortenEnd } from '../text/shorten-end';
import { forwardedTo } from '../vault-forward/forwarded-to';
import { maskCardData } from '../cards/mask-card-data';
import { maskSecretsOfUrl } from '../secrets/mask-secret-headers';
import { SERVICE_HEADERS } from '../vault-forward/request';
import { describeScopes, describeSentToken } from './describe-credential';
import type { ExplainContext } from './explain-context';

/** More than a person would read of a header. */
const MAX_HEADER_LENGTH = 300;
const READ_DETAILS = 'Look at the details below: each one names the place in the request.';
const NO_DETAILS = 'The answer does not say where in the request the problem is: look at what was sent.';

const NOT_EMPTY_422: StatusDescription = {
  title: '422: not processed',
  meaning: 'According to the specification a 422 has no body, but this one does.',
  nextStep: 'Look at the response as it was received.',
};

type StatusDescription = Pick<Problem, 'title' | 'meaning' | 'nextStep'>;

/**
 * What a status means according to the specification's table of errors, and what to do. Who answered is added
 * afterwards.
 */
export function describeStatus(
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
        meaning: 'The service did not accept the request.',
        nextStep: readServiceError(response)?.details.length ? READ_DETAILS : NO_DETAILS,
      };
    case 401: {
      const skewMs = skewOf(exchange) ?? 0;
      const skew = describeSkew(skewMs);
      const stepForKey =
        skew === null
          ? CHECK_THE_KEY
          : 'Set the clock of this computer: a token that is signed here is valid according to this clock only.';
      return {
        title: refusesToken(exchange, response, context)
          ? `The service does not accept the token of ${profile.name}`
          : '401: no valid authentication',
        meaning: `${describeSentToken(context.credential, Date.now() + skewMs)} The service did not accept it as valid.${skew === null ? '' : ` ${skew}`}`,
        nextStep: context.credential?.kind === 'signing-key' ? stepForKey : ENTER_A_TOKEN,
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
          : `Check the token’s scopes and whether it may act for ${merchant}.`,
      };
    }
    case 404:
      return describeNotFound(exchange, merchant);
    case 405:
      return {
        title: '405: method not allowed',
        meaning: `The service knows this address, but not with ${exchange.request.method}.`,
        nextStep: 'Check the base URL: a wrong path prefix often looks like this.',
      };
    case 409:
      return {
        title: '409: duplicate record',
        meaning: 'A record like this exists already.',
        nextStep: isSafe(exchange.request.method)
          ? 'Look at the response as it was received.'
          : 'Look up the existing one instead of creating it again.',
      };
    case 422:
      if (!saysNoPaymentMethod(response)) return NOT_EMPTY_422;
      if (exchange.operation === 'vault_forward') return unknownPaymentMethods(exchange);
      return exchange.operation === 'get_checkout_session'
        ? {
            title: '422: a referenced payment method does not exist',
            meaning:
              'The session refers to a payment method that does not exist. According to the specification this answer has no body.',
            nextStep: 'Check whether the payment method was deleted: without it the session cannot be read.',
          }
        : {
            title: '422: a referenced payment method does not exist',
            meaning: 'Something refers to a payment method that does not exist.',
            nextStep: 'Look at the request as it was sent.',
          };
    case 425:
      return {
        title: '425: too early',
        meaning: 'The service is not ready to act on this yet.',
        nextStep: `${describeWait(exchange, response, 'Wait a moment.')} ${describeRetry(exchange)}`,
      };
    case 429:
      return {
        title: '429: too many requests',
        meaning: 'The request rate is over the limit of the service. The limit itself is not specified.',
        nextStep: `${describeWait(exchange, response, 'Wait a little.')} ${describeRetry(exchange)}`,
      };
    default:
      return describeOtherStatus(status, exchange, response);
  }
}

/** If the path names something by its ID, that is what does not exist. */
function describeNotFound({ operation, profile }: Exchange, merchant: string): StatusDescription {
  const where = `on ${describeProfile(profile)}, with ${merchant}`;
  if (operation === 'get_checkout_session')
    return {
      title: `No session with this ID on ${profile.name}`,
      meaning: `Looked up ${where}.`,
      nextStep: CHECK_THE_ID,
    };
  // Nobody knows what a free request names, if anything.
  const isFree = operation === FREE_REQUEST;
  if (isFree || (isContractOperation(operation) && placesOf(operations[operation].path).length === 0))
    return {
      title: '404: not found',
      meaning: `Nothing was found at this address ${where}.`,
      nextStep: `Check ${isFree ? 'the path and ' : ''}the base URL of the profile, then the environment and the merchant account.`,
    };
  return {
    title: '404: not found',
    meaning: `There is nothing with this ID ${where}.`,
    nextStep: CHECK_THE_ID,
  };
}

export const ENTER_A_TOKEN =
  'Enter a fresh access token for this profile, and check that it was issued for this environment.';
export const CHECK_THE_KEY =
  'Check the signing key of this profile and its issuer: they have to be those of this environment.';
export const CHECK_THE_ID =
  'Check the ID, then the environment and the merchant account: the same ID may exist in another one.';

/**
 * A token was sent, and the answer is the API's own: an answer from a destination, or from something in between, says
 * less.
 */
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

/**
 * What the answer itself says: seconds, or a date, which is in GMT and by the service's clock. Anything else is passed on
 * as it is.
 */
function describeWait(
  { startedAt, timings }: Exchange,
  { headers }: ReceivedResponse,
  otherwise: string,
): string {
  const wait = headerValue(headers, 'retry-after');
  if (wait === null) return otherwise;
  const written = `Retry-After: ${shortHeader(wait)}`;
  const waitMs = /^\d{13,}$/.test(wait)
    ? null
    : retryAfterMs(headers, Date.parse(startedAt) + timings.totalMs);
  if (waitMs === null) return `The answer asks you to wait: ${written}.`;
  const words = formatFullerDuration(waitMs);
  if (words === null && !/^\d+$/.test(wait))
    return `The time until which the answer asks to wait is over (${written}).`;
  return `The answer asks you to wait: ${words ?? '0 s'} (${written}).`;
}

/** A header's value, as far as a sentence has room for it. */
export function shortHeader(value: string): string {
  return shortenEnd(value, MAX_HEADER_LENGTH);
}

/** The profile with its environment, unless the name includes that: `Sandbox EU`, `Acme (sandbox)`. */
function describeProfile({ name, environment }: Exchange['profile']): string {
  return name.toLowerCase().includes(environment) ? name : `${name} (${environment})`;
}

/** For use in the middle of a sentence. */
function merchantOf(id: string | null): string {
  return id === null ? 'the service’s default merchant account' : `merchant account ${id}`;
}

/** The answer has no body that could say which one is unknown: the ids that were sent are the only clue. */
function unknownPaymentMethods({ request, profile }: Exchange): StatusDescription {
  const ids = headerValue(request.headers, SERVICE_HEADERS.paymentMethods) ?? '';
  return {
    title: '422: a payment method of the request may not exist',
    meaning: `A 422 without a body says that at least one payment method of the request does not exist: ${ids === '' ? 'the request names none' : ids}. It does not say which.`,
    nextStep: `Check each ID: it may have been deleted, or belong to an environment other than ${profile.environment} or a merchant account other than ${profile.merchantAccountId ?? 'the service’s default'}.`,
  };
}

/**
 * Headers of Vault Forward that the details of an answer point to: if there are any, the token was not what was
 * refused.
 */
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
  if (exchange.operation === 'vault_forward' && status === 502 && saysRefused(readServiceError(response)))
    return destinationRefused(exchange);
  if (status >= 500) {
    return {
      title: `${status}: the service ${exchange.operation === 'vault_forward' ? 'or the destination ' : ''}failed`,
      meaning:
        SERVER_ERRORS[status] ??
        'The request could not be processed. The specification does not list this status.',
      nextStep: `${describeWait(exchange, response, 'Wait a moment.')} ${describeRetry(exchange)} If it keeps happening, report it to the service with the time and the request.`,
    };
  }
  const location = headerValue(response.headers, 'location');
  if (status >= 300 && status < 400 && location !== null && location.trim() !== '') {
    const address = shortHeader(maskCardData(maskSecretsOfUrl(location)));
    return {
      title: `${status}: a redirect, not followed`,
      meaning: `The answer points to another address, ${address}. Redirects are never followed, so that a token stays at its origin.`,
      nextStep: 'If the service has moved, change the base URL of the profile.',
    };
  }
  const nextStep = isUnsettled(exchange)
    ? `Whether it was carried out is not known. ${describeRetry(exchange)}`
    : 'Look at the response as it was received.';
  if (exchange.operation === 'vault_forward')
    return {
      title: `${status}: it may be the destination’s own answer`,
      meaning:
        'The specification does not say what Vault Forward answers, and lists no error with this status.',
      nextStep,
    };
  return {
    title: `${status}: not in the specification`,
    meaning: 'The specification does not list this status.',
    nextStep,
  };
}

/**
 * Says what the answer says. Whether it came from the service, or from a destination with the same error object, is
 * added afterwards.
 */
function destinationRefused(exchange: Exchange): StatusDescription {
  const host = forwardedTo(exchange);
  return {
    title: `502: the answer says that ${host} refused the connection`,
    meaning: 'If this answer is the service’s own, nothing reached the destination.',
    nextStep: `Check the host and port of the destination, and that ${host} is running. Then send it again.`,
  };
}

/**
 * A GET changes nothing; a Vault Forward may have charged a card before it failed. The guard asks only about what
 * `isUnsettled` leaves open, so the words must not suggest that it asks about a plain 500.
 */
function describeRetry(exchange: Exchange): string {
  const { request, response } = exchange;
  if (isSafe(request.method)) return 'Then try again.';
  if (response !== null && NOT_CARRIED_OUT.has(response.status))
    return 'Then send it again: this status says that nothing was carried out.';
  const check = 'Before you send it again, find out whether the destination received it.';
  return isUnsettled(exchange)
    ? check
    : `${check} The app does not ask, because an answer came; whether it took effect before it failed, only the destination knows.`;
}

/** Too early and too many requests: refused before anything was done. */
const NOT_CARRIED_OUT: ReadonlySet<number> = new Set([425, 429]);

const SERVER_ERRORS: Readonly<Record<number, string>> = {
  500: 'The service could not process the request (server error).',
  502: 'A server behind the service did not answer properly (bad gateway).',
  504: 'A server behind the service did not answer in time (gateway time-out).',
};
