import type { OperationDetails, ParameterDetails, ParameterPlace } from '@shared/documents/operation-details';
import { describeType, describeValues } from '@shared/documents/describe-schema';
import type { SchemaView } from '@shared/documents/schema-view';
import { countOf } from '@shared/text/count-of';
import { isUuid } from '@shared/text/uuid';
import {
  findVariables,
  isVariableText,
  takesVariables,
  writeVariables,
  type ValueOf,
} from '@shared/requests/variables';
import { parseIRegexp } from '@shared/json-path/i-regexp';
import { targetSchema } from '@shared/requests/operation-key-schemas';
import type { ParameterRow, RequestDraft } from '@shared/requests/request-draft';
import { placesOf } from '@shared/requests/operation-key';
import { isTypedSecret, partOfUrl } from '@shared/secrets/secret-parameters';
import { isRowOf } from './asked-operation';
import { listKind, schemaOfRow } from './row-schemas';

/** Something wrong with a request, or worth knowing. An error prevents sending; anything else is up to the person. */
export interface RequestFinding {
  readonly severity: 'error' | 'warning' | 'note';
  readonly place: ParameterPlace | 'target' | 'body';
  /** Name of the parameter; empty for the target and the body. */
  readonly name: string;
  readonly message: string;
  /** Set when nothing has been entered yet. */
  readonly isEmpty?: true;
  /** The id of the row that it is about; absent if it is about the parameter. */
  readonly row?: string;
}

/** @param details null for a free request. */
export function checkRequest(
  draft: RequestDraft,
  details: OperationDetails | null,
  valueOf: ValueOf,
): RequestFinding[] {
  return [
    ...(details === null ? checkTarget(draft) : []),
    ...placesOf(draft.path).flatMap((name): RequestFinding[] => {
      if ((draft.pathParameters[name] ?? '') !== '') return [];
      const message = 'Required, because it is part of the path.';
      return [{ severity: 'error', place: 'path', name, message, isEmpty: true }];
    }),
    ...checkVariables(draft, details, valueOf),
    ...(details?.parameters ?? []).flatMap((parameter) => checkParameter(parameter, draft)),
    ...(details?.body?.required && draft.body === ''
      ? [warning('body', '', 'The document says that a body is required.')]
      : []),
    ...draft.query.flatMap(({ name, value, enabled }): RequestFinding[] => {
      const known = knownOf('query', name, details);
      const isSecret = isTypedSecret([known?.schema.format === 'password' ? 'password' : name, value]);
      if (!enabled || !isSecret) return [];
      return [{ severity: 'note', place: 'query', name: known?.name ?? name, message: partOfUrl([name]) }];
    }),
  ];
}

function checkTarget({ method, path }: RequestDraft): RequestFinding[] {
  if (path === '')
    return [
      {
        severity: 'error',
        place: 'target',
        name: 'path',
        message: 'Enter a path, such as /buyers.',
        isEmpty: true,
      },
    ];
  const read = targetSchema.safeParse({ method, path });
  return (read.error?.issues ?? []).map(({ path: [field], message }) => ({
    severity: 'error',
    place: 'target',
    name: field === 'method' ? 'method' : 'path',
    message: field === 'method' ? message : (mendOf(path) ?? message),
  }));
}

