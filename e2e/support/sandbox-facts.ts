import type { Page } from '@playwright/test';
import type { SandboxFacts } from '@shared/app/sandbox-facts';

/** Ids and addresses of the Local sandbox that the app runs. Throws when it is not running. */
export async function sandboxFacts(page: Page): Promise<SandboxFacts> {
  const facts = await page.evaluate(() => window.explorer.describeSandbox());
  if (!facts.ok || !facts.value) throw new Error('the Local sandbox is not running');
  return facts.value;
}
