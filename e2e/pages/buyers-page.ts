import { expect, type Locator, type Page } from '@playwright/test';

/** The Buyers screen as a person finds it: by role and name. */
export class BuyersPage {
  readonly pageSize: Locator;
  readonly startCursor: Locator;
  readonly cap: Locator;
  readonly firstPage: Locator;
  readonly previousPage: Locator;
  readonly nextPage: Locator;
  readonly refresh: Locator;
  readonly loadAll: Locator;
  readonly cancel: Locator;
  readonly filter: Locator;
  readonly grid: Locator;
  readonly result: Locator;
  /** What the page's envelope says, and how old the page is. */
  readonly facts: Locator;
  /** How far a load has come, or why it ended. */
  readonly load: Locator;
  readonly panel: Locator;

  constructor(private readonly page: Page) {
    const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
    this.pageSize = page.getByRole('textbox', { name: 'Page size' });
    this.startCursor = page.getByRole('textbox', { name: 'Start cursor' });
    this.cap = page.getByRole('textbox', { name: 'Load at most' });
    this.firstPage = button('First page');
    this.previousPage = button('Previous page');
    this.nextPage = button('Next page');
    this.refresh = button('Refresh');
    this.loadAll = button('Load all');
    this.cancel = button('Cancel');
    this.filter = page.getByRole('searchbox', { name: 'Filter' });
    this.grid = page.getByRole('grid', { name: 'Buyers' });
    this.result = page.getByRole('region', { name: 'Result' });
    this.facts = page.getByRole('status', { name: 'Page', exact: true });
    this.load = page.getByRole('status', { name: 'Load', exact: true });
    this.panel = page.getByRole('region', { name: 'Buyer', exact: true });
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Buyers' }).click();
  }

  /** Sets how many buyers a load brings at most. */
  async setCap(text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Load all options' }).click();
    await this.cap.fill(text);
    await this.page.keyboard.press('Escape');
    await expect(this.cap).toBeHidden();
  }

  /** A row of the grid in the order shown, from 0. */
  row(index: number): Locator {
    return this.grid.locator(`[aria-rowindex="${index + 2}"]`);
  }

  /** A cell; columns count from 0, which is the column of checkboxes. */
  cell(row: number, column: number): Locator {
    return this.row(row).getByRole('gridcell').nth(column);
  }

  /** How many rows are shown, of how many, and how many are selected. */
  count(): Locator {
    return this.page.getByRole('status', { name: 'Rows', exact: true });
  }

  tab(name: 'Table' | 'JSON' | 'Request' | 'Findings'): Locator {
    return this.page.getByRole('tablist', { name: 'Page' }).getByRole('tab', { name });
  }

  problem(): Locator {
    return this.result.getByRole('alert');
  }
}
