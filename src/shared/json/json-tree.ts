import { readJson, type JsonProblem, type JsonScalar } from './read-json';

/**
 * A JSON value with the position of each part in its text. Numbers and strings stay as written: read them with the
 * functions below.
 */
export type JsonNode = JsonObjectNode | JsonArrayNode | JsonScalarNode;

interface Placed {
  /** UTF-16 offsets in the text; `end` is the position after the last character. */
  readonly start: number;
  readonly end: number;
}

export interface JsonObjectNode extends Placed {
  readonly kind: 'object';
  /** In the order of the text; a key may repeat. */
  readonly members: readonly JsonMember[];
}

export interface JsonArrayNode extends Placed {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
}

export interface JsonScalarNode extends Placed {
  readonly kind: JsonScalar;
}

export interface JsonMember {
  /** Decoded. */
  readonly key: string;
  readonly value: JsonNode;
}

export interface JsonTree {
  readonly text: string;
  readonly root: JsonNode;
}

/** Deeper trees are rejected, so that code that walks one may use recursion. */
const MAX_TREE_DEPTH = 500;

export type JsonTreeResult =
  | { readonly ok: true; readonly tree: JsonTree }
  | { readonly ok: false; readonly problem: JsonProblem };

export function parseJsonTree(text: string): JsonTreeResult {
  const builder = new TreeBuilder(text);
  const problem = readJson(text, builder) ?? builder.tooDeep;
  const root = builder.root;
  return problem === null && root !== null
    ? { ok: true, tree: { text, root } }
    : { ok: false, problem: problem ?? NOTHING };
}

const NOTHING: JsonProblem = { offset: 0, length: 0, reason: 'There is no value.' };

type OpenNode =
  | { readonly kind: 'object'; readonly start: number; readonly members: JsonMember[] }
  | { readonly kind: 'array'; readonly start: number; readonly items: JsonNode[] };

class TreeBuilder {
  root: JsonNode | null = null;
  tooDeep: JsonProblem | null = null;
  private readonly open: OpenNode[] = [];
  private readonly keys: string[] = [];

  constructor(private readonly text: string) {}

  openObject(start: number): void {
    this.push({ kind: 'object', start, members: [] });
  }

  openArray(start: number): void {
    this.push({ kind: 'array', start, items: [] });
  }

  closeObject(end: number): void {
    this.close(end);
  }

  closeArray(end: number): void {
    this.close(end);
  }

  key(start: number, end: number): void {
    this.keys.push(decodeString(this.text.slice(start, end)));
  }

  scalar(kind: JsonScalar, start: number, end: number): void {
    this.place({ kind, start, end });
  }

  private push(node: OpenNode): void {
    this.open.push(node);
    if (this.open.length > MAX_TREE_DEPTH) {
      this.tooDeep ??= {
        offset: node.start,
        length: 1,
        reason: `The value is nested more than ${MAX_TREE_DEPTH} levels deep.`,
      };
    }
  }

  private close(end: number): void {
    const node = this.open.pop();
    if (node !== undefined) {
      this.place({ ...node, end });
    }
  }

  private place(node: JsonNode): void {
    const parent = this.open[this.open.length - 1];
    if (parent === undefined) {
      this.root = node;
    } else if (parent.kind === 'array') {
      parent.items.push(node);
    } else {
      parent.members.push({ key: this.keys.pop() ?? '', value: node });
    }
  }
}

/** Decodes a string that is written with quotes and escapes. */
export function decodeString(written: string): string {
  if (!written.includes('\\')) {
    return written.slice(1, -1);
  }
  const value: unknown = JSON.parse(written);
  return typeof value === 'string' ? value : written;
}

/** A part as written. */
export function sourceOf(tree: JsonTree, node: JsonNode): string {
  return tree.text.slice(node.start, node.end);
}

/** The decoded value of a string node; null for any other node. */
export function stringOf(tree: JsonTree, node: JsonNode): string | null {
  return node.kind === 'string' ? decodeString(sourceOf(tree, node)) : null;
}

/** Adds a step to a JSON pointer (RFC 6901). */
export function pointerTo(parent: string, step: string | number): string {
  return `${parent}/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}
