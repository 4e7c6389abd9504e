import { createHash } from 'node:crypto';
import { atOnce } from '@shared/at-once';
import { maskCardData } from '@shared/cards/mask-card-data';
import { writeStandIns } from '@shared/import/escape-imported';
import { shortened } from '@shared/import/shortened';
import { describeHidden, toVaultForward } from '@shared/import/to-vault-forward';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import { folderProblem, type CollectionImport } from '@shared/requests/saved-requests';
import { partOfUrl, typedSecretsOf } from '@shared/secrets/secret-parameters';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { STEP } from '../arrange-requests';
import type { FoundRequest } from '../request-folder';
import type { Collection, CollectionEntry, CollectionVariable } from './collection';
import { OurVariables } from './our-variables';
import { hasOtherScheme, toImported } from './to-imported';
import { VariableValues } from './variable-values';

export interface FoundCollection {
  readonly found: readonly FoundRequest[];
  readonly report: CollectionImport;
}

type RequestReport = CollectionImport['requests'][number];

/**
 * The requests of a collection as saved requests for Vault Forward, in a folder with its name, and a report on each.
 * Only called in a separate process, because looking through them for card data takes a while.
 */
export function findInCollection(collection: Collection): FoundCollection {
  const variables = new OurVariables(collection.syntax);
  const used = new Set<string>();
  const found: FoundRequest[] = [];
  const requests: RequestReport[] = [];
  const top = folderName(collection.name, collection.tool);
  let refused = 0;
  for (const [index, entry] of collection.entries.entries()) {
    const name = requestName(entry.name);
    const folder = folderPath([top, ...entry.folder]);
    const file = `${folder}/${name}`;
    const made = toRequest(collection, entry, variables);
    if (!made.ok) {
      refused += 1;
      found.push({ file, read: made });
      continue;
    }
    for (const each of made.variables) used.add(each);
    if (made.leftOut.length > 0 || made.changed.length > 0) {
      requests.push({ name: file, leftOut: shortened(made.leftOut), changed: shortened(made.changed) });
    }
    const { content } = made;
    found.push({
      file,
      keepsExpectations: true,
      read: {
        ok: true,
        request: { ...content, folder, name, order: (index + 1) * STEP, expectations: [], example: null },
      },
    });
  }
  const values = new VariableValues(collection.variables, collection.syntax);
  // The others stand for files and the like.
  const theirs = new Map([...variables.theirNames].filter(([name]) => used.has(name)));
  const partly = requests.filter(({ leftOut }) => leftOut.length > 0).length;
  const report: CollectionImport = {
    tool: collection.tool,
    name: collection.name === '' ? collection.tool : collection.name,
    taken: collection.entries.length - refused - partly,
    partly,
    refused,
    variables: variablesToDefine(used, theirs, values),
    notes: [
      ...collection.notes,
      ...severalValues(collection.variables, theirs, values),
      ...incomplete(theirs, values),
    ],
    requests,
  };
  return { found, report };
}

