import { expect, type Locator, type Page } from '@playwright/test';

/** The Sessions screen as a person finds it: by role and name. */
export class SessionsPage {
  readonly id: Locator;
  readonly lookUpButton: Locator;
  readonly result: Locator;

  constructor(private readonly page: Page) {
    this.id = page.getByRole('textbox', { name: 'Session ID' });
    this.lookUpButton = page.getByRole('button', { name: 'Look up', exact: true });
    this.result = page.getByRole('region', { name: 'Result' });
  }

  async lookUp(text: string): Promise<void> {
    await this.id.fill(text);
    await this.id.press('Enter');
  }

  /**
   * Looks up an id that is not in Recent yet, and waits until it is there: another look-up could replace it before it
   * was sent, and until then the screen shows the previous one.
   */
  async lookUpToTheEnd(id: string): Promise<void> {
    await this.lookUp(id);
    const recent = this.page.getByRole('region', { name: 'Recent', exact: true });
    await expect(recent.locator('[aria-current="true"]')).toHaveAttribute('title', new RegExp(id));
  }

  tab(name: 'Overview' | 'JSON' | 'Request' | 'Findings'): Locator {
    return this.page.getByRole('tab', { name });
  }

  /** The state of the session on screen: `Valid · 23 h`. */
  state(words: RegExp | string): Locator {
    return this.result.getByText(words).first();
  }

  /** A section of the overview that can be opened. */
  section(title: 'Session and card IDs' | 'Metadata' | 'Buyer details'): Locator {
    return this.result.getByText(title, { exact: true });
  }

  problem(): Locator {
    return this.result.getByRole('alert');
  }
}
