import type { Locator, Page } from '@playwright/test';

/** The History screen as a person finds it: by role and name. */
export class HistoryPage {
  readonly search: Locator;
  readonly list: Locator;
  readonly lines: Locator;
  readonly replay: Locator;

  constructor(private readonly page: Page) {
    this.search = page.getByRole('searchbox', { name: 'Search history' });
    this.list = page.getByRole('list', { name: 'History' });
    this.lines = this.list.getByRole('listitem');
    this.replay = page.getByRole('button', { name: 'Replay', exact: true });
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'History' }).click();
    await this.search.waitFor();
  }

  /** Chooses an entry in the **More** menu of the open exchange. */
  async choose(entry: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: 'More', exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** The line whose name contains this text. */
  line(name: string | RegExp): Locator {
    return this.list.getByRole('button', { name });
  }

  tab(name: 'Overview' | 'JSON' | 'Response' | 'Request' | 'Findings' | 'Replays'): Locator {
    return this.page.getByRole('tab', { name });
  }
}
