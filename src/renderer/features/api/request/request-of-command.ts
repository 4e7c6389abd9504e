import { sameHeaderName } from '@shared/http/http-fields';
import { escapeImported } from '@shared/import/escape-imported';
import { isBrowserNoise } from '@shared/import/to-vault-forward';
import { succeed, type Result } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { isConnectionHeader } from '@shared/vault-forward/header-checks';
import { importCommand } from '@renderer/tools/import/command';

export interface CommandRequest {
  /** Its path is the whole address. */
  readonly request: RequestSpec;
  readonly notes: readonly string[];
}

/** The free request that a cURL command or a call of fetch makes, without what the profile sends by itself. */
export function requestOfCommand(text: string, merchantHeader: string): Result<CommandRequest> {
  const read = importCommand(text);
  if (!read.ok) return read;
  const { request, notes } = escapeImported(read.value);
  const { method, url, body } = request;
  const isSetElsewhere = (name: string): boolean =>
    isConnectionHeader(name) ||
    isBrowserNoise(name) ||
    sameHeaderName(name, 'authorization') ||
    sameHeaderName(name, merchantHeader);
  const dropped = request.headers.map(([name]) => name).filter(isSetElsewhere);
  return succeed({
    request: {
      version: 1,
      operation: 'free',
      target: { method, path: url },
      pathParameters: {},
      query: [],
      headers: request.headers
        .filter(([name]) => !isSetElsewhere(name))
        .map(([name, value]) => ({ name, value, secret: isSecretHeaderName(name) })),
      body,
    },
    notes: [
      ...notes,
      ...(dropped.length === 0
        ? []
        : [`Left out, as the profile or the connection sets them: ${dropped.join(', ')}.`]),
    ],
  });
}
