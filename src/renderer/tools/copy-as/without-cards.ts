import { maskCardData } from '@shared/cards/mask-card-data';
import { toBodyBytes, type CopyableRequest } from './copyable';

export const CARDS_MASKED = 'Card numbers and security codes are masked in it: put in what belongs there.';

/** The request with card numbers and security codes masked in its URL, its headers and its text; null when it has none. */
export function withoutCards({ method, url, headers, body }: CopyableRequest): CopyableRequest | null {
  const masked = {
    method,
    url: maskCardData(url),
    headers: headers.map(([name, value]) => [maskCardData(name), maskCardData(value)] as const),
    body: typeof body === 'string' ? maskCardData(body) : body,
  };
  const same = JSON.stringify([url, headers]) === JSON.stringify([masked.url, masked.headers]);
  if (masked.body === body) return same ? null : masked;
  const length = String(toBodyBytes(masked.body)?.length ?? 0);
  return {
    ...masked,
    headers: masked.headers.map(([name, value]) => [
      name,
      name.toLowerCase() === 'content-length' ? length : value,
    ]),
  };
}
