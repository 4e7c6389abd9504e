import { isRecord } from '@shared/json/unknown-fields';
import type {
  DocumentArea,
  DocumentContent,
  DocumentProblem,
  OperationSummary,
} from '@shared/documents/document-summary';
import type { JsonValue } from '@shared/documents/schema-view';
import {
  listAt,
  member,
  objectAt,
  pointerOf,
  resolvedPointer,
  textAt,
  textsAt,
  valueAt,
  type JsonObject,
} from './raw-document';
import { serversOf } from './servers';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'] as const;

/** The area of operations without a tag. */
const NO_AREA = 'Other operations';

/** An operation with its place in the document. */
export interface FoundOperation extends OperationSummary {
  readonly area: string;
  readonly raw: JsonObject;
  /** Holds the parameters that all operations of the path share. */
  readonly pathItem: JsonObject;
  /** The pointer to the operation; for a path that is a reference, the pointer to its target. */
  readonly pointer: string;
}

/** Every operation of the document, and the problems with their names. */
export function findOperations(document: JsonObject): {
  readonly operations: readonly FoundOperation[];
  readonly problems: readonly DocumentProblem[];
} {
  const operations: FoundOperation[] = [];
  const problems: DocumentProblem[] = [];
  const taken = new Map<string, string>();
  const paths = objectAt(document, 'paths');
  for (const path of Object.keys(paths)) {
    if (path.startsWith('x-')) continue;
    const holder = resolvedPointer(document, pointerOf('paths', path)) ?? pointerOf('paths', path);
    const pathItem = valueAt(document, holder);
    if (!isRecord(pathItem)) {
      problems.push(problemAt(pointerOf('paths', path), `"${path}" cannot be read: it is left out.`));
      continue;
    }
    for (const method of METHODS) {
      const raw = member(pathItem, method);
      if (raw === undefined) continue;
      const pointer = `${holder}/${method}`;
      const line = `${method.toUpperCase()} ${path}`;
      if (!isRecord(raw)) {
        problems.push(problemAt(pointer, `${line} cannot be read: it is left out.`));
        continue;
      }
      const wanted = textAt(raw, 'operationId');
      const other = wanted === null ? undefined : taken.get(wanted);
      if (other !== undefined)
        problems.push(
          problemAt(pointer, `${line} has the operationId of ${other}, "${wanted}": it goes by its path.`),
        );
      const id = wanted === null || other !== undefined ? line : wanted;
      taken.set(id, line);
      operations.push({
        id,
        method: method.toUpperCase(),
        path,
        summary: textAt(raw, 'summary'),
        deprecated: member(raw, 'deprecated') === true,
        area: textsAt(raw, 'tags')[0] ?? NO_AREA,
        raw,
        pathItem,
        pointer,
      });
    }
  }
  return { operations, problems };
}

/** The areas of the tree: the document's tags in order, then tags that only operations name, then operations without a tag. */
function readAreas(document: JsonObject, operations: readonly FoundOperation[]): readonly DocumentArea[] {
  const areas = new Map<string, DocumentArea & { operations: OperationSummary[] }>();
  for (const tag of listAt(document, 'tags')) {
    const name = textAt(tag, 'name');
    if (name === null || areas.has(name)) continue;
    // The built-in contract marks a tag that its specification does not count as an area.
    const counted = member(tag, 'x-our-reading') === undefined;
    areas.set(name, { name, description: textAt(tag, 'description'), counted, operations: [] });
  }
  for (const { id, method, path, summary, deprecated, area: name } of operations) {
    const area = areas.get(name) ?? { name, description: null, counted: name !== NO_AREA, operations: [] };
    area.operations.push({ id, method, path, summary, deprecated });
    areas.set(name, area);
  }
  const all = [...areas.values()];
  return [...all.filter(({ name }) => name !== NO_AREA), ...all.filter(({ name }) => name === NO_AREA)];
}

/** The tree of a document, with the given problems. */
export function readContent(
  document: JsonObject,
  operations: readonly FoundOperation[],
  problems: readonly DocumentProblem[],
  problemCount: number,
): DocumentContent {
  const info = objectAt(document, 'info');
  return {
    title: textAt(info, 'title') ?? 'Without a title',
    version: textOrNumber(member(info, 'version')),
    openapi: textOrNumber(member(document, 'openapi')),
    servers: serversOf(document),
    problems,
    problemCount,
    areas: readAreas(document, operations),
  };
}

/** YAML reads `version: 1.0` as a number. */
function textOrNumber(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A problem whose line is looked up later, only when it is needed. */
export function problemAt(pointer: string, message: string): DocumentProblem {
  return { message, place: { pointer, line: null, column: null } };
}
