import { isRecord } from '@shared/json/unknown-fields';
import type { DocumentContent, DocumentPlace, DocumentProblem } from '@shared/documents/document-summary';
import { checkPaths } from './check-paths';
import { checkReferences } from './check-references';
import { checkStructure } from './check-structure';
import { findPlaces } from './find-places';
import { parseText, UnreadableText } from './parse-text';
import { member, type JsonObject } from './raw-document';
import { findOperations, readContent } from './read-content';

/** How many problems are listed; the total is given as well. */
const MAX_PROBLEMS = 200;

export type DocumentReading =
  | { readonly kind: 'read'; readonly content: DocumentContent; readonly raw: JsonObject }
  /** `why` is a sentence: the app does not understand this document. */
  | { readonly kind: 'refused'; readonly why: string; readonly place: DocumentPlace | null };

/** Reads a text as an OpenAPI document. Problems inside it are listed with their places; the rest can be used. */
export function readDocument(text: string): DocumentReading {
  try {
    const raw = parseText(text);
    const why = whyNoDocument(raw);
    if (!isRecord(raw) || why !== null) return { kind: 'refused', why: why ?? NO_DOCUMENT, place: null };
    const { operations, problems: ofOperations } = findOperations(raw);
    const problems: readonly DocumentProblem[] = [
      ...ofOperations,
      ...checkPaths(raw, operations),
      ...checkReferences(raw),
      ...checkStructure(raw),
    ];
    const told = findPlaces(text, problems.slice(0, MAX_PROBLEMS));
    return { kind: 'read', content: readContent(raw, operations, told, problems.length), raw };
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return { kind: 'refused', why: error.message, place: error.place };
  }
}

const NO_DOCUMENT =
  'This text is not an OpenAPI document: it does not say "openapi" and a version at its top.';

function whyNoDocument(raw: ReturnType<typeof parseText>): string | null {
  if (!isRecord(raw)) return NO_DOCUMENT;
  const swagger = member(raw, 'swagger');
  if (swagger !== undefined)
    return `This is a Swagger ${String(swagger)} document. The app reads OpenAPI 3.0 and 3.1: convert it first.`;
  const version = member(raw, 'openapi');
  if (typeof version !== 'string' && typeof version !== 'number') return NO_DOCUMENT;
  if (!/^3\.[01](?:\.|$)/.test(String(version)))
    return `This is OpenAPI ${String(version)}. The app reads OpenAPI 3.0 and 3.1.`;
  return isRecord(member(raw, 'paths')) ||
    isRecord(member(raw, 'components')) ||
    isRecord(member(raw, 'webhooks'))
    ? null
    : 'The document has no paths.';
}
