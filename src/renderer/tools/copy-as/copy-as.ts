import { maskCardData } from '@shared/cards/mask-card-data';
import { MASKED } from '@shared/http/exchange';
import { maskSecretsOfDestination, maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import type { CopiedRequest, CopyableRequest, IsSecretHeader } from './copyable';
import { copyAsCurl } from './curl';
import { copyAsFetch } from './fetch';
import { copyAsHttpie } from './httpie';
import type { LibraryFormat } from './languages';
import { copyAsPythonRequests } from './python-requests';

export type { CopiedRequest, CopyableRequest, IsSecretHeader } from './copyable';

export type CopyFormat = 'curl' | 'httpie' | 'fetch' | 'python-requests' | LibraryFormat;

/** In the order of the menu. */
export const COPY_FORMATS: readonly { readonly id: CopyFormat; readonly label: string }[] = [
  { id: 'curl', label: 'cURL' },
  { id: 'httpie', label: 'HTTPie' },
  { id: 'fetch', label: 'fetch' },
  { id: 'python-requests', label: 'Python requests' },
  { id: 'go', label: 'Go' },
  { id: 'java', label: 'Java' },
  { id: 'php', label: 'PHP' },
  { id: 'csharp', label: 'C#' },
];

const URL_MASKED = 'Secrets in its URL are masked: put in what belongs there.';
const CARDS_MASKED = 'Card numbers and security codes are masked in it: put in what belongs there.';
const KEPT_MASKED = 'It was kept with parts masked (•••): put in what belongs there.';

/**
 * Writes a request as code for another tool, with every secret header replaced by an environment variable, and secrets
 * of the URL and all card data masked.
 */
export async function copyAs(
  format: CopyFormat,
  asked: CopyableRequest,
  isSecret: IsSecretHeader,
): Promise<CopiedRequest> {
  const url = maskSecretsOfUrl(asked.url);
  // A destination with a secret becomes a variable, as every value with a mask does.
  const request = { ...asked, url, headers: asked.headers.map(maskSecretsOfDestination) };
  const masked = withoutCards(request);
  const copied = await write(format, masked ?? request, isSecret);
  const notes = [
    ...copied.notes,
    ...(url.includes(MASKED) ? [URL_MASKED] : []),
    ...(masked === null ? [] : [CARDS_MASKED]),
    ...(masked === null && wasMasked(request) ? [KEPT_MASKED] : []),
  ];
  return { ...copied, notes };
}

/** Whether it came with a mask in its body or its URL, as an exchange of the history does. */
function wasMasked({ url, body }: CopyableRequest): boolean {
  return /•{3,}/.test(url.replaceAll(MASKED, '') + (typeof body === 'string' ? body : ''));
}

async function write(
  format: CopyFormat,
  request: CopyableRequest,
  isSecret: IsSecretHeader,
): Promise<CopiedRequest> {
  switch (format) {
    case 'curl':
      return copyAsCurl(request, isSecret);
    case 'httpie':
      return copyAsHttpie(request, isSecret);
    case 'fetch':
      return copyAsFetch(request, isSecret);
    case 'python-requests':
      return copyAsPythonRequests(request, isSecret);
    default: {
      // The library is large, and few people need it.
      const { copyWithLibrary } = await import('./library-snippets');
      return copyWithLibrary(format, request, isSecret);
    }
  }
}

/**
 * The request with card numbers and security codes masked in its URL, headers and text; null if it has no card data.
 */
function withoutCards({ method, url, headers, body }: CopyableRequest): CopyableRequest | null {
  const masked = {
    method,
    url: maskCardData(url),
    headers: headers.map(([name, value]) => [maskCardData(name), maskCardData(value)] as const),
    body: typeof body === 'string' ? maskCardData(body) : body,
  };
  const same = JSON.stringify([url, headers]) === JSON.stringify([masked.url, masked.headers]);
  if (masked.body === body) return same ? null : masked;
  return masked;
}
