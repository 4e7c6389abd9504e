/** Milliseconds between two events: often enough for the eye, rarely enough for the window. */
const INTERVAL_MS = 100;
/** Most items in one event, whatever the interval, because the window processes them without a pause. */
const MAX_ITEMS = 2_000;

/** Collects items that arrive in quick succession and sends them together, so that the window gets few events. */
export class EventBatches<Item> {
  private items: Item[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly tell: (items: readonly Item[]) => void) {}

  add(items: readonly Item[]): void {
    this.items.push(...items);
    if (this.items.length >= MAX_ITEMS) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), INTERVAL_MS);
  }

  /** Sends what there is, even if there is nothing. */
  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { items } = this;
    this.items = [];
    this.tell(items);
  }
}
