import { MASKED } from '../http/exchange';
import { sameHeaderName } from '../http/http-fields';
import type { QueryPair, RequestSpec } from '../requests/request-spec';
import { isVariableText } from '../requests/variables';
import { SERVICE_HEADERS } from '../vault-forward/request';
import { isSecretParameter } from './secret-headers';

/**
 * A URL and a body are sent, kept and written as typed: nothing in them is masked because of its name, because
 * otherwise the same request could not be sent again. So a person who types a secret there is warned.
 */
export const WRITTEN_AS_TYPED =
  'URLs and bodies are written as typed, with card numbers masked: a key or password in one of them is written too.';

/** These name the next part of a list and are not secrets. */
const PAGE_TOKEN = /^(?:next|page|continuation|sync)[-_]?token$/i;

/** True for a query parameter whose value is typed into the URL and whose name says that it is a secret. */
export function isTypedSecret([name, value]: QueryPair): boolean {
  if (value === null || value === '' || value.includes(MASKED) || isVariableText(value)) return false;
  return isSecretParameter(name, value) && !PAGE_TOKEN.test(name);
}

/** Names of a URL's parameters with typed secrets, each once. */
export function typedSecretsInUrl(url: string): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return namesOf([...new URLSearchParams(query)]);
}

/** The same for a request: its own query and that of its destination. */
export function typedSecretsOf({ query, headers }: RequestSpec): string[] {
  const destinations = headers.filter(({ name }) => sameHeaderName(name, SERVICE_HEADERS.url));
  return [...new Set([...namesOf(query), ...destinations.flatMap(({ value }) => typedSecretsInUrl(value))])];
}

function namesOf(pairs: readonly QueryPair[]): string[] {
  return [...new Set(pairs.filter(isTypedSecret).map(([name]) => name))];
}

/** A warning, to be shown beside the field and after an export. */
export function partOfUrl(names: readonly string[]): string {
  return `The URL holds the ${names.length === 1 ? 'value' : 'values'} of ${names.join(', ')}, and is kept and written as it is. With a variable of the profile in its place, saved requests and their files hold the variable’s name alone.`;
}
