import {
  parseJsonTree,
  pointerTo,
  sourceOf,
  stringOf,
  type JsonArrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObjectNode,
  type JsonTree,
} from './json-tree';
import { alignItems, type AlignedItem } from './align-items';
import { JsonInterner } from './json-interner';

/** A difference between two JSON texts. Pointers (RFC 6901) refer to each text, and parts are as written there. */
export type JsonChange =
  | { readonly kind: 'added'; readonly after: JsonPart }
  | { readonly kind: 'removed'; readonly before: JsonPart }
  | { readonly kind: 'changed'; readonly before: JsonPart; readonly after: JsonPart }
  /** The same item at another position in its list; what changed inside it is listed separately. */
  | { readonly kind: 'moved'; readonly before: JsonPart; readonly after: JsonPart };

export interface JsonPart {
  readonly pointer: string;
  readonly text: string;
}

/**
 * Compares two JSON texts by structure. White space, escapes and the order of keys make no difference; every digit of
 * a number does. Null if one of them is not JSON or is nested too deeply: compare lines then.
 */
export function diffJson(before: string, after: string): JsonChange[] | null {
  const [one, other] = [parseJsonTree(before), parseJsonTree(after)];
  if (!one.ok || !other.ok) {
    return null;
  }
  const differ = new JsonDiffer(one.tree, other.tree);
  differ.compare(one.tree.root, '', other.tree.root, '');
  return differ.changes;
}

class JsonDiffer {
  readonly changes: JsonChange[] = [];
  private readonly interner = new JsonInterner();

  constructor(
    private readonly before: JsonTree,
    private readonly after: JsonTree,
  ) {}

  compare(one: JsonNode, onePointer: string, other: JsonNode, otherPointer: string): void {
    if (this.interner.numberOf(this.before, one) === this.interner.numberOf(this.after, other)) {
      return;
    }
    if (one.kind === 'object' && other.kind === 'object') {
      this.compareObjects(one, onePointer, other, otherPointer);
    } else if (one.kind === 'array' && other.kind === 'array') {
      this.compareArrays(one, onePointer, other, otherPointer);
    } else {
      this.changes.push({
        kind: 'changed',
        before: this.partBefore(one, onePointer),
        after: this.partAfter(other, otherPointer),
      });
    }
  }

  private compareObjects(
    one: JsonObjectNode,
    onePointer: string,
    other: JsonObjectNode,
    otherPointer: string,
  ): void {
    const waiting = byKey(other.members);
    for (const { key, value } of one.members) {
      const match = waiting.get(key)?.shift();
      if (match === undefined) {
        this.changes.push({ kind: 'removed', before: this.partBefore(value, pointerTo(onePointer, key)) });
      } else {
        this.compare(value, pointerTo(onePointer, key), match.value, pointerTo(otherPointer, key));
      }
    }
    for (const { key, value } of [...waiting.values()].flat()) {
      this.changes.push({ kind: 'added', after: this.partAfter(value, pointerTo(otherPointer, key)) });
    }
  }

  private compareArrays(
    one: JsonArrayNode,
    onePointer: string,
    other: JsonArrayNode,
    otherPointer: string,
  ): void {
    const { pairs, moved, removed, added } = alignItems(
      this.itemsOf(this.before, one),
      this.itemsOf(this.after, other),
    );
    const partBefore = (index: number): JsonPart | null => this.itemPart(this.before, one, index, onePointer);
    const partAfter = (index: number): JsonPart | null =>
      this.itemPart(this.after, other, index, otherPointer);
    for (const index of removed) {
      const before = partBefore(index);
      if (before) this.changes.push({ kind: 'removed', before });
    }
    for (const [from, to] of moved) {
      const [before, after] = [partBefore(from), partAfter(to)];
      if (before && after) this.changes.push({ kind: 'moved', before, after });
    }
    for (const [from, to] of [...pairs, ...moved]) {
      const [item, match] = [one.items[from], other.items[to]];
      if (item && match) this.compare(item, pointerTo(onePointer, from), match, pointerTo(otherPointer, to));
    }
    for (const index of added) {
      const after = partAfter(index);
      if (after) this.changes.push({ kind: 'added', after });
    }
  }

  private itemsOf(tree: JsonTree, { items }: JsonArrayNode): AlignedItem[] {
    return items.map((node) => ({
      value: this.interner.numberOf(tree, node),
      id: idOf(tree, node),
      kind: kindOf(node),
    }));
  }

  private itemPart(
    tree: JsonTree,
    { items }: JsonArrayNode,
    index: number,
    pointer: string,
  ): JsonPart | null {
    const node = items[index];
    return node === undefined ? null : { pointer: pointerTo(pointer, index), text: sourceOf(tree, node) };
  }

  private partBefore(node: JsonNode, pointer: string): JsonPart {
    return { pointer, text: sourceOf(this.before, node) };
  }

  private partAfter(node: JsonNode, pointer: string): JsonPart {
    return { pointer, text: sourceOf(this.after, node) };
  }
}

function byKey(members: readonly JsonMember[]): Map<string, JsonMember[]> {
  const map = new Map<string, JsonMember[]>();
  for (const member of members) {
    const same = map.get(member.key);
    if (same === undefined) map.set(member.key, [member]);
    else same.push(member);
  }
  return map;
}

/** An object is identified by an `id` that is a string or a number. */
function idOf(tree: JsonTree, node: JsonNode): string | null {
  const id = node.kind === 'object' ? node.members.find(({ key }) => key === 'id')?.value : undefined;
  if (id === undefined) return null;
  return id.kind === 'number' ? sourceOf(tree, id) : stringOf(tree, id);
}

function kindOf(node: JsonNode): string {
  return node.kind === 'object' || node.kind === 'array' ? node.kind : 'scalar';
}
