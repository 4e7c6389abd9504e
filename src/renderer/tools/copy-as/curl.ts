import {
  toBodyBytes,
  hasHeader,
  readableText,
  requestedUrl,
  variablesOf,
  replaceSecrets,
  type CopiedHeader,
  type CopiedRequest,
  type CopyableRequest,
  type IsSecretHeader,
} from './copyable';
import { MAX_SHELL_WORD_BYTES, printfCommand, shellHeaderBytes, shellLines, shellWord } from './shell';

/** For a larger body, some versions of curl ask the server first (`Expect: 100-continue`). */
const EXPECT_BYTES = 1024;

/**
 * A cURL command for POSIX shells that sends the same bytes: request line, headers (order and case), body. What curl
 * would add is switched off, except for the body's length. It needs curl 7.55 or newer.
 */
export function copyAsCurl(request: CopyableRequest, isSecret: IsSecretHeader): CopiedRequest {
  const body = toBodyBytes(request.body);
  // curl computes the length itself, so that the body can be edited without changing a number as well.
  const given = body === null ? request.headers : request.headers.filter(([name]) => !isContentLength(name));
  const headers = replaceSecrets(given, isSecret);
  const text = body === null ? null : readableText(body);
  const piped = body !== null && (text === null || body.length > MAX_SHELL_WORD_BYTES);
  const command = shellLines([
    'curl --http1.1 --globoff --path-as-is',
    ...methodArguments(request.method, body !== null),
    `--url ${shellWord(requestedUrl(request.url))}`,
    ...headersToSuppress(headers, request.url, body?.length ?? 0).map((name) => `--header '${name}:'`),
    ...headers.map((header) => `--header ${headerArgument(header)}`),
    ...(hasHeader(headers, 'accept-encoding') ? ['--compressed'] : []),
    ...(body === null ? [] : [piped ? '--data-binary @-' : `--data-raw ${shellWord(text ?? '')}`]),
  ]);
  return {
    text: piped ? `${printfCommand(body)} |\n${command}` : command,
    variables: variablesOf(headers),
    notes:
      request.method === 'HEAD' && body !== null
        ? ['curl waits for a body after a HEAD request that has one itself; stop it with Ctrl+C.']
        : [],
  };
}

function isContentLength(name: string): boolean {
  return name.toLowerCase() === 'content-length';
}

function methodArguments(method: string, hasBody: boolean): string[] {
  if (!hasBody && method === 'GET') {
    return [];
  }
  // `--request HEAD` alone would wait for a body that never comes.
  return !hasBody && method === 'HEAD' ? ['--head'] : [`--request ${shellWord(method)}`];
}

/**
 * Headers that curl would send although the request has none, or would send in another position or case. It may send
 * its user agent: only a request that was not sent yet has none, and many firewalls refuse one without.
 */
function headersToSuppress(headers: readonly CopiedHeader[], url: string, bodyBytes: number): string[] {
  const names = ['Accept'];
  if (bodyBytes > 0) names.push('Content-Type');
  if (bodyBytes > EXPECT_BYTES) names.push('Expect');
  const absent = names.filter((name) => !hasHeader(headers, name.toLowerCase()));
  const first = headers[0];
  const hostAsCurlWritesIt = first?.name === 'Host' && first.text === new URL(url).host;
  // Once switched off, Host can be given like any other header: curl then keeps its position and case.
  return hostAsCurlWritesIt ? absent : ['Host', ...absent];
}

/** curl takes `Name;` for a header without a value: `Name:` would switch it off. */
function headerArgument(header: CopiedHeader): string {
  return header.variable === null && /^[ \t]*$/.test(header.text)
    ? shellWord(`${header.name};`)
    : shellHeaderBytes(header, ': ');
}
