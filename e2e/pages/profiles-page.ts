import { expect, type Locator, type Page } from '@playwright/test';

/** The Profiles screen, and the profile controls in the header. */
export class ProfilesPage {
  readonly select: Locator;
  readonly token: Locator;
  readonly list: Locator;
  /** The names of the profiles in the list, in its order. */
  readonly names: Locator;
  readonly name: Locator;
  readonly baseUrl: Locator;
  readonly accessToken: Locator;
  readonly signingKey: Locator;
  readonly readOnly: Locator;
  readonly saveButton: Locator;
  readonly testButton: Locator;
  readonly steps: Locator;
  readonly undo: Locator;
  readonly notices: Locator;

  constructor(readonly page: Page) {
    this.select = page.getByRole('combobox', { name: 'Profile' });
    this.token = page.getByRole('button', { name: /^Token state: / });
    this.list = page.getByRole('list', { name: 'Profiles' });
    this.names = this.list.locator('.item__name');
    this.name = page.getByRole('textbox', { name: 'Name', exact: true });
    this.baseUrl = page.getByRole('textbox', { name: 'Base URL' });
    this.accessToken = page.getByRole('textbox', { name: 'Access token' });
    this.signingKey = page.getByRole('textbox', { name: 'Signing key' });
    this.readOnly = page.getByRole('checkbox', { name: 'Read-only' });
    this.saveButton = page.getByRole('button', { name: 'Save profile' });
    this.testButton = page.getByRole('button', { name: 'Test connection' });
    this.steps = page.getByRole('region', { name: 'Connection test' });
    this.undo = page.getByRole('region', { name: 'Undo' });
    this.notices = page.getByRole('region', { name: 'Notices' });
  }

  /** Chooses an entry of the header's list: a profile, **New profile** or **Manage profiles**. */
  async choose(entry: string): Promise<void> {
    await this.select.click();
    await this.page.getByRole('option', { name: entry, exact: true }).click();
  }

  /**
   * Makes the open profile the active one. Running calls are cancelled by this, so it waits until the switch is done.
   */
  async switchTo(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Switch to this profile' }).click();
    await expect(this.select).toContainText(name);
  }

  /** The profile's link in the list. */
  inList(name: string): Locator {
    return this.list.getByRole('link').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  action(name: 'Duplicate' | 'Delete'): Locator {
    return this.page.getByRole('group', { name: 'Profile actions' }).getByRole('button', { name });
  }

  /** Chooses an entry of a menu: that of the open profile, or that of the list. */
  async chooseAction(menu: 'More' | 'List actions', entry: RegExp): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: menu, exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  async save(): Promise<void> {
    await this.saveButton.click();
    await this.page.getByText('Saved.', { exact: true }).waitFor();
  }

  /** The name and state of each step of the last test: `DNS ok`. */
  async stepStates(): Promise<string[]> {
    const lines = await this.steps.getByRole('listitem').all();
    return Promise.all(
      lines.map(async (line) =>
        [await line.locator('.step__name').innerText(), await line.locator('.step__state').innerText()].join(
          ' ',
        ),
      ),
    );
  }
}
