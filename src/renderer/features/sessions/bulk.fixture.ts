import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, vi } from 'vitest';
import type { SessionRequests } from '@shared/bridge/sessions';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';

export const A = '11111111-0000-4000-8000-000000000001';
export const B = '22222222-0000-4000-8000-000000000002';

export const profile = testingProfile({ id: 'p', name: 'A profile' });

export const lineOf = (sessionId: string, changes: Partial<SessionLine> = {}): SessionLine => ({
  ...unaskedLine(sessionId, 'cancelled'),
  outcome: 'found',
  status: 200,
  message: null,
  exchangeId: `exchange of ${sessionId}`,
  ...changes,
});

export const explorer = {
  on: vi.fn<(name: string, listener: (event: unknown) => void) => void>(),
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
  lookUpSessions: vi.fn(({ sessionIds }: SessionRequests['lookUpSessions']['argument']) =>
    Promise.resolve<Result<readonly SessionLine[] | null>>(
      succeed(sessionIds.map((sessionId) => lineOf(sessionId))),
    ),
  ),
  openSessionLine: vi.fn(),
  openSessionList: vi.fn(),
};

export function bulkEach(): void {
  beforeEach(() => {
    vi.clearAllMocks();
    vi.stubGlobal('explorer', explorer);
    setActivePinia(createPinia());
    useProfilesStore().accept({ profiles: [profile], activeId: 'p', notice: null });
  });
}
