import { fieldOf } from '@shared/json/unknown-fields';
import { importHar } from '@shared/import/har';
import type { Collection, CollectionEntry } from './collection';

/** Reads a HAR file, each of its entries a request; null for anything else. */
export function readHar(file: unknown, text: string): Collection | null {
  const entries = importHar(text);
  if (!entries.ok || !Array.isArray(fieldOf(fieldOf(file, 'log'), 'entries'))) return null;
  return {
    tool: 'HAR',
    id: 'har',
    name: 'HAR',
    syntax: 'none',
    entries: entries.value.map(({ index, method, url, imported }): CollectionEntry => {
      const common = {
        key: `${index} ${method} ${url}`,
        folder: [],
        name: nameOf(method, url),
        description: '',
      };
      if (!imported.ok) return { ...common, read: { ok: false, why: imported.problem.meaning } };
      const { request, notes } = imported.value;
      const headers = request.headers.map(([name, value]) => ({ name, value, enabled: true }));
      const body =
        request.body === null
          ? ({ kind: 'none' } as const)
          : ({ kind: 'text', text: request.body, type: null } as const);
      const rest = { pathVariables: [], query: [], auth: { kind: 'none' }, leftOut: notes } as const;
      return {
        ...common,
        read: { ok: true, request: { method: request.method, url: request.url, headers, body, ...rest } },
      };
    }),
    variables: [],
    notes: [],
  };
}

function nameOf(method: string, url: string): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  return `${method} ${path === '' ? '/' : path}`;
}
