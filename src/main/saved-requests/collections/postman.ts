import { fieldOf, isRecord, listFieldOf, scalarText, textFieldOf } from '@shared/json/unknown-fields';
import { countOf } from '@shared/text/count-of';
import type { Collection, CollectionAuth, CollectionEntry, WrittenRequest } from './collection';
import { connectionNotes } from './connection-notes';
import { readPostmanAuth, readPostmanBody, readPostmanRows, readPostmanUrl } from './postman-parts';
import { BODYLESS } from './to-imported';

/** What a folder passes on to everything inside it. */
interface Inherited {
  readonly folder: readonly string[];
  readonly key: string;
  readonly auth: CollectionAuth;
  /** Postman's `protocolProfileBehavior`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Reads a Postman collection, format 2.0 or 2.1, also inside `{"collection": …}`; null for anything else. */
export function readPostman(file: unknown): Collection | null {
  const collection = fieldOf(file, 'collection') ?? file;
  const info = fieldOf(collection, 'info');
  const schema = textFieldOf(info, 'schema') ?? '';
  const version = /\/collection\/v(\d+\.\d+)/.exec(schema)?.[1];
  if (
    !Array.isArray(fieldOf(collection, 'item')) ||
    (version === undefined ? textFieldOf(info, 'name') === null : !version.startsWith('2.'))
  )
    return null;
  const reader = new PostmanReader();
  reader.readItems(collection, {
    folder: [],
    key: '',
    auth: readPostmanAuth(fieldOf(collection, 'auth')) ?? { kind: 'none' },
    settings: settingsOf(collection),
  });
  const name = textFieldOf(info, 'name') ?? '';
  return {
    tool: version === undefined ? 'Postman' : `Postman ${version}`,
    id: textFieldOf(info, '_postman_id') ?? name,
    name,
    syntax: 'braces',
    entries: reader.entries,
    variables: listFieldOf(collection, 'variable').flatMap((row) => {
      const key = textFieldOf(row, 'key') ?? textFieldOf(row, 'id') ?? '';
      if (key === '' || fieldOf(row, 'disabled') === true) return [];
      const secret = textFieldOf(row, 'type') === 'secret';
      return [{ name: key, value: scalarText(fieldOf(row, 'value')), secret }];
    }),
    notes: reader.notes(collection),
  };
}

class PostmanReader {
  readonly entries: CollectionEntry[] = [];
  private examples = 0;
  private readonly scripted: string[] = [];
  private readonly described: string[] = [];

  readItems(parent: unknown, inherited: Inherited): void {
    listFieldOf(parent, 'item').forEach((item, index) => {
      const name = textFieldOf(item, 'name') ?? '';
      const key = `${inherited.key}/${textFieldOf(item, 'id') ?? textFieldOf(item, '_postman_id') ?? `${name}#${index}`}`;
      const auth = readPostmanAuth(fieldOf(item, 'auth')) ?? inherited.auth;
      const settings = { ...inherited.settings, ...settingsOf(item) };
      if (Array.isArray(fieldOf(item, 'item'))) {
        if (scriptsOf(item).length > 0) this.scripted.push(name);
        if (describe(fieldOf(item, 'description')).trim() !== '') this.described.push(name);
        this.readItems(item, { folder: [...inherited.folder, name], key, auth, settings });
      } else {
        this.examples += listFieldOf(item, 'response').length;
        this.entries.push({
          key,
          folder: inherited.folder,
          name,
          description: describe(
            fieldOf(fieldOf(item, 'request'), 'description') ?? fieldOf(item, 'description'),
          ),
          // Read when its turn comes, because there may be tens of thousands.
          get read() {
            return readItem(item, { ...inherited, auth, settings });
          },
        });
      }
    });
  }

