import { diffJson } from '@shared/json/json-diff';
import type { Body } from '@shared/http/exchange';
import { diffTextLines, type DiffLine } from '@renderer/tools/diff/line-diff';
import { ofJson, sameInJson, type FieldChange } from './changes';

/** A comparison of two bodies: JSON by structure, other text by line; large ones, and bytes that are no text, not at all. */
export type ComparedBodies =
  | {
      readonly kind: 'fields';
      readonly changes: readonly FieldChange[];
      readonly same: readonly FieldChange[];
    }
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'not-text' }
  | { readonly kind: 'too-large' };

/** @param everything whether to list fields that are the same, too. */
export function compareBodies(before: Body, after: Body, everything = false): ComparedBodies {
  const [one, other] = [textOf(before), textOf(after)];
  if (one === null || other === null)
    return { kind: [before, after].some(isBytes) ? 'not-text' : 'too-large' };
  const json = diffJson(one, other);
  if (json === null) return { kind: 'lines', lines: diffTextLines(one, other) };
  return { kind: 'fields', changes: ofJson(json), same: everything ? sameInJson(one, other) : [] };
}

/** True when there is nothing to show. */
export function isNothing(bodies: ComparedBodies): boolean {
  switch (bodies.kind) {
    case 'fields':
      return bodies.changes.length === 0 && bodies.same.length === 0;
    case 'lines':
      return bodies.lines.every(({ kind }) => kind === 'same');
    case 'not-text':
    case 'too-large':
      return false;
  }
}

/** Why the bodies are not compared, as a sentence. */
export function whyNotCompared({
  kind,
}: Extract<ComparedBodies, { kind: 'not-text' | 'too-large' }>): string {
  return kind === 'not-text' ? 'Only text is compared here.' : 'Too large to be compared here.';
}

function isBytes(body: Body): boolean {
  return body.kind === 'stored' && body.encoding === 'binary';
}

/** The text of a body if it is small enough to be compared here; otherwise null. */
function textOf(body: Body): string | null {
  if (body.kind === 'none') return '';
  return body.kind === 'text' ? body.text : null;
}
