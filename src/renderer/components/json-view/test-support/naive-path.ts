import type { Segment, Selector } from '@shared/json-path/json-path';

/** A value and the path to it. */
interface Located {
  readonly steps: readonly (string | number)[];
  readonly value: unknown;
}

/**
 * RFC 9535 implemented word for word on parsed values: the locations of what a path selects, as JSON, without
 * duplicates.
 */
export function naiveMatches(value: unknown, segments: readonly Segment[]): Set<string> {
  let current: Located[] = [{ steps: [], value }];
  for (const { descendant, selectors } of segments) {
    const visited = descendant ? current.flatMap(descendants) : current;
    current = visited.flatMap((located) => selectors.flatMap((selector) => select(located, selector)));
  }
  return new Set(current.map(({ steps }) => JSON.stringify(steps)));
}

function children({ steps, value }: Located): Located[] {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => ({ steps: [...steps, index], value: item }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, item]: [string, unknown]) => ({
    steps: [...steps, key],
    value: item,
  }));
}

function descendants(located: Located): Located[] {
  return [located, ...children(located).flatMap(descendants)];
}

function select(located: Located, selector: Selector): Located[] {
  const all = children(located);
  const isArray = Array.isArray(located.value);
  switch (selector.kind) {
    case 'wildcard':
      return all;
    case 'filter':
      throw new Error('filters are held to the compliance suite');
    case 'name':
      return isArray ? [] : all.filter(({ steps }) => steps[steps.length - 1] === selector.name);
    case 'index': {
      const child = all.at(selector.index);
      return isArray && child !== undefined ? [child] : [];
    }
    case 'slice':
      return isArray ? sliced(all, selector) : [];
  }
}

/** The loop of section 2.3.4.2.2. */
function sliced(
  all: readonly Located[],
  { start, end, step }: Extract<Selector, { kind: 'slice' }>,
): Located[] {
  if (step === 0) return [];
  const length = all.length;
  const normal = (at: number): number => (at >= 0 ? at : length + at);
  const first = normal(start ?? (step >= 0 ? 0 : length - 1));
  const last = end === null ? (step >= 0 ? length : -1) : normal(end);
  const picked: Located[] = [];
  const push = (at: number): void => {
    const child = all[at];
    if (child !== undefined) picked.push(child);
  };
  if (step > 0) {
    const upper = Math.min(Math.max(last, 0), length);
    for (let at = Math.min(Math.max(first, 0), length); at < upper; at += step) push(at);
  } else {
    const lower = Math.min(Math.max(last, -1), length - 1);
    for (let at = Math.min(Math.max(first, -1), length - 1); at > lower; at += step) push(at);
  }
  return picked;
}
