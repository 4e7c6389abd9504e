import { afterEach, beforeEach, vi } from 'vitest';
import type { KeptDraft } from '@shared/bridge/drafts';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useComposerStore } from './composer-store';
import { fakeMain, setUpComposer } from './testing-composer';

export const kept = (id: string, changes: Partial<KeptDraft> = {}): KeptDraft => ({
  id,
  familyId: id,
  name: null,
  profileId: 'p',
  draft: draftWith({}),
  place: { anchor: 2, head: 1, top: 0 },
  exchangeId: null,
  saved: null,
  ...changes,
});

export let main: ReturnType<typeof fakeMain>;
export async function start(drafts: readonly KeptDraft[] = [], activeId: string | null = null) {
  main = fakeMain({ drafts, activeId, unreadable: 0 });
  setUpComposer(main);
  const composer = useComposerStore();
  await composer.start();
  return composer;
}
export const active = (composer: ReturnType<typeof useComposerStore>) => {
  if (composer.active === null) throw new Error('no draft is in sight');
  return composer.active;
};

/** The clock of each test of the file is its own. */
export function composerEach(): void {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
