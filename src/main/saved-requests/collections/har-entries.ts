import { fieldOf, textFieldOf } from '@shared/json/unknown-fields';
import type { HeaderList } from '@shared/http/exchange';
import { pathAsWritten } from '@shared/http/parse-url';
import { harEntries } from '@shared/import/har';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { escapeVariables } from '@shared/requests/variables';
import { isUuid } from '@shared/text/uuid';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import { HAR_CREATOR } from '../../history/har';
import type { Collection, CollectionEntry } from './collection';

/** Reads a HAR file, each entry as a request; null for anything else. */
export function readHar(file: unknown): Collection | null {
  if (!Array.isArray(fieldOf(fieldOf(file, 'log'), 'entries'))) return null;
  const entries = harEntries(file);
  if (!entries.ok) return null;
  const keyOf = keys();
  const isOurs = textFieldOf(fieldOf(fieldOf(file, 'log'), 'creator'), 'name') === HAR_CREATOR;
  return {
    tool: 'HAR',
    id: 'har',
    name: 'HAR',
    syntax: 'none',
    entries: entries.value.map(({ index, startedAt, method, url, imported }): CollectionEntry => {
      const common = {
        key: keyOf(`${startedAt ?? index} ${method} ${url}`),
        folder: [],
        name: nameOf(method, url, imported.ok ? imported.value.request.headers : []),
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
      const own = isOurs ? ownRead(method, url) : null;
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

/** A look-up or a page of buyers; null for anything else. */
function ownRead(method: string, url: string): RequestSpec | null {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(pathAsWritten(url)) ?? [];
  const [, sessionId = ''] = /\/checkout\/sessions\/([^/]+)$/.exec(path) ?? [];
  if (method !== 'GET') return null;
  if (isUuid(sessionId)) return sessionRequest(sessionId);
  if (!path.endsWith('/buyers')) return null;
  const parameters = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, escapeVariables(value)] as const,
  );
  return buyersRequest({ cursor: null, limit: null, parameters });
}

/**
 * A file has no id, and all calls of Vault Forward have one address: entries are told apart by when they were sent, so
 * that another file does not replace them. Some of one moment are counted.
 */
function keys(): (of: string) => string {
  const counts = new Map<string, number>();
  return (of) => {
    const count = counts.get(of) ?? 0;
    counts.set(of, count + 1);
    return count === 0 ? of : `${of} ${count}`;
  };
}

/**
 * A Vault Forward call that this app recorded is named by its destination: by its path all of them would have the same
 * name.
 */
function nameOf(method: string, url: string, headers: HeaderList): string {
  const destination = headers.find(([name]) => name.toLowerCase() === SERVICE_HEADERS.url)?.[1];
  const [path = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split(/[?#]/);
  const name = `${method} ${path === '' ? '/' : path}`;
  return destination === undefined ? name : `${name} to ${withoutQuery(destination)}`;
}

/** The address as a person would say it: what follows the path may be long, and may be secret. */
function withoutQuery(url: string): string {
  const [address = ''] = url.replace(/^[a-z]+:\/\/(?:[^/?#]*@)?/i, '').split(/[?#]/);
  return address;
}
