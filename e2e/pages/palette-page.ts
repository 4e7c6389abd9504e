import { expect, type Locator, type Page } from '@playwright/test';

/** The command palette as a person finds it: by role and name. */
export class PalettePage {
  readonly dialog: Locator;
  readonly field: Locator;
  readonly options: Locator;
  /** The option that Enter chooses. */
  readonly active: Locator;

  constructor(private readonly page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Search or run' });
    this.field = this.dialog.getByRole('combobox', { name: 'Search or run' });
    this.options = this.dialog.getByRole('option');
    this.active = this.dialog.getByRole('option', { selected: true });
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+K');
    await expect(this.field).toBeFocused();
  }

  /** Types a text, then chooses the option of this name with the arrow keys. */
  async choose(typed: string, name: string | RegExp): Promise<void> {
    await this.open();
    await this.page.keyboard.insertText(typed);
    await this.dialog.getByRole('option', { name }).first().waitFor();
    // Its position is not counted beforehand, because further results may still arrive above it.
    const wanted = this.dialog.getByRole('option', { name, selected: true });
    while ((await wanted.count()) === 0) await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('Enter');
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
