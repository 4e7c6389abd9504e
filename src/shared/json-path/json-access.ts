export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** What a path needs to know of a JSON value, however that is held. */
export interface JsonAccess<Node> {
  readonly root: Node;
  kind(node: Node): JsonKind;
  /** In the order of the text; none of what is neither object nor array. */
  children(node: Node): Iterable<Node>;
  /** Members of an object; a key may repeat. */
  members(node: Node): Iterable<readonly [key: string, value: Node]>;
  /** Of a key that repeats the last one counts. Null also for what is no object. */
  member(node: Node, key: string): Node | null;
  /** @param position from 0. Null also for what is no array. */
  item(node: Node, position: number): Node | null;
  /** How many children it has. */
  size(node: Node): number;
  /** What a string says. */
  text(node: Node): string;
  /** A number as it is written. */
  source(node: Node): string;
}
