import {
  fillVariables,
  findVariables,
  isVariableText,
  takesVariables,
  writeVariable,
  type ValueOf,
} from '../requests/variables';
import type { DraftFields, DraftHeader } from './draft';
import { finding, type DraftFinding, type DraftPlace } from './finding';

/** A text in the fields that can be checked before values are filled in, with its place. */
interface FieldText {
  readonly where: DraftPlace;
  readonly text: string;
  readonly secret: boolean;
}

/** The fields as they are sent. Main does the same with the request made from them (`fillRequest`). */
export function fillFields(fields: DraftFields, valueOf: ValueOf): DraftFields {
  if (textsOf(fields).every(({ text }) => !isVariableText(text))) return fields;
  const fill = (text: string): string => fillVariables(text, valueOf);
  const rows = (headers: readonly DraftHeader[]): readonly DraftHeader[] =>
    headers.map((row) => (takesVariables(row) ? { ...row, value: fill(row.value) } : row));
  return {
    ...fields,
    destinationUrl: fill(fields.destinationUrl),
    paymentMethods: fields.paymentMethods.map(fill),
    authentications: fields.authentications.map(({ id, name }) => ({ id: fill(id), name })),
    headers: rows(fields.headers),
    serviceHeaders: rows(fields.serviceHeaders),
  };
}

/** Reports variables without a value, which block Send, and variables in secrets, which are not filled in. */
export function checkVariables(fields: DraftFields, valueOf: ValueOf): DraftFinding[] {
  return textsOf(fields).flatMap(({ where, text, secret }) =>
    findVariables(text).flatMap(({ name, offset, length }) => {
      const place = { ...where, offset, length };
      if (secret)
        return [
          finding(
            'variable-in-secret',
            'warning',
            place,
            `Variables are not put into secrets: ${writeVariable(name)} is sent as it stands here.`,
          ),
        ];
      return valueOf(name) === null ? [missing(name, place)] : [];
    }),
  );
}

export function checkBodyVariables(body: string, valueOf: ValueOf): DraftFinding[] {
  return findVariables(body)
    .filter(({ name }) => valueOf(name) === null)
    .map(({ name, offset, length }) => missing(name, { field: 'body', offset, length }));
}

/**
 * Findings about filled fields, moved to the fields that the person sees: an offset in a value does not apply to its
 * variable's name.
 */
export function placedInDraft(
  findings: readonly DraftFinding[],
  fields: DraftFields,
  filled: DraftFields,
): DraftFinding[] {
  if (filled === fields) return [...findings];
  const changed = new Set(
    textsOf(fields)
      .filter(({ text }) => isVariableText(text))
      .map(({ where }) => placeKey(where)),
  );
  return findings.map((found) => {
    if (!changed.has(placeKey(found.where))) return found;
    const { code, severity, message, where } = found;
    const { field, index, part } = where;
    const item = { ...(index === undefined ? {} : { index }), ...(part === undefined ? {} : { part }) };
    return finding(code, severity, { field, ...item }, message);
  });
}

const STRING_OR_VARIABLE = /"(?:[^"\\\n\r]|\\.)*"?|\$\{[A-Za-z_][A-Za-z0-9_.-]{0,63}\}/g;

/**
 * Replaces variables, so that the rest of the JSON can be parsed: outside a string, each counts as a number of the
 * same length.
 */
export function blankVariables(body: string): string {
  if (!isVariableText(body)) return body;
  return body.replace(STRING_OR_VARIABLE, (found) =>
    found.startsWith('$') ? `1${' '.repeat(found.length - 1)}` : found,
  );
}

function missing(name: string, where: DraftPlace): DraftFinding {
  return {
    ...finding(
      'variable-missing',
      'error',
      where,
      `${writeVariable(name)} has no value. Add it under Variables of the profile, or let a request before it in a run keep it (Expected outcome, is kept as).`,
    ),
    mend: { label: 'Send it as text', offset: where.offset ?? 0, length: 0, insert: '$' },
  };
}

function textsOf(fields: DraftFields): FieldText[] {
  const rows = (field: 'headers' | 'serviceHeaders'): FieldText[] =>
    fields[field].flatMap((row, index) =>
      row.enabled
        ? [{ where: { field, index, part: 'value' as const }, text: row.value, secret: !takesVariables(row) }]
        : [],
    );
  const ids = (field: 'paymentMethods' | 'authentications', texts: readonly string[]): FieldText[] =>
    texts.map((text, index) => ({ where: { field, index }, text, secret: false }));
  return [
    { where: { field: 'destinationUrl' }, text: fields.destinationUrl, secret: false },
    ...ids('paymentMethods', fields.paymentMethods),
    ...ids(
      'authentications',
      fields.authentications.map(({ id }) => id),
    ),
    ...rows('headers'),
    ...rows('serviceHeaders'),
  ];
}

function placeKey({ field, index, part }: DraftPlace): string {
  return `${field} ${index ?? ''} ${part ?? ''}`;
}
