import type { JsonNodes } from '../index/json-nodes';
import { resolveNearest } from '../index/json-places';
import type { MarkSeverity, PointerMark } from '../worker/messages';

const RANK: Readonly<Record<MarkSeverity, number>> = { error: 0, warning: 1, note: 2 };

/** The nodes that are marked from outside by JSON pointers. */
export class MarkTable {
  /** Marked nodes, ascending, each with its most severe mark. */
  private readonly sorted: { readonly node: number; readonly severity: MarkSeverity }[] = [];
  private readonly numbers = new Map<number, number[]>();

  /** A pointer to something missing marks its nearest existing ancestor. */
  constructor(nodes: JsonNodes, marks: readonly PointerMark[]) {
    marks.forEach(({ pointer, severity }, number) => {
      const node = resolveNearest(nodes, pointer);
      if (node === null) return;
      this.sorted.push({ node, severity });
      const known = this.numbers.get(node);
      if (known === undefined) this.numbers.set(node, [number]);
      else known.push(number);
    });
    this.sorted.sort((a, b) => a.node - b.node);
  }

  /** Indexes in the list of marks. */
  at(node: number): readonly number[] {
    return this.numbers.get(node) ?? [];
  }

  /** Summarises the marks on the nodes `from` to `to` (exclusive). */
  within(from: number, to: number): { readonly count: number; readonly severity: MarkSeverity } | null {
    let count = 0;
    let severity: MarkSeverity = 'note';
    for (const mark of this.sorted) {
      if (mark.node < from || mark.node >= to) continue;
      count++;
      if (RANK[mark.severity] < RANK[severity]) severity = mark.severity;
    }
    return count === 0 ? null : { count, severity };
  }
}
