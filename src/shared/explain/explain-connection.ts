import type { ConnectionFailure, Outcome } from '../exchange';
import type { Problem } from '../problem';
import type { ProfileStamp } from '../profile';

interface Words {
  readonly title: string;
  readonly meaning: string;
  readonly nextStep: string;
}

/** A connection that gave no complete answer, in words: what happened, with which host, what to check. */
export function explainConnection(
  profile: ProfileStamp,
  outcome: Extract<Outcome, { kind: 'failed' }>,
): Problem {
  const words = failureWords(outcome.failure, hostOf(profile.baseUrl));
  return {
    code: `connection-${outcome.failure}`,
    title: words.title,
    meaning: outcome.mayHaveArrived
      ? `${words.meaning} The request may have reached the service.`
      : `${words.meaning} Nothing reached the service.`,
    nextStep: words.nextStep,
    detail: outcome.detail,
  };
}

function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return baseUrl;
  }
}

function failureWords(failure: ConnectionFailure, host: string): Words {
  switch (failure) {
    case 'dns':
      return {
        title: 'Host not found',
        meaning: `The name ${host} could not be resolved.`,
        nextStep: 'Check the base URL of the profile, the network connection and the VPN.',
      };
    case 'refused':
      return {
        title: 'No connection: refused',
        meaning: `Nothing listens at ${host}.`,
        nextStep: 'Check the port in the base URL, and whether the service is running.',
      };
    case 'unreachable':
      return {
        title: 'No connection: unreachable',
        meaning: `There is no route to ${host}.`,
        nextStep: 'Check the network connection, the VPN and the proxy of the profile.',
      };
    case 'tls':
      return {
        title: 'Secure connection failed',
        meaning: `The TLS handshake with ${host} failed, so the connection was not trusted.`,
        nextStep:
          'If your company inspects traffic, add its CA file to the profile. Otherwise check the host name.',
      };
    case 'proxy':
      return {
        title: 'The proxy did not connect',
        meaning: `The proxy in between did not open a connection to ${host}.`,
        nextStep: 'Check the proxy setting of the profile, and its credentials.',
      };
    case 'connect-timeout':
      return {
        title: 'No connection in time',
        meaning: `${host} did not accept a connection within the time-out.`,
        nextStep: 'Check the network, or raise the time-out in the profile.',
      };
    case 'total-timeout':
      return {
        title: 'No answer in time',
        meaning: `${host} did not answer completely within the time-out.`,
        nextStep: 'Try again, or raise the time-out in the profile.',
      };
    case 'reset':
      return {
        title: 'Connection lost',
        meaning: `${host} closed the connection before it answered.`,
        nextStep: 'Try again. If it keeps happening, something between you and the service cuts connections.',
      };
    case 'truncated':
      return {
        title: 'Answer cut short',
        meaning: `${host} closed the connection in the middle of its answer. What arrived is shown.`,
        nextStep: 'Try again; do not rely on the part that arrived.',
      };
    case 'too-large':
      return {
        title: 'Answer too large',
        meaning: `The answer of ${host} is over the limit of this app. The part up to the limit is shown.`,
        nextStep: 'Ask for less, for example a smaller page.',
      };
    case 'bad-encoding':
      return {
        title: 'Answer could not be decoded',
        meaning: `${host} said that its answer is compressed, but it could not be unpacked.`,
        nextStep: 'Try again; if it stays, report it to the service with the detail below.',
      };
    case 'protocol':
      return {
        title: 'Not a valid HTTP answer',
        meaning: `What ${host} sent back is not HTTP as it should be.`,
        nextStep: 'Check that the base URL leads to the API and not to something else.',
      };
  }
}
