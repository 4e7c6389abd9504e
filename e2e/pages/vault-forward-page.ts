import { expect, type Locator, type Page } from '@playwright/test';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { sandboxFacts } from '../support/sandbox-facts';

/** The Vault Forward screen as a person finds it: by role and name. */
export class VaultForwardPage {
  readonly url: Locator;
  readonly method: Locator;
  readonly paymentMethods: Locator;
  readonly authentications: Locator;
  readonly body: Locator;
  readonly sendButton: Locator;
  readonly cancelButton: Locator;
  /** The tabs of the request: Body, Cards, Auth, Headers, Service. */
  readonly parts: Locator;
  /** The pane with the result. */
  readonly pane: Locator;
  /** The tabs of the drafts. */
  readonly drafts: Locator;

  constructor(readonly page: Page) {
    this.url = page.getByRole('textbox', { name: 'Destination URL' });
    this.method = page.getByRole('combobox', { name: 'Method' });
    this.parts = page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab');
    this.paymentMethods = page.getByRole('textbox', { name: 'Add payment methods' });
    this.authentications = page.getByRole('textbox', { name: 'Add authentications' });
    this.body = page.getByRole('textbox', { name: 'Request body' });
    this.sendButton = page.getByRole('button', { name: 'Send', exact: true });
    this.cancelButton = page.getByRole('button', { name: 'Cancel', exact: true });
    this.pane = page.getByRole('region', { name: 'Result', exact: true });
    this.drafts = page.getByRole('tablist', { name: 'Drafts' }).getByRole('tab');
  }

  /** Goes to the screen and waits for its editor. */
  async open(): Promise<void> {
    await this.page.getByRole('link', { name: 'Vault Forward' }).click();
    await this.part('Body');
    await expect(this.body).toBeVisible();
  }

  sandbox(): Promise<SandboxFacts> {
    return sandboxFacts(this.page);
  }

  /** Replaces the whole body as a paste does, so that nothing is completed or indented. */
  async fillBody(text: string): Promise<void> {
    await this.part('Body');
    await this.body.focus();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.body.evaluate((element, pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
  }

  /** Opens a tab of the request. */
  async part(name: 'Body' | 'Cards' | 'Auth' | 'Headers' | 'Service'): Promise<void> {
    const tab = this.parts.filter({ hasText: name });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  }

  async addCards(...ids: readonly string[]): Promise<void> {
    await this.part('Cards');
    await this.paymentMethods.fill(ids.join(' '));
    await this.paymentMethods.press('Enter');
  }

  async addHeader(name: string, value: string): Promise<void> {
    await this.part('Headers');
    const added = this.page.getByRole('combobox', { name: 'New header' });
    await added.fill(name);
    await added.press('Enter');
    await this.page
      .getByRole('textbox', { name: /^Value of header / })
      .last()
      .fill(value);
  }

  tab(name: 'Result' | 'Preview' | 'Findings'): Locator {
    return this.pane.getByRole('tab', { name });
  }

  /** A part of the result or of the preview. */
  segment(name: 'Answer' | 'Headers' | 'Sent' | 'To the service'): Locator {
    return this.pane.getByRole('radio', { name });
  }

  async send(): Promise<void> {
    await expect(this.sendButton).toBeEnabled();
    await this.sendButton.click();
  }

  /** The status line of the result. */
  result(): Locator {
    return this.pane.getByRole('heading', { level: 2 }).first();
  }

  problem(): Locator {
    return this.pane.getByRole('alert');
  }

  /** The row that a path leads to in the tree of the destination's answer. */
  async answerAt(path: string): Promise<Locator> {
    const filter = this.pane.getByRole('combobox', { name: 'Filter by path' });
    const swap = this.pane.getByRole('button', { name: 'Go to the path filter' });
    // A narrow pane shows only one of the viewer's two fields.
    await expect(filter.or(swap).first()).toBeVisible();
    if (await swap.isVisible()) await swap.click();
    await filter.fill(path);
    await filter.press('Enter');
    const key = path.split('.').at(-1) ?? '';
    return this.pane.getByRole('treeitem').filter({ hasText: new RegExp(`^${key}:`) });
  }

  findings(): Locator {
    return this.pane.getByRole('list', { name: 'Draft findings' }).getByRole('button');
  }
}