  notes(collection: unknown): string[] {
    return [
      ...(scriptsOf(collection).length > 0 ? ['The scripts of the whole collection were left out.'] : []),
      ...(this.scripted.length > 0
        ? [
            `The scripts of ${countOf(this.scripted.length, 'folder')} were left out: ${this.scripted.join(', ')}.`,
          ]
        : []),
      ...(describe(fieldOf(fieldOf(collection, 'info'), 'description')).trim() === ''
        ? []
        : ['The description of the whole collection was left out.']),
      ...(this.described.length > 0
        ? [
            `Descriptions of ${countOf(this.described.length, 'folder')} were left out: ${this.described.join(', ')}.`,
          ]
        : []),
      ...(this.examples > 0 ? [`${countOf(this.examples, 'example answer')} left out.`] : []),
    ];
  }
}

function readItem(item: unknown, inherited: Inherited): CollectionEntry['read'] {
  const written = fieldOf(item, 'request');
  // A plain text is the URL of a GET.
  const request: unknown = typeof written === 'string' ? { url: written, method: 'GET' } : written;
  const url = readPostmanUrl(fieldOf(request, 'url'));
  if (url === null || url.text.trim() === '') return { ok: false, why: 'It has no URL.' };
  const method = fieldOf(request, 'method') ?? 'GET';
  if (typeof method !== 'string') return { ok: false, why: 'Its method is not text.' };
  const given = method.trim() === '' ? 'GET' : method;
  if (/^wss?:/i.test(url.text)) return { ok: false, why: 'It is a WebSocket.' };
  const leftOut = scriptsOf(item);
  const body = readPostmanBody(fieldOf(request, 'body'));
  if (fieldOf(fieldOf(request, 'body'), 'disabled') === true)
    leftOut.push('Its body was left out, as it is switched off.');
  // Postman sends the body of a GET only when told to.
  const isDropped =
    body.kind !== 'none' && BODYLESS.test(given) && inherited.settings.disableBodyPruning !== true;
  leftOut.push(
    ...connectionNotes({
      proxy: fieldOf(request, 'proxy'),
      clientCertificates: certificatesOf(request),
      redirects: inherited.settings.followRedirects,
      verifies: inherited.settings.strictSSL,
      encodesUrl: inherited.settings.disableUrlEncoding !== true,
      url: url.text,
    }),
  );
  if (isDropped) leftOut.push(`Its body was left out: Postman sends none with ${given.toUpperCase()}.`);
  const result: WrittenRequest = {
    method: given,
    url: url.text,
    pathVariables: url.pathVariables,
    query: url.switchedOff,
    headers: readPostmanRows(fieldOf(request, 'header')),
    body: isDropped ? { kind: 'none' } : body,
    auth: readPostmanAuth(fieldOf(request, 'auth')) ?? inherited.auth,
    leftOut: leftOut,
  };
  return { ok: true, request: result };
}

/** One, as an object. */
function certificatesOf(request: unknown): readonly unknown[] {
  const certificate = fieldOf(request, 'certificate');
  return isRecord(certificate) && Object.keys(certificate).length > 0 ? [certificate] : [];
}

function settingsOf(item: unknown): Readonly<Record<string, unknown>> {
  const settings = fieldOf(item, 'protocolProfileBehavior');
  return isRecord(settings) ? settings : {};
}

/** Sentences about the scripts of an item; empty scripts do not count. */
function scriptsOf(item: unknown): string[] {
  const events = listFieldOf(item, 'event').filter((event) => {
    const script = fieldOf(event, 'script');
    const lines = fieldOf(script, 'exec') ?? script;
    return (Array.isArray(lines) ? lines : [lines]).some(
      (line) => typeof line === 'string' && line.trim() !== '',
    );
  });
  const has = (listen: string): boolean => events.some((event) => textFieldOf(event, 'listen') === listen);
  return [
    ...(has('prerequest') ? ['Its script before the request was left out.'] : []),
    ...(has('test') ? ['Its tests were left out.'] : []),
  ];
}

function describe(description: unknown): string {
  return typeof description === 'string' ? description : (textFieldOf(description, 'content') ?? '');
}
