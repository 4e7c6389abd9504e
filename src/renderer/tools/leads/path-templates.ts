import { decodePercent } from '@shared/http/percent-decoded';
import { PATH_PLACE, placesOf } from '@shared/requests/operation-key';

/**
 * A step of `/orders/{order_id}`, which is split at its slashes. `place` is the parameter's name if the whole step is a
 * parameter.
 */
export interface PathStep {
  readonly text: string;
  readonly place: string | null;
}

export function stepsOf(path: string): readonly PathStep[] {
  return path
    .split('/')
    .filter((text) => text !== '')
    .map((text) => ({ text, place: /^\{([^{}]+)\}$/.exec(text)?.[1] ?? null }));
}

/** Whether two paths, or beginnings of them, are the same except for their parameters' names. */
export function sameTemplate(one: readonly PathStep[], other: readonly PathStep[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ text, place }, at) => {
      const counterpart = other[at];
      return counterpart !== undefined && (place === null) === (counterpart.place === null)
        ? place !== null || text === counterpart.text
        : false;
    })
  );
}

/**
 * The values of a path's parameters, read from the address that was sent. Empty if the address does not match the path,
 * or a value in it was masked.
 */
export function valuesOfPath(url: string, path: string): Readonly<Record<string, string>> {
  const names = placesOf(path);
  const literals = path
    .replace(PATH_PLACE, '\n')
    .split('\n')
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const found = new RegExp(`${literals.join('([^/]+)')}$`).exec(url.replace(/[?#].*$/s, ''));
  if (found === null) return {};
  return Object.fromEntries(
    names.flatMap((name, at) => {
      const value = decodePercent(found[at + 1] ?? '');
      return value === null || value.includes('•') ? [] : [[name, value]];
    }),
  );
}
