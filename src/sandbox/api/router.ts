import findMyWay from 'find-my-way';
import { operations, type Operation, type OperationId } from '@contract';
import { badRequest, detail, RequestRefused } from '../errors/api-error';

export interface Route {
  readonly id: OperationId;
  readonly operation: Operation;
}

export interface RouteMatch extends Route {
  readonly path: Readonly<Record<string, string | undefined>>;
}

export const operationIds: readonly OperationId[] = Object.keys(operations).filter(isOperationId);

function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(operations, text);
}

type Methods = ReadonlyMap<string, Route>;

type MatchesByMethod = ReadonlyMap<string, RouteMatch>;

/** Resolved paths are remembered because the same ones are requested over and over. */
const MAX_REMEMBERED_PATHS = 1000;

/** Finds the operation of a request in the contract's table. Throws 404 for an unknown path, 405 for an unknown method. */
export class Router {
  /**
   * Every path is registered under a single method and leads to its routes by method, so that one search distinguishes
   * 404 from 405.
   */
  readonly #paths = findMyWay({ maxParamLength: 10_000, onBadUrl: () => undefined });
  readonly #methods = new Map<object, Methods>();
  readonly #found = new Map<string, MatchesByMethod>();

  constructor() {
    const byPath = new Map<string, Map<string, Route>>();
    for (const id of operationIds) {
      const operation = operations[id];
      const methods = byPath.get(operation.path) ?? new Map<string, Route>();
      byPath.set(operation.path, methods.set(operation.method, { id, operation }));
    }
    for (const [path, methods] of byPath) {
      const handler = (): void => undefined;
      this.#methods.set(handler, methods);
      this.#paths.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), handler);
    }
  }

  /** @param path without the query. */
  find(method: string, path: string): RouteMatch {
    const matches = this.#found.get(path) ?? this.#search(path);
    const match = matches.get(method);
    if (!match) throw new RequestRefused(405, { headers: { allow: [...matches.keys()].join(', ') } });
    return match;
  }

  #search(path: string): MatchesByMethod {
    const found = this.#paths.find('GET', path);
    if (found === null) throw new RequestRefused(404);
    const methods = this.#methods.get(found.handler);
    if (!methods) throw badRequest(detail('path', [], 'The path has a broken percent-encoding.'));
    if (Object.values(found.params).includes('')) throw new RequestRefused(404);
    if (this.#found.size >= MAX_REMEMBERED_PATHS) this.#found.clear();
    const { params } = found;
    const known = new Map(Array.from(methods, ([method, route]) => [method, { ...route, path: params }]));
    this.#found.set(path, known);
    return known;
  }
}
