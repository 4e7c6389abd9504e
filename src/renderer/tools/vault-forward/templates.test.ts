import { describe, expect, it } from 'vitest';
import { checkDraft } from '@shared/vault-forward/checks';
import { METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { draftFromTemplate, VAULT_FORWARD_TEMPLATES } from './templates';

describe('templates', () => {
  it.each(VAULT_FORWARD_TEMPLATES.map((template) => [template.name, template] as const))(
    '%s needs only a destination, a payment method and a credential',
    (_name, template) => {
      let row = 0;
      const draft = draftFromTemplate(template, () => `row-${(row += 1)}`);
      const codes = checkDraft({
        ...draft,
        destinationUrl: 'https://psp.example/',
        paymentMethods: [METHOD_1],
      }).map(({ code }) => code);
      expect(codes.filter((code) => code !== 'body-not-json')).toEqual(['header-secret-empty']);
      expect(codes.includes('body-not-json')).toBe(template.id === 'form-post');
      expect(new Set(draft.headers.map(({ id }) => id)).size).toBe(draft.headers.length);
    },
  );
});
