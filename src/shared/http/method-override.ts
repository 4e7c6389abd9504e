import { isSafe, looselyRead } from './http-fields';
import type { HeaderList } from './exchange';

/** Headers that make frameworks treat a request as one with another method. */
const NAMES: ReadonlySet<string> = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/** The name of a header that turns a request into one that may have an effect; null if there is none. */
export function methodOverride(headers: HeaderList): string | null {
  const found = headers.find(
    ([name, value]) => NAMES.has(looselyRead(name)) && !isSafe(value.trim().toUpperCase()),
  );
  return found?.[0] ?? null;
}
