import { isSecretHeaderName } from '../secrets/secret-headers';
import { mapRequest } from './map-request';
import type { RequestSpec, SpecHeader } from './request-spec';

/**
 * `${name}` in a composed request stands for a value of the profile or of a run, or one made for this request
 * (`${uuid}`). It is filled in when the request is planned: drafts, saved requests and files keep the name. `$${name}`
 * is the text `${name}`. Vault Forward's placeholders have two braces and no dollar sign, so the two cannot be
 * confused.
 */
const NAME = '[A-Za-z_][A-Za-z0-9_.-]{0,63}';
const REFERENCE = new RegExp(`(\\$?)\\$\\{(${NAME})\\}`, 'g');
const WHOLE_NAME = new RegExp(`^${NAME}$`);

/** Values generated for each request; within one request a name always has the same value. */
export const DYNAMIC_VALUES = [
  { name: 'uuid', meaning: 'a new UUID' },
  { name: 'timestamp', meaning: 'the time as seconds since 1970' },
  { name: 'now', meaning: 'the time as UTC, such as 2026-01-31T12:00:00.000Z' },
  { name: 'random', meaning: 'a random whole number of nine digits' },
] as const;

/** The variable as it is written in a request. */
export function writeVariable(name: string): string {
  return `\${${name}}`;
}

/** Several variables, for a sentence. */
export function writeVariables(names: readonly string[]): string {
  return names.map(writeVariable).join(', ');
}

/** The values by name. */
export function variableValues(
  rows: readonly { readonly name: string; readonly value: string }[],
): ReadonlyMap<string, string> {
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** As `encodeURIComponent` writes a variable, or as a parsed URL writes one in its path. */
const ENCODED = new RegExp(`(?:%24|\\$)%7B(${NAME})%7D`, 'g');

/** An encoded path or query with its variables decoded again, for people to read. */
export function decodeVariables(encoded: string): string {
  return encoded.replace(ENCODED, (_all, name: string) => writeVariable(name));
}

/** Null for a name without a value. */
export type ValueOf = (name: string) => string | null;

/** A cheap first check, false for most texts; true does not mean that there is a name. */
export function isVariableText(text: string): boolean {
  return text.includes('${');
}

export function isDynamicValue(name: string): boolean {
  return DYNAMIC_VALUES.some((known) => known.name === name);
}

export function isVariableName(text: string): boolean {
  return WHOLE_NAME.test(text);
}

/** @param randomBelow returns a whole number from 0 to one less than its argument. */
export function makeDynamicValues(
  now: Date,
  uuid: string,
  randomBelow: (limit: number) => number,
): ReadonlyMap<string, string> {
  const values: Record<(typeof DYNAMIC_VALUES)[number]['name'], string> = {
    uuid,
    timestamp: String(Math.floor(now.getTime() / 1000)),
    now: now.toISOString(),
    random: String(100_000_000 + randomBelow(900_000_000)),
  };
  return new Map(Object.entries(values));
}

export interface VariableReference {
  readonly name: string;
  /** UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

/** The variables of a text, in order. */
export function findVariables(text: string): VariableReference[] {
  if (!isVariableText(text)) return [];
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const [all, escape, name = ''] = match;
    return escape === '' ? [{ name, offset: match.index ?? 0, length: all.length }] : [];
  });
}

/** The text with its values filled in; a name without a value stays as it is. Values are inserted unchanged, whatever they contain. */
export function fillVariables(text: string, valueOf: ValueOf): string {
  if (!isVariableText(text)) return text;
  return text.replace(REFERENCE, (all, escape: string, name: string) =>
    escape === '' ? (valueOf(name) ?? all) : all.slice(1),
  );
}

/** Escapes a text, so that `fillVariables` returns it unchanged. */
export function escapeVariables(text: string): string {
  return isVariableText(text) ? text.replace(REFERENCE, (all) => `$${all}`) : text;
}

/** The same request with values filled in; the same object if it has no variables. */
export function fillRequest(request: RequestSpec, valueOf: ValueOf): RequestSpec {
  const encoded: ValueOf = (name) => {
    const value = valueOf(name);
    return value === null ? null : encodeURIComponent(value);
  };
  return mapTexts(
    request,
    (text) => fillVariables(text, valueOf),
    (path) => fillVariables(path, encoded),
  );
}

/** Escapes a request, so that filling it in returns it unchanged: for composing again what was sent. */
export function escapeRequest(request: RequestSpec): RequestSpec {
  return mapTexts(request, escapeVariables);
}

/** Names of the variables in a request, each once. */
export function variableNames(request: RequestSpec): string[] {
  const names = new Set<string>();
  mapTexts(request, (text) => {
    for (const { name } of findVariables(text)) names.add(name);
    return text;
  });
  return [...names];
}

/** Secret headers are sent as entered: no file or profile can add to them. */
export function takesVariables({ name, secret }: Pick<SpecHeader, 'name' | 'secret'>): boolean {
  return !secret && !isSecretHeaderName(name);
}

/** @param changePath for the path of a request that carries its own: an inserted value stays within its segment. */
function mapTexts(
  request: RequestSpec,
  change: (text: string) => string,
  changePath: (path: string) => string = change,
): RequestSpec {
  return mapRequest(request, {
    text: (text, place) => (place === 'path' ? changePath(text) : change(text)),
    pair: ([name, value]) => [name, change(value)],
    header: (header) => (takesVariables(header) ? { ...header, value: change(header.value) } : header),
  });
}
