import { listAt, textAt, type JsonObject } from '@openapi/raw-document';
import type { FoundOperation } from '@openapi/read-content';
import { PathTemplates } from './path-templates';

/** A document with more servers than this is a mistake or an attack. */
const MAX_SERVERS = 20;

export interface PathMatch {
  readonly methods: ReadonlyMap<string, FoundOperation>;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/**
 * Finds the operations of a path. The app appends the path, as the document writes it, to the base URL; requests that
 * keep the path of one of the document's own servers (`https://api.example/v2`) are understood as well.
 */
export class DocumentPaths {
  private readonly templates: PathTemplates<ReadonlyMap<string, FoundOperation>>;
  private readonly bases: readonly string[];

  constructor(document: JsonObject, operations: readonly FoundOperation[]) {
    const byPath = new Map<string, Map<string, FoundOperation>>();
    for (const operation of operations) {
      const methods = byPath.get(operation.path) ?? new Map<string, FoundOperation>();
      byPath.set(operation.path, methods.set(operation.method, operation));
    }
    this.templates = new PathTemplates(byPath);
    const bases = listAt(document, 'servers')
      .slice(0, MAX_SERVERS)
      .map((server) => basePath(textAt(server, 'url') ?? ''));
    this.bases = [...new Set(bases.filter((base) => base !== ''))];
  }

  find(path: string): PathMatch | null {
    for (const base of ['', ...this.bases]) {
      if (!path.startsWith(`${base}/`)) continue;
      const found = this.templates.find(path.slice(base.length));
      if (found !== null) return { methods: found.value, parameters: found.parameters };
    }
    return null;
  }
}

/** `/v2` for `https://{region}.example/v2/`. Variables in the path itself are left as they are, and match nothing. */
function basePath(url: string): string {
  const afterScheme = url.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '');
  const path = afterScheme === url && url.startsWith('/') ? url : afterScheme.slice(afterScheme.indexOf('/'));
  if (!path.startsWith('/')) return '';
  let end = path.search(/[?#]|$/);
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
