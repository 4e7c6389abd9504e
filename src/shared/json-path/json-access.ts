export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** What a path needs to know about a JSON value, however the value is held. */
export interface JsonAccess<Node> {
  readonly root: Node;
  kind(node: Node): JsonKind;
  /** In the order of the text; empty for anything but an object or an array. */
  children(node: Node): Iterable<Node>;
  /** Members of an object; a key may repeat. */
  members(node: Node): Iterable<readonly [key: string, value: Node]>;
  /** If a key repeats, the last one counts. Also null for anything but an object. */
  member(node: Node, key: string): Node | null;
  /** @param position from 0. Also null for anything but an array. */
  item(node: Node, position: number): Node | null;
  /** The number of its children. */
  size(node: Node): number;
  /** The decoded value of a string. */
  text(node: Node): string;
  /** A number as written. */
  source(node: Node): string;
}
