import { encodeFormPart, encodeQueryPart, encodeWholeUrl } from '@shared/import/encode-url';
import type { Imported } from '@shared/import/imported-request';
import { multipartText } from '@shared/import/multipart';
import { fileNameOf, standInForFile } from '@shared/import/stand-in-for-file';
import { NOT_SENT_BEFORE, StandIns } from '@shared/import/stand-ins';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import type { CollectionAuth, CollectionBody, PartRow, Row, WrittenRequest } from './collection';
import type { OurVariables } from './our-variables';

export interface ImportedEntry {
  readonly imported: Imported;
  /** Names of variables that the profile has to define. */
  readonly variables: readonly string[];
  /** Sentences about what was changed, though nothing is missing. */
  readonly changed: readonly string[];
}

/** Methods that some tools send without a body. */
export const BODYLESS = /^(?:get|head|copy|purge|unlock)$/i;

/** The request that the tool would send, with its templates as our variables; values of secret headers are left out. */
export function toImported(written: WrittenRequest, variables: OurVariables): ImportedEntry {
  const leftOut = [...written.leftOut, ...disabledRows(written)];
  const given = new RequestHeaders(written.headers.filter(isSent));
  const query = written.query.filter(isSent);
  addAuth(written.auth, given, query, leftOut);
  const standIns = new StandIns(isInFiles(written.body) ? JSON.stringify(written) : '');
  const { body, type } = bodyOf(written, given.valueOf('content-type'), variables, standIns);
  if (type !== null) given.put('content-type', type, written.body.kind === 'multipart');
  const url = urlOf(written, query, variables, given);
  const headers = given.rows.map(({ name, value, secret }): [string, string] => [
    variables.convert(name),
    secret ? '' : variables.convert(value),
  ]);
  const method = variables.convert(written.method.trim());
  const taken = variables.take();
  const secretHeaders = given.rows.filter(({ secret }) => secret).map(({ name }) => name);
  return {
    imported: {
      request: { method, url, headers, body, secretHeaders },
      notes: [...leftOut, ...taken.leftOut],
      standIns: standIns.all,
    },
    variables: taken.names,
    changed: [...given.sentences(), ...taken.changed],
  };
}

/** The headers, collected from a request's rows and its authentication. */
class RequestHeaders {
  readonly rows: { readonly name: string; readonly value: string; readonly secret: boolean }[];

  constructor(rows: readonly Row[]) {
    this.rows = rows.map(({ name, value }) => ({
      name: name.trim(),
      value: value.trim(),
      secret: isSecretHeaderName(name),
    }));
  }

  valueOf(wanted: string): string | null {
    return this.rows.find(({ name }) => name.toLowerCase() === wanted)?.value ?? null;
  }

  /** @param replaces whether an existing value is replaced. */
  put(name: string, value: string, replaces: boolean): void {
    const at = this.rows.findIndex((row) => row.name.toLowerCase() === name);
    const [known] = this.rows.slice(at, at + 1);
    if (at === -1 || known === undefined) this.addMissing(name, value);
    else if (replaces) this.rows[at] = { ...known, value };
  }

  addMissing(name: string, value: string, secret = false): void {
    const same = (row: { readonly name: string }): boolean => row.name.toLowerCase() === name.toLowerCase();
    const at = this.rows.findIndex(same);
    const [known] = this.rows.filter(same);
    if (known === undefined) this.rows.push({ name, value, secret: secret || isSecretHeaderName(name) });
    else if (secret) this.rows[at] = { ...known, secret };
  }

  /** Says which variable a secret comes from in the other tool: its name, never a value. */
  sentences(): string[] {
    return this.rows.flatMap(({ name, value, secret }) => {
      const [found] = secret ? (/\{\{[^{}]{1,100}\}\}/.exec(value) ?? []) : [];
      return found === undefined ? [] : [`The value of ${name} is taken from ${found} there: enter it here.`];
    });
  }
}

function isSent({ name, value, enabled }: Row): boolean {
  return enabled && (name.trim() !== '' || value.trim() !== '');
}

