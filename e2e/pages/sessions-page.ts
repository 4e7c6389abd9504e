import type { Locator, Page } from '@playwright/test';

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

  tab(name: 'Overview' | 'JSON' | 'Request' | 'Findings'): Locator {
    return this.page.getByRole('tab', { name });
  }

  problem(): Locator {
    return this.result.getByRole('alert');
  }
}
