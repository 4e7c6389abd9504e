import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, headerRow } from '@shared/vault-forward/drafts.fixture';
import type { SavedRequest } from '@shared/requests/saved-requests';
import WholeRequest from './WholeRequest.vue';

const shownOf = (value: string) => {
  const secret = { ...headerRow('Authorization', value), secret: true };
  const request = {
    request: requestOfDraft(draftWith({ headers: [secret] })),
    description: '',
  } as SavedRequest;
  return mount(WholeRequest, { props: { request, unsent: null } });
};

it('says which secret header has no value here, and where to enter it', () => {
  const note = shownOf('').get('[role="note"]').text();
  expect(note).toMatch(/^x-vault-forward-header-authorization: the value is not on this computer\./i);
  expect(note).toContain('Open the request on its screen, enter it there and save');
});

it('says nothing if every secret has a value', () => {
  expect(shownOf('${secret:1}').find('[role="note"]').exists()).toBe(false);
});
