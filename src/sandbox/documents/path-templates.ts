import { decodePercent } from '@shared/http/percent-decoded';

/** A path template, split into parts: `/orders/{id}.json` has the segments `orders` and `{id}.json`. */
interface Template<Value> {
  readonly segments: readonly (readonly Part[])[];
  readonly value: Value;
}
type Part = { readonly text: string } | { readonly name: string };

export interface TemplateMatch<Value> {
  readonly value: Value;
  /** Decoded, in the order of the path. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Finds the template that matches a path. Does without regular expressions, because a template is untrusted text. */
export class PathTemplates<Value> {
  /** By number of segments; in each list the more exact template comes first. */
  private readonly bySize = new Map<number, Template<Value>[]>();

  constructor(templates: Iterable<readonly [template: string, value: Value]>) {
    for (const [template, value] of templates) {
      const segments = segmentsOf(template).map(partsOf);
      const known = this.bySize.get(segments.length) ?? [];
      known.push({ segments, value });
      this.bySize.set(segments.length, known);
    }
    for (const list of this.bySize.values()) list.sort(byExactness);
  }

  find(path: string): TemplateMatch<Value> | null {
    const segments = segmentsOf(path);
    for (const { segments: wanted, value } of this.bySize.get(segments.length) ?? []) {
      const parameters = matchAll(wanted, segments);
      if (parameters !== null) return { value, parameters };
    }
    return null;
  }
}

/** The template without its parameter names: two templates that differ only in these lead to the same place. */
export function placeOfTemplate(template: string): string {
  return segmentsOf(template)
    .map((segment) =>
      partsOf(segment)
        .map((part) => ('text' in part ? part.text : '{}'))
        .join(''),
    )
    .join('/');
}

/** `/orders/{id}` is the item `id` of the list `/orders`; null for a path that does not end with a parameter. */
export function itemOfTemplate(template: string): { readonly list: string; readonly name: string } | null {
  const segments = segmentsOf(template);
  const [only, ...more] = partsOf(segments.at(-1) ?? '');
  if (only === undefined || more.length > 0 || !('name' in only)) return null;
  return { list: `/${segments.slice(0, -1).join('/')}`, name: only.name };
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\//, '').split('/');
}

function partsOf(segment: string): readonly Part[] {
  const parts: Part[] = [];
  let rest = segment;
  while (rest !== '') {
    const open = rest.indexOf('{');
    const close = open < 0 ? -1 : rest.indexOf('}', open);
    if (close < 0) return [...parts, { text: rest }];
    if (open > 0) parts.push({ text: rest.slice(0, open) });
    parts.push({ name: rest.slice(open + 1, close) });
    rest = rest.slice(close + 1);
  }
  return parts;
}

/** Literal segments sort before parameters, from left to right. */
function byExactness<Value>(one: Template<Value>, other: Template<Value>): number {
  for (const [index, segment] of one.segments.entries()) {
    const difference = namesIn(segment) - namesIn(other.segments[index] ?? []);
    if (difference !== 0) return difference;
  }
  return 0;
}

function namesIn(parts: readonly Part[]): number {
  return parts.filter((part) => 'name' in part).length;
}

function matchAll(
  wanted: readonly (readonly Part[])[],
  segments: readonly string[],
): (readonly [string, string])[] | null {
  const found: (readonly [string, string])[] = [];
  for (const [index, parts] of wanted.entries()) {
    const matched = matchSegment(parts, segments[index] ?? '');
    if (matched === null) return null;
    found.push(...matched);
  }
  return found;
}

/** A parameter takes the text up to the next literal part, at least one character. */
function matchSegment(parts: readonly Part[], segment: string): (readonly [string, string])[] | null {
  const found: (readonly [string, string])[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if ('text' in part) {
      if (!segment.startsWith(part.text, at)) return null;
      at += part.text.length;
      continue;
    }
    const next = parts[index + 1];
    const end =
      next && 'text' in next ? endBefore(segment, next.text, at, index + 2 === parts.length) : segment.length;
    const value = end <= at ? null : decodePercent(segment.slice(at, end));
    if (value === null) return null;
    found.push([part.name, value]);
    at = end;
  }
  return at === segment.length ? found : null;
}

function endBefore(segment: string, text: string, from: number, isLast: boolean): number {
  return isLast ? segment.lastIndexOf(text) : segment.indexOf(text, from + 1);
}
