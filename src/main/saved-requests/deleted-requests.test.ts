import { expect, it, vi } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { emptyDraft } from '@shared/vault-forward/draft';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { DeletedRequests } from './deleted-requests';

it('keeps a request for the whole time after each deletion, also if it was restored in between', async () => {
  vi.useFakeTimers();
  const deleted = new DeletedRequests({ read: () => Promise.resolve(null), keep: () => '' });
  const request = { id: 'a', request: requestOfDraft(emptyDraft()), form: null } as SavedRequest;
  await deleted.note([request]);
  vi.advanceTimersByTime(50_000);
  deleted.drop(['a']);
  await deleted.note([request]);
  vi.advanceTimersByTime(60_000);
  expect(deleted.find(['a'])).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(deleted.find(['a'])).toEqual([]);
  vi.useRealTimers();
});
