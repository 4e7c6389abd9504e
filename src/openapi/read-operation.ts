import { isRecord } from '@shared/json/unknown-fields';
import { percentDecoded } from '@shared/http/percent-decoded';
import { pointerSteps } from '@shared/json/find-place';
import { sentPath } from '@shared/requests/operation-key';
import type { DocumentProblem } from '@shared/documents/document-summary';
import type {
  AnswerDetails,
  LinkDetails,
  MediaTypeDetails,
  OperationDetails,
  ParameterDetails,
  ParameterPlace,
  RequestBodyDetails,
  RequiredScopes,
} from '@shared/documents/operation-details';
import type { JsonValue } from '@shared/documents/schema-view';
import { readErrorWords } from './error-words';
import {
  describedAt,
  findReferenced,
  listAt,
  member,
  objectAt,
  referenceOf,
  resolved,
  textAt,
  textsAt,
  type JsonObject,
} from './raw-document';
import { problemAt, type FoundOperation } from './read-content';
import { SchemaReader } from './read-schema';
import { serversOf } from './servers';

const PLACES: ReadonlySet<string> = new Set(['path', 'query', 'header']);
/** Headers that the document must not describe as parameters: OpenAPI says they are ignored. */
export const NOT_PARAMETERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

const AS_TYPED = 'What is typed is sent as it is.';
const KEY_PLACES: ReadonlyMap<string | null, string> = new Map([
  ['query', 'the query'],
  ['header', 'a header'],
  ['cookie', 'the header "cookie"'],
]);

/** Everything that the document says about one operation. What cannot be read becomes a problem of this operation only. */
export function readOperation(
  document: JsonObject,
  documentId: string,
  found: FoundOperation,
): OperationDetails {
  const reader = new OperationReader(document, found);
  const { id, method, path, summary, deprecated, raw } = found;
  const parameters = reader.parameters();
  reader.noteKeys(parameters);
  reader.noteServer();
  return {
    document: documentId,
    id,
    method,
    path,
    summary,
    description: describedAt(raw),
    deprecated,
    parameters,
    body: reader.body(),
    answers: reader.answers(),
    scopes: scopesOf(document, raw),
    problems: reader.problems,
  };
}

class OperationReader {
  readonly problems: DocumentProblem[] = [];
  private readonly schemas = new SchemaReader();

  constructor(
    private readonly document: JsonObject,
    private readonly found: FoundOperation,
  ) {}

  /** The parameters of the path item, overridden by those of the operation, and every name in the path template. */
  parameters(): readonly ParameterDetails[] {
    const { pathItem, raw, path } = this.found;
    const byKey = new Map<string, ParameterDetails>();
    for (const written of [...listAt(pathItem, 'parameters'), ...listAt(raw, 'parameters')]) {
      const parameter = this.resolve(written, 'A parameter');
      const details = parameter && this.parameter(parameter);
      if (details) byKey.set(`${details.place} ${details.name.toLowerCase()}`, details);
    }
    for (const [, name] of sentPath(path).matchAll(/\{([^{}]+)\}/g)) {
      if (name === undefined || byKey.has(`path ${name.toLowerCase()}`)) continue;
      this.note(`"${name}" of the path is not described.`);
      const fallback = this.parameter({ name, in: 'path', schema: { type: 'string' } });
      if (fallback) byKey.set(`path ${name.toLowerCase()}`, fallback);
    }
    return [...byKey.values()];
  }

  private parameter(raw: JsonObject): ParameterDetails | null {
    const name = textAt(raw, 'name');
    const place = textAt(raw, 'in');
    if (name === null || place === null) {
      this.note('A parameter has no name, or does not say where it belongs: it is left out.');
      return null;
    }
    if (place === 'cookie')
      this.note(
        `The parameter "${name}" is a cookie, for which there is no field: add a header "cookie" with ${name}=…`,
      );
    if (!isParameterPlace(place) || (place === 'header' && NOT_PARAMETERS.has(name.toLowerCase())))
      return null;
    const [mediaType] = Object.keys(objectAt(raw, 'content'));
    const content = mediaType === undefined ? undefined : objectAt(raw, 'content')[mediaType];
    const usual = place === 'query' ? 'form' : 'simple';
    const style = textAt(raw, 'style') ?? usual;
    const schema = this.schemas.readParameter(this.document, member(content ?? raw, 'schema') ?? true);
    if (style === 'deepObject') {
      // Fields that are described have a row each.
      if (schema.properties.length === 0)
        this.note(
          `The parameter "${name}" is an object in the style deepObject: give each of its fields a row of its own, such as ${name}[field]. ${AS_TYPED}`,
        );
    } else if (style !== usual)
      this.note(`The parameter "${name}" has the style ${style}: type it so. ${AS_TYPED}`);
    const explode = member(raw, 'explode');
    return {
      name,
      place,
      required: place === 'path' || member(raw, 'required') === true,
      deprecated: member(raw, 'deprecated') === true,
      description: describedAt(raw),
      schema,
      style,
      explode: typeof explode === 'boolean' ? explode : style === 'form',
      mediaType: mediaType ?? null,
      examples: this.examples(raw),
    };
  }