type Made =
  | {
      readonly ok: true;
      readonly content: Pick<
        Extract<FoundRequest['read'], { ok: true }>['request'],
        'id' | 'description' | 'request' | 'form'
      >;
      readonly variables: readonly string[];
      readonly leftOut: readonly string[];
      readonly changed: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

function toRequest(collection: Collection, entry: CollectionEntry, variables: OurVariables): Made {
  const { read } = entry;
  if (!read.ok) return read;
  const id = idOf(`${collection.tool.split(' ')[0] ?? ''}\n${collection.id}\n${entry.key}`);
  if (entry.own !== undefined) {
    if (isTooLarge(entry.own)) return { ok: false, why: TOO_LARGE };
    const content = { id, description: '', request: entry.own, form: null };
    return { ok: true, content, variables: [], leftOut: describeHidden(entry.own), changed: [] };
  }
  const { imported: open, variables: used, changed } = toImported(read.request, variables);
  const { imported, names } = writeStandIns(open, new Set(used));
  if (isTooLarge(imported.request)) return { ok: false, why: TOO_LARGE };
  if (hasOtherScheme(imported.request.url)) return { ok: false, why: 'It is not an http or https request.' };
  let rows = 0;
  const { draft, done, left } = atOnce(toVaultForward(imported, () => `row-${(rows += 1)}`));
  const request = requestSpecSchema.safeParse(requestOfDraft(draft));
  if (!request.success) return { ok: false, why: 'Parts of it are too large.' };
  const cut = entry.description.length > MAX_DESCRIPTION;
  const leftOut = [
    ...imported.notes,
    ...describeHidden(request.data),
    ...(cut ? ['The end of its description was left out.'] : []),
  ];
  const said = new Set(leftOut);
  const inUrl = typedSecretsOf(request.data);
  // The import lists these once for all requests.
  const isSecretToEnter = (sentence: string): boolean => sentence.startsWith('Enter the value of ');
  return {
    ok: true,
    content: {
      id,
      description: entry.description.slice(0, MAX_DESCRIPTION),
      request: request.data,
      form: formOfDraft(draft),
    },
    variables: [...used, ...names],
    leftOut,
    changed: [
      ...changed,
      ...(inUrl.length > 0 ? [partOfUrl(inUrl)] : []),
      ...done,
      ...left.filter((sentence) => !said.has(sentence) && !isSecretToEnter(sentence)),
    ],
  };
}

const MAX_DESCRIPTION = 20_000;

/** The same as for a pasted command: the composer was measured with this much. */
const MAX_BODY = 5_000_000;
const TOO_LARGE = `Its body is too large: at most ${MAX_BODY / 1_000_000} MB are taken.`;

function isTooLarge({ body }: { readonly body: string | null }): boolean {
  return (body ?? '').length > MAX_BODY;
}

/** A UUID (version 8) that stays the same for a request each time its collection is read. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** One line of at most 200 characters. */
function requestName(name: string): string {
  const plain = cut(name.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim(), 200);
  return plain === '' ? 'Request' : plain;
}

function folderName(name: string, fallback: string): string {
  const plain = cut(
    name.replace(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]+/gu, '-').replace(/^[. ]+/, ''),
    80,
  ).replace(/[. ]+$/, '');
  return plain === '' ? fallback : plain;
}

/** Cuts a text without leaving half of a character at its end. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

const MAX_DEPTH = 8;

/** Folders that are too deep are joined into the last one that is allowed. */
function folderPath(names: readonly string[]): string {
  const plain = names.map((name) => folderName(name, 'Folder'));
  const kept = plain.slice(0, MAX_DEPTH - 1);
  const rest = plain.slice(MAX_DEPTH - 1);
  const path = [...kept, ...(rest.length > 0 ? [folderName(rest.join(' - '), 'Folder')] : [])].join('/');
  return folderProblem(path) === null ? path : 'Imported';
}

/** The variables that requests use, each with its value in the collection, unless that may be a secret or has none. */
function variablesToDefine(
  used: ReadonlySet<string>,
  theirs: ReadonlyMap<string, string>,
  values: VariableValues,
): CollectionImport['variables'] {
  return [...used].sort().map((name) => {
    const value = values.of(theirs.get(name) ?? '');
    return { name, value: value === null || value === '' ? null : maskCardData(value) };
  });
}

/** Names variables that have another value in another folder or environment: here, one profile has one of each. */
function severalValues(
  defined: readonly CollectionVariable[],
  used: ReadonlyMap<string, string>,
  variables: VariableValues,
): string[] {
  const names = new Map([...used].map(([name, theirs]) => [theirs, name]));
  for (const theirs of used.values())
    for (const part of variables.partsOf(theirs)) names.set(part, names.get(part) ?? part);
  const values = new Map<string, Set<string>>();
  for (const { name: theirs, value } of defined) {
    const name = names.get(theirs);
    if (name !== undefined) values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const several = [...values].filter(([, all]) => all.size > 1).map(([name]) => name);
  return several.length === 0
    ? []
    : [
        `These variables have several values there, for different environments or folders, and only the first is taken: ${several.sort().join(', ')}. Check the requests that need another one.`,
      ];
}

/** Names variables whose value there is worked out, or made of others that have none or one that may be secret. */
function incomplete(used: ReadonlyMap<string, string>, values: VariableValues): string[] {
  return [...used].sort(byName).flatMap(([name, theirs]) => {
    if (values.isWorkedOut(theirs)) return [`The value of ${name} is worked out there: give it one.`];
    const lacking = [...values.partsOf(theirs)].filter((part) => values.of(part) === null);
    return values.of(theirs) !== null || lacking.length === 0
      ? []
      : [
          `The value of ${name} is made of others there. In the collection these have none, or one that may be secret: ${lacking.join(', ')}. Give ${name} its whole value.`,
        ];
  });
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}
