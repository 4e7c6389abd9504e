import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from './saved-requests';

const line = (id: string, folder: string): SavedRequestLine => ({
  ...{ id, folder, name: `Request ${id}`, description: '', operation: 'vault_forward' },
  ...{ subject: '', expectations: 0 },
});

beforeEach(() => setActivePinia(createPinia()));
afterEach(() => vi.unstubAllGlobals());

it('suggests the folder of the last save as long as a request is in it, and then the top level', async () => {
  const left = [[line('b', 'Cards'), line('c', '')], [line('c', '')]];
  const deleteSavedRequests = async () => succeed(left.shift() ?? []);
  vi.stubGlobal('explorer', { deleteSavedRequests });
  const saved = useSavedRequestsStore();
  saved.lines = [line('a', 'Cards'), line('b', 'Cards'), line('c', '')];
  saved.lastFolder = 'Cards';
  await saved.remove(['a']);
  expect(saved.lastFolder).toBe('Cards');
  await saved.remove(['b']);
  expect(saved.lastFolder).toBe('');
});
