import type { ConnectionFailure } from './exchange';

/** Why a connection gave no complete answer, in words that follow a colon or a chip. */
export const FAILURE_WORDS: Readonly<Record<ConnectionFailure, string>> = {
  dns: 'the service’s host was not found',
  refused: 'the service refused the connection',
  unreachable: 'the service could not be reached',
  tls: 'no secure connection could be made',
  proxy: 'the proxy did not connect',
  'connect-timeout': 'no connection in time',
  'total-timeout': 'no answer in time',
  sleep: 'the computer was asleep before an answer came',
  reset: 'the connection was closed before an answer',
  truncated: 'the answer broke off',
  'too-large': 'the answer is larger than the limit',
  'bad-encoding': 'the answer could not be decoded',
  protocol: 'the answer is not valid HTTP',
};
