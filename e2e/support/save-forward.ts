import type { Page } from '@playwright/test';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { forwardRequest } from './forward-request';

/** Saves a Vault Forward request with only this method, address and body, once under each name, as the page would. */
export async function saveForward(
  page: Page,
  draft: Pick<VaultForwardDraft, 'method' | 'destinationUrl' | 'body'>,
  ...places: readonly { readonly folder: string; readonly name: string }[]
): Promise<void> {
  const nothingElse = { paymentMethods: [], authentications: [], headers: [], serviceHeaders: [] };
  const request = forwardRequest({ version: 1, ...nothingElse, ...draft });
  await page.evaluate(
    async ([toSave, names]) => {
      const profiles = await window.explorer.describeProfiles();
      const profileId = profiles.ok ? profiles.value.activeId : '';
      const common = { id: null, description: '', profileId, request: toSave, form: null, expectations: [] };
      for (const place of names)
        await window.explorer.saveRequest({ request: { ...common, ...place }, withoutSecrets: false });
    },
    [request, places] as const,
  );
}
