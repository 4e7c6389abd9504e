import { isSafe, looselyRead } from './http-fields';
import type { HeaderList } from './exchange';

/** By which frameworks take a request for one of another method than it is sent with. */
const NAMES: ReadonlySet<string> = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/** The name of a header that makes of a request one that may have an effect; null without one. */
export function methodOverride(headers: HeaderList): string | null {
  const found = headers.find(
    ([name, value]) => NAMES.has(looselyRead(name)) && !isSafe(value.trim().toUpperCase()),
  );
  return found?.[0] ?? null;
}