function disabledRows({ headers, query, body }: WrittenRequest): string[] {
  const named = (word: string, rows: readonly Row[]): string[] =>
    rows
      .filter(({ enabled, name }) => !enabled && name.trim() !== '')
      .map(({ name }) => `${word} ${name.trim()}`);
  const off = [
    ...named('header', headers),
    ...named('query', query),
    ...(body.kind === 'form' || body.kind === 'multipart' ? named('form field', body.rows) : []),
  ];
  return off.length === 0 ? [] : [`Left out, as switched off: ${off.join(', ')}.`];
}

/** Adds the row where the credentials go. A secret header's value is left out later; one in the query must be a variable. */
function addAuth(auth: CollectionAuth, headers: RequestHeaders, query: Row[], leftOut: string[]): void {
  switch (auth.kind) {
    case 'none':
      return;
    case 'bearer':
      return headers.addMissing('authorization', auth.token, true);
    case 'basic':
      return headers.addMissing('authorization', '', true);
    case 'api-key': {
      const name = auth.name.trim();
      if (name === '') leftOut.push('Its API key was left out: it has no name.');
      else if (auth.place === 'header') headers.addMissing(name, auth.value, true);
      else if (/^\{\{[^{}]+\}\}$/.test(auth.value.trim())) {
        query.push({ name, value: auth.value.trim(), enabled: true });
      } else {
        leftOut.push(
          `Left out: the value of the API key ${name} in the query, because secrets do not belong in URLs.`,
        );
        query.push({ name, value: `{{${name}}}`, enabled: true });
      }
      return;
    }
    case 'other':
      // A signature is different for each request, so nobody could enter it.
      if (TOKEN_AUTHS.has(auth.name.toLowerCase())) headers.addMissing('authorization', '', true);
      leftOut.push(
        `Its authentication (${AUTH_NAMES.get(auth.name.toLowerCase()) ?? auth.name}) was left out: get a token, or set up an authentication method of the service.`,
      );
  }
}

/** Those that put a token into the header `authorization`. */
const TOKEN_AUTHS: ReadonlySet<string> = new Set(['oauth2', 'jwt', 'asap']);

const AUTH_NAMES: ReadonlyMap<string, string> = new Map([
  ['oauth1', 'OAuth 1'],
  ['oauth2', 'OAuth 2'],
  ['awsv4', 'AWS signature'],
  ['iam', 'AWS signature'],
  ['digest', 'Digest'],
  ['hawk', 'Hawk'],
  ['ntlm', 'NTLM'],
  ['edgegrid', 'Akamai EdgeGrid'],
  ['akamai-edgegrid', 'Akamai EdgeGrid'],
  ['jwt', 'JWT'],
  ['asap', 'ASAP'],
  ['wsse', 'WSSE'],
]);

/** Whether parts of it are not in the collection. */
function isInFiles(body: CollectionBody): boolean {
  return (
    body.kind === 'file' ||
    body.kind === 'unknown' ||
    (body.kind === 'multipart' && body.rows.some(({ file }) => file !== null))
  );
}

function bodyOf(
  { body }: WrittenRequest,
  givenType: string | null,
  variables: OurVariables,
  standIns: StandIns,
): { readonly body: string | null; readonly type: string | null } {
  switch (body.kind) {
    case 'none':
      return { body: null, type: null };
    case 'file':
      return { body: standInForFile(standIns, body.path, 'body'), type: body.type };
    case 'unknown': {
      const note = (variable: string): string =>
        `Its kind of body (${body.called}) is not known: ${variable} stands for it, ${NOT_SENT_BEFORE}`;
      return { body: standIns.put('body', 'body', note), type: null };
    }
    case 'text':
      return { body: variables.convert(body.text), type: body.type };
    case 'form': {
      const encode = (text: string): string => variables.convert(text, encodeFormPart);
      const pairs = body.rows.filter(isSent).map(({ name, value }) => `${encode(name)}=${encode(value)}`);
      return { body: pairs.join('&'), type: 'application/x-www-form-urlencoded' };
    }
    case 'multipart':
      return multipartOf(body.rows, givenType, variables, standIns);
    case 'graphql': {
      const given = variables.convert(body.variables.trim());
      const operation = body.operation === '' ? '' : `,"operationName":${JSON.stringify(body.operation)}`;
      const query = variables.convert(JSON.stringify(body.query));
      const text = `{"query":${query}${operation}${given === '' ? '' : `,"variables":${given}`}}`;
      return { body: text, type: 'application/json' };
    }
  }
}

