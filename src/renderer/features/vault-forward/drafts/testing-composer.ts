import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { vi } from 'vitest';
import { EMPTY_LIBRARY, type DraftList, type ComposerLibrary } from '@shared/bridge/drafts';
import type { OpenSends, SendResult } from '@shared/bridge/sending';
import type { HistoryDetail } from '@shared/history/history';
import type { RequestSpec } from '@shared/requests/request-spec';
import { succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { serveBody } from '../body-worker/serve-body';

export const PROFILE = testingProfile({
  id: 'p',
  baseUrl: 'https://api.example.com',
  merchantAccountId: null,
});

/** A fake main for the composer; `draftList` holds the drafts that it has kept. */
export function fakeMain(draftList: DraftList = { drafts: [], activeId: null, unreadable: 0 }) {
  return {
    ...fakeTexts(),
    openDrafts: vi.fn((): Promise<Result<DraftList>> => Promise.resolve(succeed(draftList))),
    keepDraft: vi.fn((): Promise<Result<null>> => Promise.resolve(succeed(null))),
    arrangeDrafts: vi.fn((): Promise<Result<null>> => Promise.resolve(succeed(null))),
    findMissingSecrets: vi.fn((): Promise<Result<readonly string[]>> => Promise.resolve(succeed([]))),
    discardDraft: vi.fn((): Promise<Result<null>> => Promise.resolve(succeed(null))),
    readComposerLibrary: vi.fn(() => Promise.resolve(succeed(EMPTY_LIBRARY))),
    keepComposerLibrary: vi.fn<(kept: { readonly library: ComposerLibrary }) => Promise<Result<null>>>(() =>
      Promise.resolve(succeed(null)),
    ),
    describeCredential: vi.fn(() => Promise.resolve(succeed({ profileId: 'p', kind: 'none' }))),
    openHistoryEntry: vi.fn((): Promise<Result<HistoryDetail | null>> => Promise.resolve(succeed(null))),
    describeGrants: vi.fn(() => Promise.resolve(succeed([]))),
    cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
    sendRequest: vi.fn((): Promise<Result<SendResult>> => new Promise(() => undefined)),
    listOpenSends: vi.fn((): Promise<Result<OpenSends>> =>
      Promise.resolve(succeed({ families: [], any: false })),
    ),
    isOut: vi.fn<(about: { readonly request: RequestSpec }) => Promise<Result<boolean>>>(() =>
      Promise.resolve(succeed(false)),
    ),
    on: vi.fn<(event: string, hear: () => void) => () => void>(() => () => undefined),
  };
}

/** Sets the stores up with this fake main and one active profile. */
export function setUpComposer(main: ReturnType<typeof fakeMain>, profile = PROFILE): void {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', main);
  vi.stubGlobal('Worker', workerHere(serveBody));
  useProfilesStore().accept({ profiles: [profile], activeId: profile.id, notice: null });
}

/** Writes pending drafts, as when the window closes, before the fake main is removed: a later write would fail. */
export async function leaveWindow(): Promise<void> {
  window.dispatchEvent(new Event('pagehide'));
  await flushPromises();
  vi.unstubAllGlobals();
}
