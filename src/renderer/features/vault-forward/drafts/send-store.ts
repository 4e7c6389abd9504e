import { defineStore } from 'pinia';
import type { Profile } from '@shared/profiles/profile';
import { succeed, type Problem } from '@shared/problem';
import { completeUrl, destinationHost } from '@shared/vault-forward/destination';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useVariablesStore } from '@renderer/stores/variables';
import { OneClick } from '@renderer/stores/one-click';
import { useLibraryStore } from './library-store';
import { useComposerStore } from './composer-store';
import { draftOf, type DraftTab } from './draft-tab';
import { useFindingsStore } from './findings-store';
import { usePaneStore } from './pane-store';

/** Sends drafts, once each time the person presses Send. */
export const useSendStore = defineStore('vaultForwardSend', () => {
  const profiles = useProfilesStore();
  const composer = useComposerStore();
  const findings = useFindingsStore();
  const library = useLibraryStore();
  const pane = usePaneStore();
  const variables = useVariablesStore();

  const oneClick = new OneClick();
  /** Tabs whose Send is in progress, from the first check to the answer. */
  const busy = new Set<string>();

  /** Resolves when the send has ended; to false if nothing was tried. */
  async function send(tab: DraftTab): Promise<boolean> {
    if (profiles.active === null || profiles.active.readOnly) return false;
    const key = JSON.stringify([tab.id, tab.revision, tab.fields]);
    return (await oneClick.run(key, () => checkAndSend(tab))) ?? false;
  }

  async function checkAndSend(tab: DraftTab): Promise<boolean> {
    const { active: profile } = profiles;
    if (busy.has(tab.id) || profile === null) return false;
    busy.add(tab.id);
    try {
      tab.tried = true;
      // When it is sent with the keyboard, the field was not left and so has not completed its URL.
      const destinationUrl = completeUrl(tab.fields.destinationUrl);
      if (destinationUrl !== tab.fields.destinationUrl) composer.patch(tab, { destinationUrl });
      const { revision, fields } = tab;
      const checked = await findings.checkNow(tab).catch(notChecked);
      const isAsPressed =
        tab.revision === revision &&
        tab.fields === fields &&
        profiles.activeId === profile.id &&
        composer.tabs.includes(tab);
      if ('problem' in checked || !isAsPressed) {
        pane.reveal('result');
        const problem = 'problem' in checked ? checked.problem : CHANGED;
        tab.sending.refuse({ host: hostOf(destinationUrl), profile }, problem);
        return false;
      }
      const first = checked.find(({ severity }) => severity === 'error');
      if (first === undefined) return await attempt(tab, profile);
      pane.reveal('findings');
      findings.goTo(first.where);
      return false;
    } finally {
      busy.delete(tab.id);
    }
  }

  async function attempt(tab: DraftTab, profile: Profile): Promise<true> {
    composer.keepNow(tab);
    const draft = draftOf(tab);
    const { revision, profileId: composedUnder, id: draftId, familyId } = tab;
    const host = hostOf(draft.destinationUrl);
    pane.reveal('result');
    const request = requestOfDraft(draft);
    const answer = await tab.sending.run({ host, profile }, async (callId) => {
      const sent = await window.explorer.sendRequest({ request, callId, composedUnder, draftId, familyId });
      if (!sent.ok) return sent;
      // The person declined: everything stays as it was.
      return sent.value.kind === 'declined'
        ? null
        : succeed({ exchange: sent.value.exchange, draft, revision });
    });
    if (answer?.ok) {
      composer.rebase(tab, profile.id);
      if (draft.authentications.length > 0) await library.remember(draft.authentications);
    }
    return true;
  }

  function hostOf(destinationUrl: string): string {
    const sentUrl = variables.resolve(destinationUrl);
    return destinationHost(sentUrl) ?? sentUrl;
  }

  return { send };
});

/** What goes out is what was on screen when Send was pressed, and what was checked. */
const CHANGED: Problem = {
  code: 'changed-while-checked',
  title: 'It was changed while it was checked',
  meaning: 'Send takes a request as it is when Send is pressed. Nothing was sent.',
  nextStep: 'Send it again.',
  detail: null,
};

/** Nothing is sent unchecked. */
function notChecked(error: unknown): { readonly problem: Problem } {
  return {
    problem: {
      code: 'body-not-checked',
      title: 'The request could not be checked',
      meaning:
        'The part of the app that reads the body before each Send did not start, or it failed. Nothing was sent.',
      nextStep: 'Try again. If that does not help, restart the app: drafts are kept.',
      detail: String(error),
    },
  };
}
