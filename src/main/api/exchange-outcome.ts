import { MASKED, type HeaderList } from '../../shared/exchange';
import { secretHeaderTest } from '../../shared/secret-headers';
import { secretWritings } from '../credentials/secret-writings';
import type { ApiRequest } from './api-request';

/** Shorter values would be found in anything. */
const SHORTEST_SECRET = 6;

/**
 * What goes out with a request and must not come back into the window: the token, and the values of secret headers, with
 * and without a scheme in front, and each cookie by itself.
 */
export function secretsOf(
  token: string,
  { headers = [], secretHeaders = [] }: ApiRequest,
): readonly string[] {
  const isSecret = secretHeaderTest(secretHeaders);
  const values = headers
    .filter(([name]) => isSecret(name))
    .flatMap(([name, value]) => [value, value.replace(/^[\w-]+ +/, ''), ...cookiesIn(name, value)])
    .filter((value) => value.length >= SHORTEST_SECRET);
  return [...new Set([token, ...values])].sort((one, other) => other.length - one.length);
}

function cookiesIn(name: string, value: string): string[] {
  if (!/cookie$/i.test(name)) return [];
  return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
}

/** Headers as they may be shown: every occurrence of a secret is masked, wherever it stands, also in a name. */
export function maskSecrets(headers: HeaderList, secrets: readonly string[]): HeaderList {
  return headers.map(([name, value]) => [maskSecretsIn(name, secrets), maskSecretsIn(value, secrets)]);
}

/** Also masked where it is written as JSON, URLs or base 64 write it. */
export function maskSecretsIn(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap(secretWritings)
    .reduce((rest, writing) => (rest.includes(writing) ? rest.split(writing).join(MASKED) : rest), text);
}
