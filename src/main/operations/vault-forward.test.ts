import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft } from '@shared/vault-forward/checks';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { anyDraft } from '@shared/vault-forward/any-draft.fixture';
import { draftWith, METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { maySend } from '@shared/vault-forward/finding';
import { vaultForward } from './vault-forward';

const sendable = anyDraft
  .map((draft) => ({
    ...draft,
    destinationUrl: 'http://127.0.0.1:9/',
    paymentMethods: [METHOD_1],
    body: '{"n":"{{CARD_NUMBER_1}}"}',
  }))
  .filter((draft) => maySend(checkDraft(draft)));

describe('what main refuses of Vault Forward', () => {
  it('never includes a draft that the window allows to be sent', () => {
    fc.assert(
      fc.property(sendable, (draft) => {
        expect(vaultForward.refuse(requestOfDraft(draft))).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('includes a draft with an error, but no draft without one', () => {
    expect(vaultForward.refuse(requestOfDraft(draftWith({ destinationUrl: '' })))).toMatchObject({
      code: 'draft-has-errors',
      meaning: expect.stringContaining('Nothing was sent'),
    });
    expect(vaultForward.refuse(requestOfDraft(draftWith({})))).toBeNull();
  });

  it('names the place of each error in words that make sense without a window, each once', () => {
    const [one, two] = ['{\n"n":', '{\n"n":'].map((body, index) =>
      vaultForward.refuse(requestOfDraft(draftWith(index === 0 ? { body } : { body, destinationUrl: '' }))),
    );
    expect(one).toMatchObject({ meaning: expect.stringMatching(/^Body, line 2, column 5: /), detail: null });
    expect(one?.nextStep).toMatch(/^Put it right in the request\./);
    expect(two?.detail).toMatch(/^Destination URL: .*\nBody, line 2, column 5: /);
  });
});
