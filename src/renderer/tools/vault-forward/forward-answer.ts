import type { Exchange, ReceivedResponse } from '@shared/http/exchange';
import type { ExplainContext } from '@shared/explain/explain-context';
import { explainExchange } from '@shared/explain/explain-exchange';
import { readServiceError } from '@shared/http/service-error';
import type { Problem } from '@shared/problem';
import { destinationHost } from '@shared/vault-forward/destination';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';

/**
 * Whose answer it looks like. The specification gives the service's error object and leaves the response of Vault Forward
 * open: a destination may answer with the same object, so nothing is surely somebody's answer.
 */
export type ForwardAnswer =
  | {
      readonly from: 'service';
      readonly label: string;
      readonly problem: Problem;
      /** True when the destination may have got the request, and acted on it, if this is the service's. */
      readonly mayHaveArrived: boolean;
    }
  | { readonly from: 'destination'; readonly label: string }
  | {
      readonly from: 'nobody';
      readonly label: string;
      readonly problem: Problem;
      readonly mayHaveArrived: boolean;
    };

export const UNKNOWN_OUTCOME = 'Unknown: it may have reached the destination';

export function readForwardAnswer(exchange: Exchange, context: ExplainContext): ForwardAnswer {
  const { outcome, response } = exchange;
  const explained = explainExchange(exchange, context);
  if (outcome.kind !== 'answered' || response === null) {
    return readMissingAnswer(exchange, explained ?? noResponseProblem());
  }
  const error = readServiceError(response);
  const isSuccess = response.status >= 200 && response.status < 300;
  if (isSuccess || (error === null && !isBare422(response))) {
    return { from: 'destination', label: 'Looks like the destination’s answer' };
  }
  return {
    from: 'service',
    label: 'Looks like the service’s error',
    ...serviceProblem(exchange, response, explained ?? noResponseProblem()),
  };
}

/** The host that an exchange was forwarded to, or its whole URL when it has none. */
export function forwardedTo(exchange: Exchange): string {
  const url =
    exchange.request.headers.find(([name]) => name.toLowerCase() === SERVICE_HEADERS.url)?.[1] ?? '';
  return destinationHost(url) ?? url;
}

function isBare422({ status, body }: ReceivedResponse): boolean {
  return status === 422 && (body.kind === 'none' || body.bytes === 0);
}

function readMissingAnswer(exchange: Exchange, problem: Problem): ForwardAnswer {
  const { outcome } = exchange;
  const mayHaveArrived = outcome.kind !== 'answered' && outcome.mayHaveArrived;
  if (!mayHaveArrived) return { from: 'nobody', label: 'Nothing was sent', problem, mayHaveArrived };
  const said = `${problem.title}. ${problem.meaning}`;
  return {
    from: 'nobody',
    label: UNKNOWN_OUTCOME,
    mayHaveArrived,
    problem: {
      ...problem,
      code: 'forward-unknown',
      title: UNKNOWN_OUTCOME,
      meaning: `${said} This app cannot tell whether the service passed it on to ${forwardedTo(exchange)}.`,
      nextStep: `Ask ${forwardedTo(exchange)} whether the request arrived before you send it again: a second one may charge the card twice.`,
    },
  };
}

function serviceProblem(
  exchange: Exchange,
  response: ReceivedResponse,
  problem: Problem,
): { readonly problem: Problem; readonly mayHaveArrived: boolean } {
  const { status } = response;
  const host = forwardedTo(exchange);
  if (refusedByDestination(response)) {
    return {
      mayHaveArrived: false,
      problem: {
        ...problem,
        title: `The answer says that ${host} refused the connection`,
        meaning: 'If the service says so, the destination did not get the request.',
        nextStep: `Check host and port of the destination, and that ${host} is running; then send it again.`,
      },
    };
  }
  if (status >= 500) {
    return {
      mayHaveArrived: true,
      problem: {
        ...problem,
        nextStep: `It may have reached ${host} all the same. Ask there whether the request arrived before you send it again.`,
      },
    };
  }
  const words = FORWARD_DESCRIPTIONS[status];
  return { mayHaveArrived: false, problem: words ? { ...problem, ...words } : problem };
}

/** True when the service itself says that no connection to the destination came about: then nothing went there. */
function refusedByDestination(response: ReceivedResponse): boolean {
  if (response.status !== 502) return false;
  const error = readServiceError(response);
  const said = [error?.message ?? '', ...(error?.details ?? []).map(({ message }) => message)];
  return said.some((message) =>
    /refused the connection|connection (?:was )?refused|ECONNREFUSED/i.test(message),
  );
}

/** Where the words for a look-up would mislead. */
const FORWARD_DESCRIPTIONS: Readonly<Record<number, Partial<Pick<Problem, 'meaning' | 'nextStep'>>>> = {
  404: {
    nextStep:
      'Check the base URL of the profile, then the payment methods and authentications: the same ID may exist in another environment or merchant account.',
  },
};

function noResponseProblem(): Problem {
  return {
    code: 'no-answer',
    title: 'There is no answer',
    meaning: 'Nothing was received.',
    nextStep: 'Look at the request as it was sent.',
    detail: null,
  };
}
