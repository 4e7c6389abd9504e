import type { DraftChange } from '@shared/bridge/drafts';
import { fieldsOf } from '@shared/vault-forward/draft';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { testingReferences } from '../secrets/testing-references';
import { useTestingDatabase } from '../testing/use-testing-database';
import { DraftStore } from './draft-store';

export const ID = '11111111-1111-4111-8111-111111111111';
export const PLACE = { anchor: 3, head: 1, top: 0 };

/** Stores of drafts on a database of its own for each test of the file, before and after a restart. */
export function draftStores(wasOnlyLocal = (): Promise<boolean> => Promise.resolve(true)) {
  const testing = useTestingDatabase();
  return {
    testing,
    store: (known = testingReferences()): DraftStore => new DraftStore(testing.database, known, wasOnlyLocal),
    afterRestart: async (known = testingReferences()): Promise<DraftStore> =>
      new DraftStore(await testing.reopen(), known, wasOnlyLocal),
  };
}

export function whole(draft = draftWith({})): DraftChange {
  return { name: null, profileId: 'p', fields: fieldsOf(draft), body: draft.body, place: PLACE };
}

/** The draft as it is read back: headers that are secret by name are marked. */
