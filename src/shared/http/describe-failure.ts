import type { ConnectionFailure, Outcome } from './exchange';
import { isSafe } from './http-fields';
import { assertNever, type Problem } from '../problem';
import type { Profile } from '../profiles/profile';
import { describeProxyTls, describeTls } from './describe-tls';

/** What the description needs to know about the call. */
export interface FailedCall {
  readonly method: string;
  readonly url: string;
  /** Null if they are no longer known (an exchange from history). */
  readonly timeouts: Profile['timeouts'] | null;
  /** The status of an answer that began to arrive; null or missing if none did. */
  readonly status?: number | null;
  /** The reason for another try, if it was cancelled while waiting for that: only what reads is tried again. */
  readonly waitedAfter?: string | undefined;
  /** `host:port` of the proxy, if one was used or tried; otherwise null. */
  readonly proxy: string | null;
}

/**
 * Why a request was cancelled that would have gone out at the same time as an identical one, in the words of
 * `Outcome`.
 */
export const SENT_ELSEWHERE = 'the same, or another version of it, went out from elsewhere';

/** The same if all that is known about the other request is that it exists. */
export const SENT_UNKEPT = 'something else is going out, and it may be the same';

interface FailureDescription {
  readonly title: string;
  readonly meaning: string;
  readonly nextStep: string;
}

/** The problem of a call without a complete answer. Codes are `connection-<failure>` and `call-cancelled`. */
export function outcomeProblem(outcome: Exclude<Outcome, { kind: 'answered' }>, call: FailedCall): Problem {
  const host = new URL(call.url).host;
  const arrival =
    (outcome.kind === 'cancelled' && outcome.why && BESIDE.get(outcome.why)) ||
    describeArrival(outcome.mayHaveArrived, call, host);
  if (outcome.kind === 'cancelled') {
    const title = outcome.why === undefined ? 'Cancelled' : `Cancelled: ${outcome.why}`;
    return {
      code: 'call-cancelled',
      title,
      meaning: arrival.meaning,
      nextStep: arrival.nextStep,
      detail: null,
    };
  }
  if (outcome.kind === 'unanswered') return unansweredProblem(outcome.why, arrival);
  const words = describeConnectionFailure(outcome.failure, outcome.detail, host, call);
  return {
    code: `connection-${outcome.failure}`,
    title: words.title,
    meaning: `${words.meaning} ${arrival.meaning}`,
    nextStep: `${words.nextStep}${outcome.mayHaveArrived ? ` ${arrival.nextStep}` : ''}`,
    detail: outcome.detail,
  };
}

const BESIDE: ReadonlyMap<string, Omit<FailureDescription, 'title'>> = new Map([
  [
    SENT_ELSEWHERE,
    {
      meaning:
        'This one did not leave this computer. Another one was sent at the same time, from another tab or the command line.',
      nextStep:
        'Look in History for how the other one ended. If you send this one before that is known, you are asked first.',
    },
  ],
  [
    SENT_UNKEPT,
    {
      meaning:
        'This one did not leave this computer. The app or another command sends something at the same time, and without a keychain nothing tells what it is.',
      nextStep:
        'Send this one when the other has ended. If it is not known by then whether that was carried out, you are asked first.',
    },
  ],
]);

function unansweredProblem(
  why: 'under-way' | 'app-ended',
  arrival: Omit<FailureDescription, 'title'>,
): Problem {
  return {
    code: 'no-answer-noted',
    ...(why === 'under-way'
      ? {
          title: 'Under way',
          meaning: `There is no answer yet. ${arrival.meaning}`,
          nextStep: 'Wait for it.',
        }
      : {
          title: 'Unknown: the app ended before the answer',
          meaning: `The request went out, and the app ended before an answer came. ${arrival.meaning}`,
          nextStep: arrival.nextStep,
        }),
    detail: null,
  };
}

