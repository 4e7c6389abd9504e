import type { DocumentArea, DocumentSummary, OperationSummary } from '@shared/documents/document-summary';
import { countOf } from '@shared/text/count-of';

/** What is shown: a document, or an operation of it. */
export interface ApiPlace {
  readonly documentId: string;
  readonly operationId: string | null;
}

interface RowPlace {
  readonly key: string;
  readonly documentId: string;
  /** Depth from 1, as in `aria-level`. */
  readonly level: number;
  /** The row's place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly size: number;
}

export type ApiRow = RowPlace &
  (
    | { readonly kind: 'document'; readonly document: DocumentSummary; readonly open: boolean }
    /** The row that holds the areas that a document only names. */
    | { readonly kind: 'named'; readonly open: boolean }
    | { readonly kind: 'area'; readonly area: DocumentArea; readonly open: boolean }
    | { readonly kind: 'named-area'; readonly area: DocumentArea }
    | { readonly kind: 'operation'; readonly operation: OperationSummary }
  );

/** Areas of a larger document are closed at first. */
const MANY_OPERATIONS = 60;

export function operationKey(documentId: string, operationId: string): string {
  return `operation ${documentId} ${operationId}`;
}

export function countOperations(document: DocumentSummary): number {
  return document.areas.reduce((sum, { operations }) => sum + operations.length, 0);
}

/** Length of the longest method in characters: the column that makes all paths of the tree line up. */
export function longestMethod(documents: readonly DocumentSummary[]): number {
  const operations = documents.flatMap(({ areas }) => areas).flatMap((area) => area.operations);
  return operations.reduce((longest, { method }) => Math.max(longest, method.length), 0);
}

/** True for an area that the document names without describing any operation of it. */
export function isOnlyNamed({ operations }: DocumentArea): boolean {
  return operations.length === 0;
}

/** How many areas the documents have: tags added by the app (`x-our-reading`) and “Other operations” do not count. */
export function countAreas(documents: readonly DocumentSummary[]): number {
  return documents.reduce((sum, { areas }) => sum + areas.filter(({ counted }) => counted).length, 0);
}

/**
 * The tree as rows, without those inside a closed row.
 * @param toggled keys of rows that are not in their default state.
 * @param filter words that all have to be in an operation's method, path, summary, id or area, or in an area's name; rows
 *   with matches are open then.
 * @returns rows in which areas that are only named come after everything that is described.
 */
export function apiRows(
  documents: readonly DocumentSummary[],
  toggled: ReadonlySet<string>,
  filter: string,
): readonly ApiRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const undescribed: ApiRow[] = [];
  const roots = documents.flatMap((document): ApiRow[] => {
    const hasFew = countOperations(document) <= MANY_OPERATIONS;
    const isOpen = (key: string, byItself = true): boolean =>
      words.length > 0 || byItself !== toggled.has(key);
    const documentId = document.id;
    const areas = document.areas.map((area) => {
      if (words.length === 0) return { area, found: area.operations };
      const texts = textsOf(area);
      return { area, found: area.operations.filter((_, index) => has(texts[index] ?? '')) };
    });
    const described = areas.filter(({ found }) => found.length > 0);
    const named = areas.filter(({ area }) => isOnlyNamed(area) && has(area.name.toLowerCase()));
    if (words.length > 0 && described.length === 0 && named.length === 0) return [];

    const key = `document ${documentId}`;
    const open = isOpen(key);
    const rows: ApiRow[] = [{ kind: 'document', key, documentId, document, open, ...only(1) }];
    if (open) {
      const size = described.length;
      described.forEach(({ found, area }, index) => {
        const areaKey = `area ${documentId} ${area.name}`;
        const areaOpen = isOpen(areaKey, hasFew);
        const place = { documentId, level: 2, position: index + 1, size };
        rows.push({ kind: 'area', key: areaKey, area, open: areaOpen, ...place });
        if (!areaOpen) return;
        found.forEach((operation, at) =>
          rows.push({
            kind: 'operation',
            key: operationKey(documentId, operation.id),
            documentId,
            operation,
            level: 3,
            position: at + 1,
            size: found.length,
          }),
        );
      });
    }
    if (named.length > 0) {
      const namedKey = `named ${documentId}`;
      const namedOpen = isOpen(namedKey);
      undescribed.push({ kind: 'named', key: namedKey, documentId, open: namedOpen, ...only(1) });
      if (namedOpen) {
        named.forEach(({ area }, index) => {
          const place = { documentId, level: 2, position: index + 1, size: named.length };
          undescribed.push({ kind: 'named-area', key: `area ${documentId} ${area.name}`, area, ...place });
        });
      }
    }
    return rows;
  });
  return withRootPlaces([...roots, ...undescribed]);
}