function multipartOf(
  rows: readonly PartRow[],
  givenType: string | null,
  variables: OurVariables,
  standIns: StandIns,
): { readonly body: string | null; readonly type: string | null } {
  const parts = rows
    .filter((row) => isSent(row))
    .map(({ name, value, type, file }) => ({
      name: variables.convert(name),
      value: file === null ? variables.convert(value) : standInForFile(standIns, file, name),
      type: type === null || type === '' ? null : variables.convert(type),
      fileName: file === null ? null : variables.convert(fileNameOf(file) || name),
    }));
  if (parts.length === 0) return { body: null, type: null };
  // With another content type the body would make no sense: the tools replace it.
  const isMultipart = givenType !== null && /^multipart\//i.test(givenType);
  const { body, contentType } = multipartText(parts, isMultipart ? givenType : null);
  return { body, type: contentType };
}

function urlOf(
  { url, pathVariables }: WrittenRequest,
  query: readonly Row[],
  variables: OurVariables,
  headers: RequestHeaders,
): string {
  const [written = ''] = variables
    .convert(withoutCredentials(url.trim(), headers), encodeWholeUrl)
    .split('#');
  const [path = '', ...rest] = written.split('?');
  const encode = (text: string): string => variables.convert(text, encodeQueryPart);
  // Only Insomnia has rows that are not in the URL as well, and it sends one without a value as its name alone.
  const pairs = query.map(({ name, value }) => encode(name) + (value === '' ? '' : `=${encode(value)}`));
  const whole = [rest.join('?'), ...pairs].filter((part) => part !== '').join('&');
  const start = withScheme(withoutBraces(withPathVariables(path, pathVariables, variables)));
  return whole === '' ? start : `${start}?${whole}`;
}

/** Single braces in a path are percent-encoded; those of variables and placeholders stay. */
function withoutBraces(path: string): string {
  return path.replace(/(\$\{[^{}]*\}|\{\{[^{}]*\}\})|[{}]/g, (brace, kept: string | undefined) =>
    kept === undefined ? encodeURIComponent(brace) : kept,
  );
}

/** Adds `http://`, as all these tools do; a URL that begins with a variable may have its scheme in there. */
function withScheme(url: string): string {
  const [written = '', http] = /^(https?):\/*/i.exec(url) ?? [];
  if (http !== undefined) return `${http}://${url.slice(written.length)}`;
  return /^(?:\{\{|\$\{)/.test(url) || hasOtherScheme(url) || url === ''
    ? url
    : `http://${url.replace(/^\/+/, '')}`;
}

/** Whether it is no address of a host: in `localhost:8080` and `localhost:${port}` what ends with the colon is one. */
export function hasOtherScheme(url: string): boolean {
  return (
    /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url) && !/^[^/?#:]*:(?:\d|\$\{[^{}]*\})+(?:[/?#]|$)/.test(url)
  );
}

/**
 * A URL goes into the history and files as it is, so its user name and password are replaced by a header to be filled
 * in.
 */
function withoutCredentials(url: string, headers: RequestHeaders): string {
  const found = /^([a-z][a-z0-9+.-]*:\/+|\/*(?!(?:data|javascript|mailto):))[^/?#@]*@/i.exec(url);
  if (found === null) return url;
  headers.addMissing('authorization', '', true);
  return (found[1] ?? '') + url.slice(found[0].length);
}

/** Fills in `/users/:id` if the tool knows of an `id`; one without a value becomes a variable. */
function withPathVariables(path: string, rows: readonly Row[], variables: OurVariables): string {
  const known = new Map(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]));
  return path
    .split('/')
    .map((segment) => {
      const name = segment.startsWith(':') ? segment.slice(1) : '';
      const value = known.get(name);
      if (value === undefined) return segment;
      return variables.convert(value === '' ? `{{${name}}}` : value, encodeWholeUrl);
    })
    .join('/');
}