function describeArrival(
  mayHaveArrived: boolean,
  { method, status = null, waitedAfter }: Pick<FailedCall, 'method' | 'status' | 'waitedAfter'>,
  host: string,
): Omit<FailureDescription, 'title'> {
  if (waitedAfter !== undefined)
    return { meaning: `It was waiting to try again (${waitedAfter}).`, nextStep: 'Asking again is safe.' };
  if (!mayHaveArrived)
    return { meaning: `${host} did not receive the request.`, nextStep: 'Send it again when you like.' };
  const began = status === null ? null : `${host} answered ${status}, but not all of the answer was read`;
  if (isSafe(method)) {
    return {
      meaning:
        began === null
          ? `${host} may have received the request, which only reads.`
          : `${began}; the request only reads.`,
      nextStep: 'Asking again is safe.',
    };
  }
  return {
    meaning: began === null ? `${host} may have received the request and acted on it.` : `${began}.`,
    nextStep: 'Before you send it again, check on the other side whether it took effect.',
  };
}

function describeConnectionFailure(
  failure: ConnectionFailure,
  detail: string,
  host: string,
  call: FailedCall,
): FailureDescription {
  switch (failure) {
    case 'dns':
      return {
        title: `The name ${host} was not found`,
        meaning: 'DNS has no address for it, or cannot be reached.',
        nextStep: 'Check the base URL of the profile, the network and, if the name is internal, the VPN.',
      };
    case 'refused':
      return {
        title: `${host} refused the connection`,
        meaning: 'The computer is there, but nothing is listening on that port.',
        nextStep: 'Check the port in the base URL, and that the service is running.',
      };
    case 'unreachable':
      return {
        title: `${host} cannot be reached`,
        meaning: 'There is no route to it from this network.',
        nextStep: 'Check the network, the VPN and whether a proxy is needed.',
      };
    case 'tls':
      return { title: `No secure connection to ${host}`, ...describeTls(detail, host) };
    case 'proxy':
      return describeProxy(detail, call.proxy);
    case 'connect-timeout': {
      const inTime = formatTimeout(call.timeouts?.connectMs);
      if (detail.includes(DNS_SILENT))
        return {
          title: `DNS did not answer for ${host} ${inTime}`,
          meaning: 'No address of it was known, so no connection was made.',
          nextStep: 'Check the network and, if the name is internal, the VPN.',
        };
      const title = `${host} did not answer ${inTime}`;
      const [, proxy] = /the proxy (\S+) opened the way/.exec(detail) ?? [];
      if (proxy !== undefined)
        return {
          title,
          meaning: `The proxy ${proxy} opened a connection to it, but nothing came through within the time the profile allows.`,
          nextStep: 'Check that the service is running, and that the proxy lets its answers through.',
        };
      return {
        title,
        meaning: 'No connection was made within the time the profile allows.',
        nextStep:
          'Check the network, the VPN and whether a proxy is needed; a firewall may be dropping the connection.',
      };
    }
    case 'total-timeout':
      return {
        title: `No complete answer from ${host} ${formatTimeout(call.timeouts?.totalMs)}`,
        meaning: 'The time the profile allows for a request ran out.',
        nextStep: 'Allow more time in the profile if the service is known to be slow.',
      };
    case 'sleep':
      return {
        title: `The computer was asleep before ${host} answered`,
        meaning:
          'It went to sleep while the request was under way, and no complete answer came after it woke.',
        nextStep: 'Wait until the network is back.',
      };
    case 'reset':
      return {
        title: `${host} closed the connection without an answer`,
        meaning: 'The server, or something on the way to it, closed the connection.',
        // Electron's TLS does not pass on the alert that says so.
        nextStep: call.url.startsWith('https:')
          ? 'If it happens every time, the server may want a client certificate; ask the people who run it.'
          : 'If it happens every time, ask the people who run the server.',
      };
    case 'truncated':
      return {
        title: `The answer of ${host} broke off`,
        meaning: 'The connection ended before the body was complete; what arrived is shown.',
        nextStep: 'If it happens every time, ask the people who run the server.',
      };
    case 'too-large':
      return {
        title: `The answer of ${host} is too large`,
        meaning: 'It is larger than this app accepts, or than the disk has room for. Its beginning is shown.',
        nextStep: 'Ask for less, for example a smaller page.',
      };
    case 'bad-encoding':
      return {
        title: `The answer of ${host} cannot be unpacked`,
        meaning:
          'The body is not in the compression that its content-encoding header names; what could be read is shown.',
        nextStep:
          'Tell the people who run the server. Sending the header accept-encoding: identity may help meanwhile.',
      };
    case 'protocol':
      if (detail.includes('HPE_HEADER_OVERFLOW'))
        return {
          title: `The headers of the answer of ${host} are too large`,
          meaning: 'They are larger than this app accepts: some hundred kilobytes.',
          nextStep: 'Ask the people who run the server: something adds to them.',
        };
      // Not even a first line: the parser stops there only if the answer is something else.
      if (/HPE_INVALID_(?:CONSTANT|VERSION)/.test(detail))
        return {
          title: `What ${host} answered is not HTTP/1.1`,
          meaning: 'It does not begin as an answer does, so it cannot be read.',
          nextStep: 'Check host and port in the base URL.',
        };
      return {
        title: `The answer of ${host} breaks the rules of HTTP`,
        meaning: 'So it cannot be read safely. The detail says what is wrong with it.',
        nextStep: 'Tell the people who run the server, or what is on the way to it, such as a gateway.',
      };
    default:
      return assertNever(failure);
  }
}

