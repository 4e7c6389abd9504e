import type { JsonNode, JsonTree } from '../json/json-tree';
import { parseJsonTree, pointerTo, sourceOf, stringOf } from '../json/json-tree';

/** A named value in a body, with its place, so that it can be replaced without touching anything else. */
export interface BodyField {
  readonly name: string;
  /** Pointers of the objects and lists it stands in, outermost first. */
  readonly containers: readonly string[];
  readonly value: string;
  /** UTF-16 offsets of what is replaced, quotes included. */
  readonly start: number;
  readonly end: number;
  /** False where a number becomes a string by the replacement. */
  readonly isText: boolean;
  /** How a replacement is written at this place. */
  readonly write: (text: string) => string;
}

/** JSON pointer of a field, which for forms has the same shape. */
export function pointerOf(field: BodyField): string {
  return pointerTo(field.containers[field.containers.length - 1] ?? '', field.name);
}

/** All scalars of a JSON body that have a key; null when it is no JSON. */
export function jsonFields(body: string): BodyField[] | null {
  const parsed = parseJsonTree(body);
  if (!parsed.ok) {
    return null;
  }
  const fields: BodyField[] = [];
  collect(parsed.tree, parsed.tree.root, '', [], '', fields);
  return fields;
}

function collect(
  tree: JsonTree,
  node: JsonNode,
  name: string,
  containers: readonly string[],
  pointer: string,
  fields: BodyField[],
): void {
  switch (node.kind) {
    case 'object':
      for (const { key, value } of node.members) {
        collect(tree, value, key, [...containers, pointer], pointerTo(pointer, key), fields);
      }
      return;
    case 'array':
      node.items.forEach((item, index) => {
        collect(tree, item, name, [...containers, pointer], pointerTo(pointer, index), fields);
      });
      return;
    case 'string':
    case 'number': {
      const { start, end } = node;
      const isText = node.kind === 'string';
      const value = stringOf(tree, node) ?? sourceOf(tree, node);
      fields.push({ name, containers, value, start, end, isText, write: (text) => `"${text}"` });
      return;
    }
    case 'true':
    case 'false':
    case 'null':
  }
}

/** The fields of a form body (application/x-www-form-urlencoded): `card[number]=…` stands in `card`. */
export function formFields(body: string): BodyField[] {
  const fields: BodyField[] = [];
  let start = 0;
  for (const pair of body.split('&')) {
    const equals = pair.indexOf('=');
    if (equals !== -1) {
      const path = decodeForm(pair.slice(0, equals))
        .split(/[[\].]+/)
        .filter((step) => step !== '');
      const name = path.pop() ?? '';
      const containers = path.reduce(
        (all, step) => [...all, pointerTo(all[all.length - 1] ?? '', step)],
        [''],
      );
      fields.push({
        name,
        containers,
        value: decodeForm(pair.slice(equals + 1)),
        start: start + equals + 1,
        end: start + pair.length,
        isText: true,
        write: (text) => text,
      });
    }
    start += pair.length + 1;
  }
  return fields;
}

function decodeForm(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