/** What to do about a path with more than a path in it, which becomes one with Enter or when its field is left. */
function mendOf(path: string): string | null {
  if (/^https?:\/\//i.test(path)) return 'This is a whole address: press Enter to take its path and query.';
  return path.includes('?') ? 'The query has a tab of its own: press Enter to move it there.' : null;
}

function knownOf(
  place: 'query' | 'header',
  row: string,
  details: OperationDetails | null,
): ParameterDetails | undefined {
  return details?.parameters.find((one) => one.place === place && isRowOf(place, row, one.name));
}

/** Main refuses to send a variable without a value: it is said here while it is composed. */
function checkVariables(
  { path, pathParameters, query, headers, body }: RequestDraft,
  details: OperationDetails | null,
  valueOf: ValueOf,
): RequestFinding[] {
  const missing = (place: RequestFinding['place'], name: string, text: string): RequestFinding[] => {
    const names = [...new Set(findVariables(text).map((found) => found.name))];
    const lacking = names.filter((one) => valueOf(one) === null);
    if (lacking.length === 0) return [];
    const [have, them] = lacking.length === 1 ? ['has', 'it'] : ['have', 'them'];
    const message = `${writeVariables(lacking)} ${have} no value: add ${them} under Variables of the profile.`;
    return [{ severity: 'error', place, name, message }];
  };
  const ofRow = (place: 'query' | 'header', { id, name, value }: ParameterRow): RequestFinding[] =>
    missing(place, knownOf(place, name, details)?.name ?? name, value ?? '').map((one) => ({
      ...one,
      row: id,
    }));
  return [
    ...missing('target', 'path', path),
    ...placesOf(path).flatMap((name) => missing('path', name, pathParameters[name] ?? '')),
    ...query.filter(({ enabled }) => enabled).flatMap((row) => ofRow('query', row)),
    ...headers.filter((row) => row.enabled && takesVariables(row)).flatMap((row) => ofRow('header', row)),
    ...missing('body', '', body),
  ];
}

function checkParameter(parameter: ParameterDetails, draft: RequestDraft): RequestFinding[] {
  const { name, place, required } = parameter;
  const rows = rowsOf(place, name, draft);
  if (rows.every(({ value }) => value === '') && (required || rows.length === 0)) {
    // A path parameter without a value has its own finding above.
    if (!required || place === 'path') return [];
    const missing = warning(place, name, 'Required by the document.');
    return [rows.length === 0 ? missing : { ...missing, isEmpty: true }];
  }
  const about = (row: ParameterRow | undefined, message: string | null): RequestFinding[] =>
    message === null || row === undefined ? [] : [{ ...warning(place, name, message), row: row.id }];
  return [
    ...rows.flatMap((row) => {
      const text = row.value ?? '';
      return about(row, isVariableText(text) ? null : problemOfRow(parameter, row.name, text));
    }),
    ...about(rows.at(-1), problemOfAmount(parameter, rows)),
  ];
}

/** Whether a list has too few or too many values; one that is sent by a variable is not counted. */
function problemOfAmount(parameter: ParameterDetails, rows: readonly ParameterRow[]): string | null {
  const kind = listKind(parameter);
  const texts = rows.map(({ value }) => value ?? '');
  if (kind === null || texts.some(isVariableText)) return null;
  const { minItems, maxItems } = parameter.schema.limits;
  const { length } = kind === 'commas' ? texts.flatMap((text) => text.split(',')) : texts;
  if (minItems !== undefined && length < minItems)
    return `It has ${countOf(length, 'value')}; at least ${minItems} are required.`;
  return maxItems !== undefined && length > maxItems
    ? `It has ${countOf(length, 'value')}; at most ${maxItems} are allowed.`
    : null;
}

function problemOfRow(parameter: ParameterDetails, row: string, text: string): string | null {
  const { name, style, schema } = parameter;
  if (style === 'deepObject' && row === name)
    return `An object: each of its fields has a row of its own, such as ${name}[${schema.properties[0]?.name ?? 'field'}].`;
  const each = listKind(parameter) === 'commas' ? text.split(',') : [text];
  const problems = each.map((value) => problemOf(value, schemaOfRow(parameter, row)));
  return problems.find((problem) => problem !== null) ?? null;
}

/** The rows that are sent for a parameter. */
function rowsOf(place: ParameterPlace, name: string, draft: RequestDraft): readonly ParameterRow[] {
  if (place === 'path') return [{ id: name, name, value: draft.pathParameters[name] ?? '', enabled: true }];
  const rows: readonly ParameterRow[] = place === 'query' ? draft.query : draft.headers;
  return rows.filter((row) => row.enabled && isRowOf(place, row.name, name));
}

/** What is wrong with a single value. Lists in lists and objects are not checked: they are written in other ways. */
function problemOf(text: string, schema: SchemaView): string | null {
  if (schema.values !== null) {
    const isOne = schema.values.some((value) => String(value) === text);
    return isOne || schema.openValues
      ? null
      : `The document allows only ${describeValues(schema.values, false)}.`;
  }
  if (schema.reference !== null || schema.choice !== null || schema.types.length !== 1) return null;
  const [type] = schema.types;
  const { minLength, maxLength } = schema.limits;
  if (type === 'integer' || type === 'number') {
    const number = Number(text);
    if (!/^-?\d/.test(text) || Number.isNaN(number) || (type === 'integer' && !Number.isInteger(number)))
      return `The document asks for a ${describeType(schema)}.`;
    return problemOfNumber(number, schema.limits);
  }
  if (type === 'boolean')
    return /^(?:true|false)$/.test(text) ? null : 'The document asks for true or false.';
  if (type !== 'string') return null;
  if (schema.format === 'uuid' && !isUuid(text)) return 'This is not a UUID.';
  const { length } = [...text];
  if (minLength !== undefined && length < minLength)
    return `It has ${countOf(length, 'character')}; at least ${minLength} are required.`;
  if (maxLength !== undefined && length > maxLength)
    return `It has ${countOf(length, 'character')}; at most ${maxLength} are allowed.`;
  const { pattern } = schema;
  const isMatched = pattern === null || (parseIRegexp(withRanges(pattern))?.matches(text, false) ?? true);
  return isMatched ? null : `It does not match the pattern ${pattern}.`;
}

function problemOfNumber(
  number: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: SchemaView['limits'],
): string | null {
  if (minimum !== undefined && number < minimum) return `The minimum is ${minimum}.`;
  if (maximum !== undefined && number > maximum) return `The maximum is ${maximum}.`;
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum)
    return `It must be more than ${exclusiveMinimum}.`;
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum)
    return `It must be less than ${exclusiveMaximum}.`;
  if (multipleOf === undefined || multipleOf <= 0) return null;
  // 19.99 / 0.01 is not quite 1999.
  const steps = number / multipleOf;
  const isMultiple = Math.abs(steps - Math.round(steps)) <= Math.abs(steps) * 1e-12;
  return isMultiple ? null : `It must be a multiple of ${multipleOf}.`;
}

/** RFC 9485 has no `\d` and `\w`, which documents write, in a class and outside of one. */
function withRanges(pattern: string): string {
  return pattern.replace(/\\[^]|\[(?:\\[^]|[^\\\]])*\]/g, (found) =>
    found.startsWith('[')
      ? found.replace(/\\[^]/g, (escape) => RANGES.get(escape) ?? escape)
      : RANGES.has(found)
        ? `[${RANGES.get(found)}]`
        : found,
  );
}

const RANGES: ReadonlyMap<string, string> = new Map([
  ['\\d', '0-9'],
  ['\\w', 'A-Za-z0-9_'],
]);

function warning(place: RequestFinding['place'], name: string, message: string): RequestFinding {
  return { severity: 'warning', place, name, message };
}
