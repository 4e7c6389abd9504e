import type { HeaderList } from '../http/exchange';
import { isSafe, sameHeaderName } from '../http/http-fields';
import { methodOverride } from '../http/method-override';
import { CHECKOUT_SESSION_HEADER, destinationHeaderName, SERVICE_HEADERS } from './request';

/** For a Vault Forward whose method only reads (RFC 9110, section 9.2.1): whether card data goes with it. */
export interface ReadsAtDestination {
  readonly method: string;
  readonly carriesCards: boolean;
}

/** Null for any other request, also if several methods are given, because the service may use either. */
export function readsAtDestination({
  operation,
  request: { headers },
}: {
  readonly operation: string;
  readonly request: { readonly headers: HeaderList };
}): ReadsAtDestination | null {
  const valuesOf = (wanted: string): string[] =>
    headers.filter(([name]) => sameHeaderName(name, wanted)).map(([, value]) => value.trim());
  const [method, ...others] = valuesOf(SERVICE_HEADERS.method);
  if (operation !== 'vault_forward' || method === undefined || others.length > 0 || !isSafe(method))
    return null;
  if (methodOverride(headers.map(([name, value]) => [destinationHeaderName(name), value])) !== null)
    return null;
  return { method, carriesCards: valuesOf(SERVICE_HEADERS.paymentMethods).some((ids) => ids !== '') };
}

/** True if the service was to fill in card data: of stored payment methods, or of a checkout session. */
export function carriesCards(headers: HeaderList): boolean {
  return headers.some(
    ([name, value]) =>
      value.trim() !== '' &&
      [SERVICE_HEADERS.paymentMethods, CHECKOUT_SESSION_HEADER].some((one) => sameHeaderName(name, one)),
  );
}
