import type { Locator, Page } from '@playwright/test';

/** The API screen as a person finds it: by role and name. */
export class ApiPage {
  readonly tree: Locator;
  readonly filter: Locator;
  readonly status: Locator;
  readonly freeRequest: Locator;
  readonly method: Locator;
  readonly path: Locator;
  readonly send: Locator;
  readonly answer: Locator;
  /** The ids in the answer, and where they lead. */
  readonly leads: Locator;

  constructor(private readonly page: Page) {
    this.tree = page.getByRole('tree', { name: 'API' });
    this.filter = page.getByRole('searchbox', { name: /^Filter/ });
    this.freeRequest = page.getByRole('button', { name: /^Free request/ });
    this.method = page.getByRole('combobox', { name: 'Method' });
    this.path = page.getByRole('textbox', { name: 'Path below the base URL' });
    this.send = page.getByRole('button', { name: 'Send', exact: true });
    this.answer = page.getByRole('region', { name: 'Answer', exact: true });
    this.leads = this.answer.getByRole('region', { name: 'Leads to' });
    this.status = page.getByRole('contentinfo').getByRole('status');
  }

  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'API' }).click();
    await this.row('Payments API 1.0.0').waitFor();
  }

  /** A row of the tree; a string has to match its whole name. */
  row(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name, exact: true });
  }

  tab(name: 'Path' | 'Query' | 'Headers' | 'Body'): Locator {
    return this.page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name });
  }

  operation(line: string): Locator {
    return this.page.getByRole('article', { name: line, exact: true });
  }

  async paste(text: string): Promise<void> {
    await this.add('Paste text…');
    const dialog = this.page.getByRole('dialog', { name: 'Paste an API document' });
    await dialog.getByRole('textbox', { name: 'Document' }).fill(text);
    await dialog.getByRole('button', { name: 'Read document' }).click();
  }

  async addFile(path: string): Promise<void> {
    const chosen = this.page.waitForEvent('filechooser');
    await this.add('Choose a file…');
    await (await chosen).setFiles(path);
  }

  /** Chooses an action of the document that is shown. */
  async act(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Document actions' }).click();
    await this.page.getByRole('menuitem', { name }).click();
  }

  async add(way: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Add document' }).click();
    await this.page.getByRole('menuitem', { name: way }).click();
  }
}
