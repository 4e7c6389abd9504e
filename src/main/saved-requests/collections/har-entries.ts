import { fieldOf, listFieldOf } from '@shared/json/unknown-fields';
import type { HeaderList } from '@shared/http/exchange';
import { numberedNames, timesBefore, withDestination } from '@shared/import/entry-names';
import { harEntries } from '@shared/import/har';
import type { RequestSpec } from '@shared/requests/request-spec';
import { escapeRequest } from '@shared/requests/variables';
import { OWN_REQUEST } from '../../history/har';
import { fileRequestSchema } from '../file-request';
import type { Collection, CollectionEntry } from './collection';

/** Reads a HAR file, each entry as a request; null for anything else. */
export function readHar(file: unknown): Collection | null {
  if (!Array.isArray(fieldOf(fieldOf(file, 'log'), 'entries'))) return null;
  const entries = harEntries(file);
  if (!entries.ok) return null;
  const keyOf = keys();
  const named = numberedNames();
  const written = listFieldOf(fieldOf(file, 'log'), 'entries');
  return {
    tool: 'HAR',
    id: 'har',
    name: 'HAR',
    syntax: 'none',
    entries: entries.value.map(({ index, startedAt, method, url, imported }): CollectionEntry => {
      const common = {
        key: keyOf(`${startedAt ?? index} ${method} ${url}`),
        folder: [],
        name: named(nameOf(method, url, imported.ok ? imported.value.request.headers : [])),
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
      const own = ownRequest(written[index], request.body);
      return {
        ...common,
        ...(own === null ? {} : { own }),
        read: { ok: true, request: { method: request.method, url: request.url, headers, body, ...rest } },
      };
    }),
    variables: [],
    notes: [],
  };
}

/** What this app wrote of a request to the API itself; null for anything else. It was sent as it stands there. */
function ownRequest(entry: unknown, body: string | null): RequestSpec | null {
  const read = fileRequestSchema.safeParse(fieldOf(fieldOf(entry, 'request'), OWN_REQUEST));
  return read.success ? escapeRequest({ ...read.data.request, body }) : null;
}

/**
 * A file has no id, and all calls of Vault Forward have one address: entries are told apart by when they were sent, so
 * that another file does not replace them. Some of one moment are counted.
 */
function keys(): (of: string) => string {
  const before = timesBefore();
  return (of) => {
    const count = before(of);
    return count === 0 ? of : `${of} ${count}`;
  };
}

/** A longer name would lose its number when it is cut. */
const MAX_NAME = 190;

function nameOf(method: string, url: string, headers: HeaderList): string {
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  return withDestination(`${method} ${path === '' ? '/' : path}`, headers).slice(0, MAX_NAME);
}
