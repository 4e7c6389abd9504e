import { fieldOf, isRecord, listFieldOf, scalarText, textFieldOf } from '@shared/json/unknown-fields';
import type { Collection, CollectionAuth, CollectionEntry, CollectionVariable, Row } from './collection';
import { connectionNotes } from './connection-notes';
import { readInsomniaAuth, readInsomniaRequest, readInsomniaRows } from './insomnia-parts';

/** What a folder passes on to everything inside it. */
interface Inherited {
  readonly folder: readonly string[];
  readonly auth: CollectionAuth;
  readonly headers: readonly Row[];
}

/**
 * Reads an Insomnia export: format 4 (a list of resources, JSON or YAML) or 5 (a tree in YAML); null for anything else.
 */
export function readInsomnia(file: unknown): Collection | null {
  if (fieldOf(file, '__export_format') === 4 && Array.isArray(fieldOf(file, 'resources')))
    return readFormat4(file);
  const type = textFieldOf(file, 'type') ?? '';
  return /^(?:collection|spec)\.insomnia\.rest\/5\./.test(type) ? readFormat5(file) : null;
}

const TOP: Inherited = { folder: [], auth: { kind: 'none' }, headers: [] };

function readFormat4(file: unknown): Collection {
  const resources = listFieldOf(file, 'resources');
  const ofType = (type: string): readonly unknown[] =>
    resources.filter((resource) => textFieldOf(resource, '_type') === type);
  const byId = new Map(resources.map((resource) => [textFieldOf(resource, '_id') ?? '', resource]));
  const workspaces = ofType('workspace');
  const name = textFieldOf(workspaces[0], 'name') ?? '';
  const several = workspaces.length > 1;

  function inheritedOf(resource: unknown, seen: ReadonlySet<string> = new Set()): Inherited {
    const id = textFieldOf(resource, 'parentId') ?? '';
    const parent = byId.get(id);
    if (parent === undefined || seen.has(id)) return TOP;
    if (textFieldOf(parent, '_type') === 'workspace' && !several) return TOP;
    return inside(inheritedOf(parent, new Set([...seen, id])), parent);
  }

  const environments = ofType('environment');
  const bases = environments.filter(
    (one) => !environments.includes(byId.get(textFieldOf(one, 'parentId') ?? '')),
  );
  const others = environments.filter((one) => !bases.includes(one));
  return {
    tool: 'Insomnia 4',
    id: several ? 'several' : (textFieldOf(workspaces[0], '_id') ?? name),
    name: several || name === '' ? 'Insomnia' : name,
    syntax: 'insomnia',
    entries: resources
      .filter((resource) => REQUEST_TYPES.test(textFieldOf(resource, '_type') ?? ''))
      .map((resource) => toEntry(resource, textFieldOf(resource, '_id') ?? '', inheritedOf(resource))),
    variables: [
      ...[...bases, ...others].flatMap((environment) => variablesOf(fieldOf(environment, 'data'))),
      ...ofType('request_group').flatMap((group) => variablesOf(fieldOf(group, 'environment'))),
    ],
    notes: [
      ...notesOf(ofType('unit_test').length),
      ...connectionNotes({
        cookies: ofType('cookie_jar').flatMap((jar) => listFieldOf(jar, 'cookies')),
        clientCertificates: ofType('client_certificate'),
        authorities: ofType('ca_certificate'),
      }),
    ],
  };
}

const REQUEST_TYPES = /^(?:request|grpc_request|websocket_request|socketio_request)$/;

function readFormat5(file: unknown): Collection {
  const entries: CollectionEntry[] = [];
  const ofFolders: CollectionVariable[] = [];
  const walk = (items: readonly unknown[], inherited: Inherited, place: string): void => {
    items.forEach((item, index) => {
      const id =
        textFieldOf(fieldOf(item, 'meta'), 'id') ?? `${place}/${textFieldOf(item, 'name') ?? ''}#${index}`;
      if (Array.isArray(fieldOf(item, 'children'))) {
        ofFolders.push(...variablesOf(fieldOf(item, 'environment')));
        walk(listFieldOf(item, 'children'), inside(inherited, item), id);
      } else entries.push(toEntry(item, id, inherited));
    });
  };
  walk(listFieldOf(file, 'collection'), TOP, '');
  const name = textFieldOf(file, 'name') ?? '';
  const environments = fieldOf(file, 'environments');
  const tests = listFieldOf(file, 'testSuites').flatMap((suite) => listFieldOf(suite, 'tests')).length;
  return {
    tool: 'Insomnia 5',
    id: textFieldOf(fieldOf(file, 'meta'), 'id') ?? name,
    name,
    syntax: 'insomnia',
    entries,
    variables: [
      ...[environments, ...listFieldOf(environments, 'subEnvironments')].flatMap((environment) =>
        variablesOf(fieldOf(environment, 'data')),
      ),
      ...ofFolders,
    ],
    notes: [
      ...notesOf(tests),
      ...connectionNotes({
        cookies: fieldOf(fieldOf(file, 'cookieJar'), 'cookies'),
        authorities: fieldOf(file, 'certificates'),
      }),
    ],
  };
}

function notesOf(tests: number): string[] {
  return tests > 0 ? ['Its tests were left out.'] : [];
}

function inside(inherited: Inherited, folder: unknown): Inherited {
  const headers = readInsomniaRows(fieldOf(folder, 'headers'));
  return {
    folder: [...inherited.folder, textFieldOf(folder, 'name') ?? ''],
    auth: readInsomniaAuth(fieldOf(folder, 'authentication')) ?? inherited.auth,
    headers: mergeHeaders(inherited.headers, headers),
  };
}

function mergeHeaders(outer: readonly Row[], inner: readonly Row[]): readonly Row[] {
  const own = new Set(inner.filter(({ enabled }) => enabled).map(({ name }) => name.toLowerCase()));
  return [...outer.filter(({ name, enabled }) => enabled && !own.has(name.toLowerCase())), ...inner];
}

function toEntry(item: unknown, key: string, inherited: Inherited): CollectionEntry {
  return {
    key,
    folder: inherited.folder,
    name: textFieldOf(item, 'name') ?? '',
    description: textFieldOf(item, 'description') ?? textFieldOf(fieldOf(item, 'meta'), 'description') ?? '',
    read: readInsomniaRequest(item, inherited.auth, (own) => mergeHeaders(inherited.headers, own)),
  };
}

/** Nested objects are written with dots: `user.name`. */
function variablesOf(data: unknown, prefix = ''): readonly CollectionVariable[] {
  if (typeof data !== 'object' || data === null || prefix.split('.').length > 20) return [];
  return Object.entries(data).flatMap(([name, value]: [string, unknown]): readonly CollectionVariable[] =>
    isRecord(value)
      ? variablesOf(value, `${prefix}${name}.`)
      : [
          {
            name: prefix + name,
            value: Array.isArray(value) ? JSON.stringify(value) : scalarText(value),
            secret: false,
          },
        ],
  );
}
