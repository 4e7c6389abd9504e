import type { Exchange, ReceivedResponse } from '@shared/http/exchange';
import type { ExplainContext } from '@shared/explain/explain-context';
import { explainExchange } from '@shared/explain/explain-exchange';
import { readServiceError } from '@shared/http/service-error';
import { isUnsettled } from '@shared/http/unsettled';
import type { Problem } from '@shared/problem';
import { forwardedTo } from '@shared/vault-forward/forwarded-to';
import { carriesCards, readsAtDestination } from '@shared/vault-forward/reading-forward';

/**
 * Who the answer seems to come from. The specification defines the service's error object and leaves the response of
 * Vault Forward open: a destination may answer with the same object, so nothing is certain.
 */
export type ForwardAnswer =
  | {
      readonly from: 'service';
      readonly label: string;
      readonly problem: Problem;
      /**
       * True when the destination may have received and executed the request, assuming that this is the service's
       * answer.
       */
      readonly mayHaveArrived: boolean;
    }
  | {
      readonly from: 'destination';
      readonly label: string;
      /**
       * Set when the answer does not say whether the request was carried out; otherwise the answer speaks for itself.
       */
      readonly problem: Problem | null;
      readonly mayHaveArrived: boolean;
    }
  | {
      readonly from: 'nobody';
      readonly label: string;
      readonly problem: Problem;
      readonly mayHaveArrived: boolean;
    };

export const UNKNOWN_OUTCOME = 'Outcome unknown: it may have reached the destination';

export function readForwardAnswer(exchange: Exchange, context: ExplainContext): ForwardAnswer {
  const { outcome, response } = exchange;
  const explained = explainExchange(exchange, context);
  if (outcome.kind !== 'answered' || response === null) {
    return readMissingAnswer(exchange, explained ?? noResponseProblem());
  }
  const error = readServiceError(response);
  const isSuccess = response.status >= 200 && response.status < 300;
  if (isSuccess || (error === null && !isBare422(response))) {
    const mayHaveArrived = isUnsettled(exchange);
    return {
      from: 'destination',
      label: 'Looks like the destination’s answer',
      mayHaveArrived,
      problem: mayHaveArrived ? openProblem(exchange, response) : null,
    };
  }
  return {
    from: 'service',
    label: 'Looks like the service’s error',
    ...serviceProblem(exchange, response, explained ?? noResponseProblem()),
  };
}

/** What a second request may do after an unknown outcome, worded to follow its subject. */
export function describeSecond(exchange: Exchange): string {
  const reads = readsAtDestination(exchange);
  if (reads === null)
    return carriesCards(exchange.request.headers) ? 'may charge the card twice' : 'may take effect twice';
  const what = reads.carriesCards ? 'passes the card data on' : 'goes to the destination';
  return `${what} again; by its method, ${reads.method}, it is meant to read only`;
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
      nextStep: `Ask ${forwardedTo(exchange)} whether the request arrived before you send it again: a second one ${describeSecond(exchange)}.`,
    },
  };
}

function openProblem(exchange: Exchange, { status }: ReceivedResponse): Problem {
  const host = forwardedTo(exchange);
  return {
    code: 'forward-open',
    title: `${status}: it may have been carried out all the same`,
    meaning: `A server that answers this way was waiting for another one, at ${host} or on the way there, and does not say what was done in the meantime.`,
    nextStep: `Ask ${host} whether the request was carried out before you send it again.`,
    detail: null,
  };
}

function serviceProblem(
  exchange: Exchange,
  response: ReceivedResponse,
  problem: Problem,
): { readonly problem: Problem; readonly mayHaveArrived: boolean } {
  const { status } = response;
  const host = forwardedTo(exchange);
  if (isUnsettled(exchange)) {
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

/** Used if the texts for a look-up would mislead. */
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
