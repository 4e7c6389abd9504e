import type { BuyerItem, LoadProgress, LoadState } from '@shared/bridge/buyers';

/** Milliseconds between two events: often enough for an eye, seldom enough for the window. */
const INTERVAL_MS = 100;
/** So many items are told at once at most, whatever the interval: a window takes them in without a pause. */
const MAX_ITEMS = 2_000;

/** Gathers the rows of a load and tells them together. */
export class ProgressBatches {
  private items: BuyerItem[] = [];
  private firstRow = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly callId: string,
    private readonly state: () => LoadState,
    private readonly tell: (progress: LoadProgress) => void,
  ) {}

  add(items: readonly BuyerItem[], firstRow: number): void {
    if (this.items.length === 0) this.firstRow = firstRow;
    this.items.push(...items);
    if (this.items.length >= MAX_ITEMS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), INTERVAL_MS);
  }

  /** Tells what there is, at least the state. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { callId, items } = this;
    const state = this.state();
    this.items = [];
    this.tell({ callId, state, firstRow: items.length === 0 ? state.rows : this.firstRow, items });
  }
}