  /** Notes API keys that every security alternative asks for and that have no field: the app itself adds only a token. */
  noteKeys(parameters: readonly ParameterDetails[]): void {
    const schemes = objectAt(objectAt(this.document, 'components'), 'securitySchemes');
    const ways = securityOf(this.document, this.found.raw).map((way) =>
      Object.keys(way)
        .map((scheme) => resolved(this.document, schemes[scheme]))
        .filter((scheme) => textAt(scheme, 'type') === 'apiKey'),
    );
    if (ways.some((keys) => keys.length === 0)) return;
    for (const key of ways[0] ?? []) {
      const [name, place] = [textAt(key, 'name'), textAt(key, 'in')];
      const where = KEY_PLACES.get(place);
      const has = parameters.some((one) => one.place === place && one.name === name);
      if (name === null || where === undefined || has || name.toLowerCase() === 'authorization') continue;
      const asked = ways.length === 1 ? 'The document asks for' : 'One way in by the document is';
      this.note(`${asked} a key "${name}" in ${where}. The app does not add it: give it a row.`);
    }
  }

  /** Notes a server of the operation or of its path that is not one of the document's. */
  noteServer(): void {
    const { pathItem, raw } = this.found;
    const [own] = [raw, pathItem].map(serversOf).find((urls) => urls.length > 0) ?? [];
    if (own === undefined || serversOf(this.document).includes(own)) return;
    this.note(
      `The document sends this to ${own}. The app sends it below the base URL of the profile: use a profile for that address.`,
    );
  }

  body(): RequestBodyDetails | null {
    const written = member(this.found.raw, 'requestBody');
    if (written === undefined) return null;
    const body = this.resolve(written, 'The request body');
    return (
      body && {
        description: describedAt(body),
        required: member(body, 'required') === true,
        contents: this.contents(body),
      }
    );
  }

  answers(): readonly AnswerDetails[] {
    const responses = objectAt(this.found.raw, 'responses');
    const statuses = Object.keys(responses).filter((status) => !status.startsWith('x-'));
    return statuses.sort(byStatus).flatMap((status) => {
      const response = this.resolve(responses[status], `The answer ${status}`);
      if (response === null) return [];
      const contents = objectAt(response, 'content');
      const schemas = Object.keys(contents).map((type) => member(contents[type], 'schema'));
      return [
        {
          status,
          description: describedAt(response),
          ...readErrorWords(this.document, schemas),
          contents: this.contents(response),
          links: this.links(response),
        },
      ];
    });
  }

  /** The links to operations of this document, named by their id or by a reference to them. */
  private links(response: JsonObject): readonly LinkDetails[] {
    return Object.values(objectAt(response, 'links')).flatMap((written) => {
      const link = resolved(this.document, written);
      const reference = textAt(link, 'operationRef');
      const operationId = reference === null ? textAt(link, 'operationId') : this.idAt(reference);
      if (operationId === null) return [];
      const parameters = Object.entries(objectAt(link, 'parameters')).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      return [{ operationId, parameters: Object.fromEntries(parameters) }];
    });
  }

  /** The id of the operation at a reference such as `#/paths/~1orders~1{order_id}/get`. */
  private idAt(reference: string): string | null {
    const [, path, method] = pointerSteps(percentDecoded(reference));
    const raw = findReferenced(this.document, reference);
    if (!isRecord(raw) || path === undefined || method === undefined) return null;
    return textAt(raw, 'operationId') ?? `${method.toUpperCase()} ${path}`;
  }

  private contents(holder: JsonObject): readonly MediaTypeDetails[] {
    const contents = objectAt(holder, 'content');
    return Object.keys(contents).map((mediaType) => {
      const schema = member(contents[mediaType], 'schema');
      return { mediaType, schema: schema === undefined ? null : this.schemas.read(schema) };
    });
  }

  private examples(holder: JsonObject): readonly JsonValue[] {
    const only = member(holder, 'example');
    const named = objectAt(holder, 'examples');
    return [
      ...(only === undefined ? [] : [only]),
      ...Object.keys(named).flatMap((name) => {
        const value = member(resolved(this.document, named[name]), 'value');
        return value === undefined ? [] : [value];
      }),
    ];
  }

  private resolve(written: JsonValue | undefined, what: string): JsonObject | null {
    const value = resolved(this.document, written);
    if (!isRecord(value)) {
      this.note(`${what} cannot be read: it is left out.`);
      return null;
    }
    // It counts instead of the one that the reference leads to (OpenAPI 3.1, Reference Object).
    const description = referenceOf(written) === null ? null : textAt(written, 'description');
    return description === null ? value : { ...value, description };
  }

  private note(message: string): void {
    this.problems.push(problemAt(this.found.pointer, message));
  }
}

export function isParameterPlace(place: string): place is ParameterPlace {
  return PLACES.has(place);
}

/** Sorts `200` before `4XX`, and `default` last. */
function byStatus(one: string, other: string): number {
  const rank = (status: string): string => (status === 'default' ? '~' : status.toUpperCase());
  return rank(one) < rank(other) ? -1 : 1;
}

/** The security alternatives, any of which will do. An operation's own list replaces the document's. */
function securityOf(document: JsonObject, raw: JsonObject): readonly JsonObject[] {
  const holder = Array.isArray(member(raw, 'security')) ? raw : document;
  return listAt(holder, 'security').flatMap((way) => (isRecord(way) ? [way] : []));
}

function scopesOf(document: JsonObject, raw: JsonObject): RequiredScopes {
  const named = textsAt(raw, 'x-required-scopes');
  if (named.length > 0) return [named];
  const ways = securityOf(document, raw).map((way) => [
    ...new Set(Object.keys(way).flatMap((scheme) => textsAt(way, scheme))),
  ]);
  return ways.some((way) => way.length === 0) ? [] : ways;
}
