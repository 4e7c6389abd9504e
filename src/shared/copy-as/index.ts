import type { CopiedRequest, CopyableRequest, IsSecretHeader } from './copyable';
import { copyAsCurl } from './curl';
import { copyAsFetch } from './fetch';
import { copyAsHttpie } from './httpie';
import { copyAsPythonRequests } from './python-requests';

export type { CopiedRequest, CopyableRequest, IsSecretHeader } from './copyable';
export { TOKEN_VARIABLE } from './copyable';

export type CopyFormat = 'curl' | 'httpie' | 'fetch' | 'python-requests';

/** In the order of the menu. */
export const COPY_FORMATS: readonly { readonly id: CopyFormat; readonly label: string }[] = [
  { id: 'curl', label: 'cURL' },
  { id: 'httpie', label: 'HTTPie' },
  { id: 'fetch', label: 'fetch' },
  { id: 'python-requests', label: 'Python requests' },
];

/** Writes a request down for another tool, with every secret replaced by an environment variable. */
export function copyAs(
  format: CopyFormat,
  request: CopyableRequest,
  isSecret: IsSecretHeader,
): CopiedRequest {
  switch (format) {
    case 'curl':
      return copyAsCurl(request, isSecret);
    case 'httpie':
      return copyAsHttpie(request, isSecret);
    case 'fetch':
      return copyAsFetch(request, isSecret);
    case 'python-requests':
      return copyAsPythonRequests(request, isSecret);
  }
}
