import type {
  BuyerItem,
  BuyerPage,
  BuyersQuery,
  LoadEnd,
  LoadState,
  RepeatedId,
} from '@shared/bridge/buyers';
import type { ProfileStamp } from '@shared/profiles/profile';
import { idOf } from './read-page';

/** Repeated ids that are told by name; of the others only how many there were. */
const MAX_FIRST_REPEATS = 20;
/** So many empty pages one after the other, each with a next cursor, lead nowhere. */
export const MAX_EMPTY_PAGES = 100;

/** Where a load stands when it begins, or is taken up again. */
export interface LoadPlace {
  readonly rows: number;
  readonly pages: number;
  readonly nextCursor: string | null;
}

/** What a load has seen so far: it notices ids that come again and cursors that go round in a circle. */
export class LoadRun {
  rows: number;
  pages: number;
  nextCursor: string | null;
  private repeats = 0;
  private readonly firstRepeats: RepeatedId[] = [];
  private readonly rowOfId = new Map<string, number>();
  private readonly pageOfCursor = new Map<string, number>();
  private emptyPages = 0;

  constructor(
    readonly loadId: string,
    readonly profile: ProfileStamp,
    readonly query: BuyersQuery,
    place: LoadPlace = { rows: 0, pages: 0, nextCursor: query.cursor },
  ) {
    this.rows = place.rows;
    this.pages = place.pages;
    this.nextCursor = place.nextCursor;
    if (place.nextCursor !== null) this.pageOfCursor.set(place.nextCursor, place.pages);
  }

  /** Takes note of rows that came before this run of the app, so that their ids are known when they come again. */
  remember(items: readonly BuyerItem[], firstRow: number): void {
    items.forEach((item, index) => {
      const id = idOf(item);
      if (id !== null && !this.rowOfId.has(id)) this.rowOfId.set(id, firstRow + index + 1);
    });
  }

  /** Takes a page in; why the load ends with it, or null when it goes on. */
  take(page: BuyerPage, cap: number): LoadEnd | null {
    let fresh = 0;
    page.items.forEach((item, index) => {
      if (this.note(item, this.rows + index + 1)) fresh += 1;
    });
    this.rows += page.items.length;
    this.pages += 1;
    this.nextCursor = page.nextCursor;
    this.emptyPages = page.items.length === 0 ? this.emptyPages + 1 : 0;
    if (page.nextCursor === null) return { kind: 'complete' };
    const known = this.pageOfCursor.get(page.nextCursor);
    if (known !== undefined) return { kind: 'cursor-loop', page: known };
    this.pageOfCursor.set(page.nextCursor, this.pages);
    if (page.items.length > 0 && fresh === 0) return { kind: 'rows-loop' };
    if (this.emptyPages >= MAX_EMPTY_PAGES) return { kind: 'empty-pages', pages: this.emptyPages };
    return this.rows >= cap ? { kind: 'cap' } : null;
  }

  state(now: Pick<LoadState, 'cap' | 'paused' | 'wait' | 'written'>): LoadState {
    const { loadId, profile, query, rows, pages, nextCursor, repeats } = this;
    return {
      loadId,
      profile,
      query,
      rows,
      pages,
      nextCursor,
      repeats,
      firstRepeats: [...this.firstRepeats],
      ...now,
    };
  }

  /** False when the id was there before. An item without an id cannot be told from others, and counts as new. */
  private note(item: BuyerItem, row: number): boolean {
    const id = idOf(item);
    if (id === null) return true;
    const before = this.rowOfId.get(id);
    if (before === undefined) {
      this.rowOfId.set(id, row);
      return true;
    }
    this.repeats += 1;
    if (this.firstRepeats.length < MAX_FIRST_REPEATS) this.firstRepeats.push({ id, row: before, again: row });
    return false;
  }
}
