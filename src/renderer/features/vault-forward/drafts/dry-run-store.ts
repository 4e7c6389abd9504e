import { defineStore } from 'pinia';
import type { DryRunResult } from '@shared/bridge/sending';
import { succeed } from '@shared/problem';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import type { DraftFields } from '@shared/vault-forward/draft';
import { useCall, type Call } from '@renderer/stores/use-call';
import { useVariablesStore } from '@renderer/stores/variables';
import { draftOf, type DraftTab } from './draft-tab';

/** A dry run and its result. */
export interface DryRun {
  readonly result: DryRunResult;
  /** The body as it was written, with the profile's variables filled in. */
  readonly body: string;
}
interface Tried {
  readonly revision: number;
  readonly fields: DraftFields;
}

/** The last dry run of each draft: the same request through the Local sandbox. */
export const useDryRunStore = defineStore('dryRun', () => {
  const variables = useVariablesStore();
  const calls = new WeakMap<DraftTab, Call<Tried, DryRun>>();

  function of(tab: DraftTab): Call<Tried, DryRun> {
    const known = calls.get(tab) ?? useCall<Tried, DryRun>();
    calls.set(tab, known);
    return known;
  }

  async function run(tab: DraftTab): Promise<void> {
    const draft = draftOf(tab);
    const request = requestOfDraft(draft);
    await of(tab).run({ revision: tab.revision, fields: tab.fields }, async (callId) => {
      const answer = await window.explorer.dryRun({ request, callId });
      return answer.ok ? succeed({ result: answer.value, body: variables.resolve(draft.body) }) : answer;
    });
  }

  /** True if the draft was changed since. */
  function isStale(tab: DraftTab, { revision, fields }: Tried): boolean {
    return tab.revision !== revision || tab.fields !== fields;
  }

  return { of, run, isStale };
});
