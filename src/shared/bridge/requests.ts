import type { Result } from '../problem';

/**
 * The renderer's side of a map from request names to argument and result: a function for each request. If its
 * argument is `undefined`, it is called without one.
 */
export type BridgeClient<Requests> = {
  readonly [Name in keyof Requests]: Requests[Name] extends { argument: infer Argument; result: infer Value }
    ? [Argument] extends [undefined]
      ? () => Promise<Result<Value>>
      : (argument: Argument) => Promise<Result<Value>>
    : never;
};

/** The names of a map. The type checker makes sure that none is forgotten or misspelt. */
export function requestNames<Requests>(names: { readonly [Name in keyof Requests]: true }): (keyof Requests &
  string)[] {
  return Object.keys(names) as (keyof Requests & string)[];
}