/** Part of the detail if the time was over before a host name had an address. */
export const DNS_SILENT = 'DNS did not answer';

/** The detail if a proxy agreed to connect, and then answered something itself. */
export const TUNNEL_ANSWERED = 'The proxy sent data of its own into the tunnel';

function describeProxy(detail: string, proxy: string | null): FailureDescription {
  const name = proxy === null ? 'The proxy' : `The proxy ${proxy}`;
  if (/\b407\b/.test(detail)) {
    return {
      title: `${name} asks for a login`,
      meaning: 'It requires a user name and password, or did not accept the ones it got.',
      nextStep:
        'This app stores no proxy passwords, because they would end up in the profiles file. Ask for access without a login, or run a local proxy that logs in for you. The command line takes a login from HTTPS_PROXY.',
    };
  }
  if (/answered \d{3}/.test(detail)) {
    return {
      title: `${name} refused to connect`,
      meaning: 'It was reached, but it does not open a connection to the destination.',
      nextStep: 'Ask your network administrators to allow the destination, or choose another proxy.',
    };
  }
  if (detail === TUNNEL_ANSWERED)
    return {
      title: `${name} answered in place of the destination`,
      meaning: 'It sent something of its own, such as a sign-in page, where it should only connect.',
      nextStep:
        'If this network has a sign-in page, open a browser and sign in. Otherwise ask your network administrators, or choose another proxy.',
    };
  const tls = describeProxyTls(detail);
  if (tls !== null)
    return { title: `No secure connection to the proxy${proxy === null ? '' : ` ${proxy}`}`, ...tls };
  const nextStep =
    'Check the proxy setting of the profile, and of the system where the profile uses that: on the command line it is HTTPS_PROXY.';
  const [, silent] = /^(\S+:\d+) .*did not answer/.exec(detail) ?? [];
  if (silent !== undefined)
    return {
      title: `The proxy ${silent} did not answer`,
      meaning: 'It opened no connection to the destination within the time the profile allows.',
      nextStep,
    };
  return {
    title: `${name} cannot be used`,
    meaning: 'It was not found, did not answer, or is of a kind this app does not support.',
    nextStep,
  };
}

function formatTimeout(ms: number | undefined): string {
  if (ms === undefined) return 'in time';
  return `within ${ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`}`;
}
