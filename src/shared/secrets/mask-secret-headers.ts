import { decodedName } from '../cards/security-code-names';
import { MASKED, type HeaderList } from '../http/exchange';
import { sameHeaderName } from '../http/http-fields';
import { SERVICE_HEADERS } from '../vault-forward/request';
import { isSecretParameter, secretHeaderTest } from './secret-headers';

/**
 * The headers with every secret value hidden. A scheme (`Bearer`, `Basic`, …) before the secret stays, because it
 * tells its kind; in a URL that an answer leads to, only the secrets are hidden.
 * @param marked more names that the person marked, in any case.
 */
export function maskSecretHeaders(headers: HeaderList, marked: readonly string[] = []): HeaderList {
  const isSecret = secretHeaderTest(marked);
  return headers.map(([name, value]) => {
    if (value !== '' && isSecret(name)) return [name, schemeOf(name, value) + MASKED];
    return [name, LEADING.test(name.trim()) ? maskSecretsOfUrl(value) : value];
  });
}

/** Headers of answers whose value is a URL to go to. */
const LEADING = /^(?:content-location|location|refresh)$/i;

/**
 * A URL with user name and password masked, and everything in the query and the fragment whose name says that it is
 * secret.
 */
export function maskSecretsOfUrl(value: string): string {
  return value
    .replace(/\/\/[^\s/?#]*@/g, `//${MASKED}@`)
    .replace(/([?&#;])([^\s=?&#;]+)=([^\s&#;]+)/g, (whole, before: string, name: string, typed: string) =>
      isSecretParameter(decodedName(name), typed) ? `${before}${name}=${MASKED}` : whole,
    );
}

/** A sent header whose value is a URL, the destination's, with only the secrets in that hidden. */
export function maskSecretsOfDestination([name, value]: HeaderList[number]): HeaderList[number] {
  return [name, sameHeaderName(name, SERVICE_HEADERS.url) ? maskSecretsOfUrl(value) : value];
}

/** `Bearer ` in an authorization header. Anything but a known scheme may be part of the secret. */
function schemeOf(name: string, value: string): string {
  if (!/authorization$/i.test(name)) return '';
  return /^(?:basic|bearer|digest|negotiate|token|apikey|aws4-hmac-sha256) +(?=\S)/i.exec(value)?.[0] ?? '';
}
