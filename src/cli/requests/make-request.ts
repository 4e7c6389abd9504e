import { operations, type OperationId } from '@contract';
import type { DocumentSummary } from '@shared/documents/document-summary';
import { keyOfOperation } from '@shared/documents/key-of-operation';
import {
  FREE_REQUEST,
  isContractOperation,
  placesOf,
  type OwnOperation,
  type RequestTarget,
} from '@shared/requests/operation-key';
import { percentDecoded } from '@shared/http/percent-decoded';
import { splitTypedPath } from '@shared/requests/request-draft';
import { targetSchema } from '@shared/requests/operation-key-schemas';
import { secretsWithoutValue, type QueryPair, type RequestSpec } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { UsageError } from '../usage-error';

type Asked =
  | { readonly operation: OperationId }
  | {
      readonly operation: OwnOperation;
      readonly target: RequestTarget;
      readonly query?: readonly QueryPair[];
    };

/** What was typed along with an operation. */
export interface RequestParts {
  /** `name=value`, for a path parameter if one has that name, otherwise for the query. */
  readonly param: readonly string[];
  /** `Name: value`. */
  readonly header: readonly string[];
  readonly body: string | null;
}

/**
 * An operation of the contract or of a document by its id, or any method and path below the base URL: `POST /orders`.
 * Null for an unknown operation. Throws a `UsageError` for an id that occurs in several documents.
 */
export function findOperation(typed: string, documents: readonly DocumentSummary[]): Asked | null {
  if (isContractOperation(typed)) return { operation: typed };
  const [, method, written] = /^([A-Za-z-]+) +(\/.*)$/.exec(typed) ?? [];
  if (method !== undefined && written !== undefined) return free(method.toUpperCase(), written);
  const found = documents.flatMap(({ id: document, title, areas }) =>
    areas
      .flatMap((area) => area.operations)
      .filter(({ id }) => id === typed)
      .map((operation) => ({ document, title, operation })),
  );
  const [only, another] = found;
  if (only === undefined) return null;
  const { method: asked } = only.operation;
  const { path, query } = splitTypedPath(only.operation.path, null);
  if (another !== undefined)
    throw new UsageError(
      `${typed} is in several documents: ${found.map(({ title }) => title).join(', ')}. Give its method and path: "${asked} ${path}".`,
    );
  const operation = keyOfOperation(only.document, only.operation);
  if (isContractOperation(operation)) return { operation };
  return { operation, target: { method: asked, path }, ...(query.length === 0 ? {} : { query }) };
}

/** A free request; a query written as part of the path becomes its query. */
function free(method: string, written: string): Asked {
  // A fragment is never sent, so it was not meant, or it belongs to a value.
  if (written.includes('#')) throw new UsageError('A path has no #: write it as %23.');
  const { path, query } = splitTypedPath(written, null);
  const typed = written.slice(path.length);
  // It would be sent as something else than what was typed.
  if (typed.includes('%') && percentDecoded(typed) === typed)
    throw new UsageError('A query with % has to encode text (UTF-8): write a percent sign as %25.');
  const target = targetSchema.safeParse({ method, path });
  if (!target.success) throw new UsageError(target.error.issues.map(({ message }) => message).join(' '));
  return { operation: FREE_REQUEST, target: target.data, ...(query.length === 0 ? {} : { query }) };
}

/** Throws a `UsageError` if a secret header has no value, as it would be sent empty. */
export function refuseMissing(requests: readonly RequestSpec[]): void {
  const missing = requests.flatMap(secretsWithoutValue);
  if (missing.length === 0) return;
  const options = [...new Set(missing)].map((name) => `--secret ${name}=VARIABLE`);
  throw new UsageError(`Secrets are missing: give ${options.join(' ')}. Nothing was sent.`);
}

/**
 * Makes a request from what was typed. Throws a `UsageError` for parts that are not understood, and for a path
 * parameter without a value.
 */
export function makeRequest(asked: Asked, { param, header, body }: RequestParts): RequestSpec {
  const { path } = 'target' in asked ? asked.target : operations[asked.operation];
  const places = placesOf(path);
  const pathParameters: Record<string, string> = {};
  const { query: written = [], ...operation } = 'target' in asked ? asked : { ...asked, query: [] };
  const query: QueryPair[] = [...written];
  for (const one of param) {
    const [name, value] = splitAt(one, '=', '--param takes name=value');
    if (places.includes(name)) pathParameters[name] = value;
    else query.push([name, value]);
  }
  const missing = places.filter((name) => (pathParameters[name] ?? '') === '');
  if (missing.length > 0)
    throw new UsageError(
      `${path} needs ${missing.join(', ')}: give it with ${missing.map((name) => `--param ${name}=…`).join(' ')}.`,
    );
  const headers = header.map((one) => {
    const [name, value] = splitAt(one, ':', '--header takes "Name: value"');
    // Any program on this computer can read another program's arguments.
    if (isSecretHeaderName(name) && value !== '')
      throw new UsageError(
        `${name} is secret, and arguments are not: put it into an environment variable and give --secret ${name}=VARIABLE.`,
      );
    return { name, value, secret: false };
  });
  return { version: 1, ...operation, pathParameters, query, headers, body };
}

/**
 * Values of secret headers, from environment variables: `Name=VARIABLE`. The variables are removed, because the app's
 * processes inherit the environment when they start. Throws a `UsageError` for a variable without a value.
 */
export function takeSecrets(
  typed: readonly string[],
  environment: Record<string, string | undefined> = process.env,
): Readonly<Record<string, string>> {
  const taken = new Set<string>();
  const secrets = Object.fromEntries(
    typed.map((one) => {
      const [name, variable] = splitAt(one, '=', '--secret takes Name=VARIABLE');
      const value = environment[variable] ?? '';
      // The name is not repeated: it may be the secret itself, as in `--secret X-Api-Key=$KEY`.
      if (value === '')
        throw new UsageError(
          `The environment variable for the secret ${name} has no value: --secret takes the name of one.`,
        );
      taken.add(variable);
      return [name, value];
    }),
  );
  for (const variable of taken) Reflect.deleteProperty(environment, variable);
  return secrets;
}

/**
 * Replaces the values of headers with secrets. A header that does not exist is added, unless only existing headers are
 * allowed.
 */
export function withSecrets(
  request: RequestSpec,
  secrets: Readonly<Record<string, string>>,
  which: 'any header' | 'known headers' = 'any header',
): RequestSpec {
  const headers = [...request.headers];
  for (const [name, value] of Object.entries(secrets)) {
    const secret = { name, value, secret: true };
    const at = headers.findIndex((header) => header.name.trim().toLowerCase() === name.toLowerCase());
    if (at !== -1) headers[at] = secret;
    else if (which === 'any header') headers.push(secret);
  }
  return { ...request, headers };
}

/** What was typed is not repeated in the error: it may be a secret, and standard error may be logged. */
function splitAt(text: string, mark: string, problem: string): readonly [string, string] {
  const at = text.indexOf(mark);
  const name = text.slice(0, at).trim();
  if (at === -1 || name === '') throw new UsageError(`${problem}.`);
  return [name, mark === ':' ? text.slice(at + 1).trim() : text.slice(at + 1)];
}
