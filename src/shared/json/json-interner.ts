import { sourceOf, stringOf, type JsonNode, type JsonTree } from './json-tree';

/**
 * Gives equal JSON values the same number, so that two parts can be compared at once however large they are. Equal
 * means: the same digits for numbers, the same characters for strings whatever their escapes, the same members in any
 * order for objects (members with the same key in the order given).
 */
export class JsonInterner {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<JsonNode, number>();

  numberOf(tree: JsonTree, node: JsonNode): number {
    const known = this.known.get(node);
    if (known !== undefined) {
      return known;
    }
    const text = this.textOf(tree, node);
    const number = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, number);
    this.known.set(node, number);
    return number;
  }

  private textOf(tree: JsonTree, node: JsonNode): string {
    switch (node.kind) {
      case 'object': {
        const members = node.members.map(
          ({ key, value }) => [JSON.stringify(key), this.numberOf(tree, value)] as const,
        );
        members.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
        return `{${members.map(([key, value]) => `${key}:${value}`).join(',')}`;
      }
      case 'array':
        return `[${node.items.map((item) => this.numberOf(tree, item)).join(',')}`;
      case 'string':
        return `"${stringOf(tree, node) ?? ''}`;
      default:
        return sourceOf(tree, node);
    }
  }
}
