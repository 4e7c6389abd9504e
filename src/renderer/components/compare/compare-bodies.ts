import { diffJson } from '@shared/json/json-diff';
import type { Body } from '@shared/http/exchange';
import { diffTextLines, type DiffLine } from '@renderer/tools/diff/line-diff';
import { ofJson, sameInJson, type FieldChange } from './changes';

/**
 * A comparison of two bodies: JSON by structure, other text by line; large ones, parts of a body, and bytes that are no
 * text, not at all.
 */
export type ComparedBodies =
  | {
      readonly kind: 'fields';
      readonly changes: readonly FieldChange[];
      readonly same: readonly FieldChange[];
    }
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] }
  /** `why` is a sentence. */
  | { readonly kind: 'not-compared'; readonly why: string };

/** @param everything whether to list fields that are the same, too. */
export function compareBodies(before: Body, after: Body, everything = false): ComparedBodies {
  const [one, other] = [textOf(before), textOf(after)];
  if (one === null || other === null) return { kind: 'not-compared', why: whyNotCompared([before, after]) };
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
    case 'not-compared':
      return false;
  }
}

function whyNotCompared(bodies: readonly Body[]): string {
  const stored = bodies.filter((body) => body.kind === 'stored');
  if (stored.some(({ encoding }) => encoding === 'binary')) return 'Only text is compared here.';
  return stored.every(({ complete }) => complete)
    ? 'Too large to be compared here.'
    : 'Only whole bodies are compared here.';
}

/** The text of a body if it is small enough to be compared here; otherwise null. */
function textOf(body: Body): string | null {
  if (body.kind === 'none') return '';
  return body.kind === 'text' ? body.text : null;
}