const textsByArea = new WeakMap<DocumentArea, readonly string[]>();

/** The text of each operation that a filter searches; made once, not at each keystroke. */
function textsOf(area: DocumentArea): readonly string[] {
  const known = textsByArea.get(area);
  if (known !== undefined) return known;
  const texts = area.operations.map(({ id, method, path, summary }) =>
    [method, path, summary, id, area.name].join(' ').toLowerCase(),
  );
  textsByArea.set(area, texts);
  return texts;
}

function only(level: number): { level: number; position: number; size: number } {
  return { level, position: 1, size: 1 };
}

function withRootPlaces(rows: readonly ApiRow[]): readonly ApiRow[] {
  const size = rows.filter(({ level }) => level === 1).length;
  let position = 0;
  return rows.map((row) => (row.level === 1 ? { ...row, position: (position += 1), size } : row));
}

/** The name of a row, by which typing finds it. */
export function rowName(row: ApiRow): string {
  switch (row.kind) {
    case 'document':
      return `${row.document.title} ${row.document.version}`.trim();
    case 'named':
      return 'Named, not described';
    case 'area':
    case 'named-area':
      return row.area.name;
    case 'operation':
      return row.operation.path;
  }
}

/** Null for a row that neither opens nor closes. */
export function isOpenRow(row: ApiRow): boolean | null {
  return 'open' in row ? row.open : null;
}

/** The row that contains a row. */
export function parentOf(rows: readonly ApiRow[], at: number): ApiRow | undefined {
  const level = rows[at]?.level ?? 1;
  return rows
    .slice(0, at)
    .reverse()
    .find((row) => row.level < level);
}

/** The operation whose method and path, or path alone, were typed in full; otherwise the first operation. */
export function findNamed(rows: readonly ApiRow[], typed: string): ApiRow | undefined {
  const wanted = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  const operations = rows.flatMap((row) => (row.kind === 'operation' ? [row] : []));
  const named = operations.find(({ operation: { method, path } }) =>
    [`${method} ${path}`, path].some((name) => name.toLowerCase() === wanted),
  );
  return named ?? operations[0];
}

/** Splits a path before its last segment. */
export function splitPath(path: string): readonly string[] {
  const at = path.lastIndexOf('/', path.length - 2);
  return at <= 0 ? [path] : [path.slice(0, at), path.slice(at)];
}

/** The next row whose name begins with the typed text, starting again at the top after the last row. */
export function findTyped(rows: readonly ApiRow[], at: number, typed: string): ApiRow | undefined {
  const wanted = typed.toLowerCase();
  const begins = (row: ApiRow): boolean => rowName(row).toLowerCase().replace(/^\//, '').startsWith(wanted);
  // Further typing stays on the row as long as it matches.
  const first = typed.length > 1 ? at : at + 1;
  return [...rows.slice(first), ...rows.slice(0, first)].find(begins);
}

/** "Payments API 1.0.0 · 22 areas · 3 operations described" */
export function describeDocument(document: DocumentSummary): string {
  const areas = countAreas([document]);
  const operations = countOperations(document);
  return [
    `${document.title} ${document.version}`.trim(),
    countOf(areas, 'area'),
    `${countOf(operations, 'operation')} described`,
  ].join(' · ');
}
