import { CORE_SCHEMA, load, type EventType, type State } from 'js-yaml';
import type { DocumentProblem } from '@shared/documents/document-summary';
import { pointerSteps } from '@shared/json/find-place';
import { decodeString, pointerTo } from '@shared/json/json-tree';
import { linesAndColumns, type LineColumn } from '@shared/json/positions';
import { readJson } from '@shared/json/read-json';

/** Adds line and column to problems, where they can be found. It takes about as long as reading the text. */
export function findPlaces(text: string, problems: readonly DocumentProblem[]): readonly DocumentProblem[] {
  if (problems.length === 0) return problems;
  const find = text.trimStart().startsWith('{') ? findInJson(text, problems) : findInYaml(text);
  return problems.map((problem) => {
    const found = find(problem.place.pointer);
    return found === null ? problem : { ...problem, place: { ...problem.place, ...found } };
  });
}

type Find = (pointer: string) => LineColumn | null;

/** Finds all pointers in one pass. Of repeated keys the last one counts, as in JSON.parse. */
function findInJson(text: string, problems: readonly DocumentProblem[]): Find {
  const wanted = new Set(problems.flatMap(({ place }) => withParents(place.pointer)));
  const offsets = new Map<string, number>([['', 0]]);
  /**
   * For each open bracket, its pointer (null when no problem lies inside), and the index of the next item (null in an object).
   */
  const open: { readonly pointer: string | null; index: number | null }[] = [];
  let member: string | null = '';
  const begin = (start: number, index?: number | null): void => {
    const around = open.at(-1);
    if (around && around.index !== null) {
      member = around.pointer === null ? null : pointerTo(around.pointer, around.index);
      if (member !== null && wanted.has(member)) offsets.set(member, start);
      else member = null;
      around.index += 1;
    }
    if (index !== undefined) open.push({ pointer: member, index });
  };
  readJson(text, {
    openObject: (start) => begin(start, null),
    openArray: (start) => begin(start, 0),
    scalar: (_kind, start) => begin(start),
    closeObject: () => open.pop(),
    closeArray: () => open.pop(),
    key: (start, end) => {
      const parent = open.at(-1)?.pointer ?? null;
      const pointer = parent === null ? null : pointerTo(parent, decodeString(text.slice(start, end)));
      member = pointer !== null && wanted.has(pointer) ? pointer : null;
      if (member !== null) offsets.set(member, start);
    },
  });
  const places = linesAndColumns(text, offsets.values());
  return (pointer) => {
    const nearest = withParents(pointer).find((each) => offsets.has(each));
    return places.get(offsets.get(nearest ?? '') ?? 0) ?? null;
  };
}

/** The pointer, followed by the pointers of its ancestors from the nearest to the root. */
function withParents(pointer: string): readonly string[] {
  const steps = pointerSteps(pointer);
  const pointers = [''];
  for (const step of steps) pointers.unshift(pointerTo(pointers[0] ?? '', step));
  return pointers;
}

/** The parser reports where each value begins. Finds the place of a pointer's value, or of its nearest ancestor. */
function findInYaml(text: string): Find {
  const places = new Map<object, LineColumn>();
  const open: LineColumn[] = [];
  const listener = (event: EventType, state: State): void => {
    if (event === 'open') {
      open.push({ line: state.line + 1, column: state.position - state.lineStart + 1 });
      return;
    }
    const place = open.pop();
    const value: unknown = state.result;
    if (place !== undefined && typeof value === 'object' && value !== null && !places.has(value))
      places.set(value, place);
  };
  let top: unknown;
  try {
    top = load(text, { schema: CORE_SCHEMA, listener });
  } catch {
    return () => null;
  }
  return (pointer) => {
    let value: unknown = top;
    let found = places.get(Object(value)) ?? null;
    for (const step of pointerSteps(pointer)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
      value = (value as Readonly<Record<string, unknown>>)[step];
      found = places.get(Object(value)) ?? found;
    }
    return found;
  };
}
