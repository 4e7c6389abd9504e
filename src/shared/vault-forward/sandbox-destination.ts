import { parseUrl } from '../http/parse-url';

/**
 * Stands at the beginning of a destination for the Local sandbox's own destination, wherever it listens in this run.
 * It is replaced when the request is planned: drafts, saved requests and files keep the name.
 */
export const SANDBOX_DESTINATION = '{sandbox}';

const AT_THE_BEGINNING = /^\{sandbox\}(?=[/?#]|$)/;

export function isSandboxDestination(destinationUrl: string): boolean {
  return AT_THE_BEGINNING.test(destinationUrl);
}

/** The URL to call; any other than the sandbox's is returned unchanged. `base` has no trailing slash. */
export function withSandbox(destinationUrl: string, base: string): string {
  return destinationUrl.replace(AT_THE_BEGINNING, () => base);
}

/** A destination as a URL, to inspect its parts; the sandbox's gets a stand-in host. Null if it is not a URL. */
export function parseDestination(destinationUrl: string): URL | null {
  return parseUrl(withSandbox(destinationUrl, 'https://sandbox.localhost'));
}
