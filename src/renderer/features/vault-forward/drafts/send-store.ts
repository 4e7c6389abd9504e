import { defineStore } from 'pinia';
import type { Problem } from '../../../../shared/problem';
import type { DraftFields } from '../../../../shared/vault-forward/draft-fields';
import { destinationHost } from '../../../../shared/vault-forward/destination';
import { useProfilesStore } from '../../../stores/profiles';
import { useBookStore } from './book-store';
import { useComposerStore } from './composer-store';
import { draftOf, type DraftTab } from './draft-tab';
import { useFindingsStore } from './findings-store';
import { usePaneStore } from './pane-store';
import { NOT_SENT } from './sending';

/** A second Send of the very same request so soon after the last one began is a double click, however fast the answer came. */
const DOUBLE_CLICK_MS = 700;

/** Sends drafts: once for each time the person says so. */
export const useSendStore = defineStore('vaultForwardSend', () => {
  const profiles = useProfilesStore();
  const composer = useComposerStore();
  const findings = useFindingsStore();
  const book = useBookStore();
  const pane = usePaneStore();

  /** Tabs whose Send is under way, from the first check to the answer. */
  const busy = new Set<string>();
  let lastBegun: { readonly fields: DraftFields; readonly revision: number; readonly at: number } | null =
    null;

  /** Resolves when it is done with. False when nothing was tried. */
  async function send(tab: DraftTab): Promise<boolean> {
    if (busy.has(tab.id) || isDoubleClick(tab)) return false;
    if (profiles.active === null || profiles.active.readOnly) return false;
    busy.add(tab.id);
    try {
      tab.tried = true;
      const errors = (await findings.checkNow(tab)).filter(({ severity }) => severity === 'error');
      const [first] = errors;
      if (first !== undefined) {
        pane.show('findings');
        findings.goTo(first.where);
        return false;
      }
      lastBegun = { fields: tab.fields, revision: tab.revision, at: performance.now() };
      await attempt(tab);
      return true;
    } finally {
      busy.delete(tab.id);
    }
  }

  function isDoubleClick({ fields, revision }: DraftTab): boolean {
    return (
      lastBegun?.fields === fields &&
      lastBegun.revision === revision &&
      performance.now() - lastBegun.at < DOUBLE_CLICK_MS
    );
  }

  async function attempt(tab: DraftTab): Promise<void> {
    composer.keepNow(tab);
    const draft = draftOf(tab);
    const { revision } = tab;
    const profileId = profiles.activeId ?? '';
    const before = tab.sending.kind === 'working' ? NOT_SENT : tab.sending;
    const host = destinationHost(draft.destinationUrl) ?? draft.destinationUrl;
    const { profileId: composedUnder } = tab;
    const callId = crypto.randomUUID();
    tab.sending = { kind: 'working', callId, startedAt: Date.now(), host };
    pane.show('result');
    const answer = await window.explorer.sendVaultForward({ draft, callId, composedUnder });
    if (!answer.ok) return refused(tab, answer.problem);
    if (answer.value.kind === 'declined') {
      // The person said no: everything is as it was.
      tab.sending = before;
      return;
    }
    const { exchange } = answer.value;
    tab.sending = { kind: 'done', exchange, draft, revision };
    composer.rebase(tab, profileId);
    if (draft.authentications.length > 0) await book.remember(draft.authentications);
  }

  function refused(tab: DraftTab, problem: Problem): void {
    tab.sending = { kind: 'refused', problem };
  }

  async function cancel(tab: DraftTab): Promise<void> {
    if (tab.sending.kind === 'working') await window.explorer.cancelCall({ callId: tab.sending.callId });
  }

  return { send, cancel };
});
