import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { Environment } from '@shared/profiles/profile';
import { findCardsInFields } from '@renderer/tools/vault-forward/card-checks';
import { checkFields } from '@shared/vault-forward/checks';
import { noteSecretsInUrl } from '@shared/vault-forward/destination';
import { checkVariables, fillFields, placedInDraft } from '@shared/vault-forward/draft-variables';
import {
  limitFindings,
  type DraftField,
  type DraftFinding,
  type DraftPlace,
} from '@shared/vault-forward/finding';
import type { BodyPreview } from '@renderer/tools/vault-forward/placeholder-preview';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useVariablesStore } from '@renderer/stores/variables';
import { oneAtATime } from '@renderer/tools/one-at-a-time';
import type { BodyReport, BodyRequests, Rewriting } from '../body-worker/messages';
import { useLibraryStore } from './library-store';
import { useComposerStore } from './composer-store';
import { bodyOf, isQuiet, type DraftTab } from './draft-tab';
import { useMissingSecretsStore } from './missing-secrets';
import { usePaneStore } from './pane-store';

/**
 * The findings about the draft in sight: about its fields at once, about its body as soon as the worker has read it.
 */
export const useFindingsStore = defineStore('draftFindings', () => {
  const composer = useComposerStore();
  const profiles = useProfilesStore();
  const library = useLibraryStore();
  const secrets = useMissingSecretsStore();
  const pane = usePaneStore();
  const variables = useVariablesStore();
  const { worker } = composer;

  const environment = computed<Environment>(() => profiles.active?.environment ?? 'local');
  const own = computed(() => library.library.placeholders);

  const list = computed<readonly DraftFinding[]>(() => {
    const tab = composer.active;
    if (tab === null) return [];
    return inOrder([...limitFindings(fieldFindings(tab)), ...(tab.report?.findings ?? [])]);
  });
  /** The same findings, but none for a draft that is still empty and that nobody has tried to send. */
  const shown = computed<readonly DraftFinding[]>(() => {
    const tab = composer.active;
    return tab === null || isQuiet(tab) ? [] : list.value;
  });
  /** The place to go to: a new object each time, so that it can be the same place again. */
  const target = shallowRef<DraftPlace | null>(null);

  function fieldFindings({ fields }: DraftTab): DraftFinding[] {
    const filled = fillFields(fields, variables.sampleValue);
    return [
      ...checkVariables(fields, variables.sampleValue),
      ...noteSecretsInUrl(fields.destinationUrl),
      ...placedInDraft(
        [...checkFields({ ...filled, body: '' }), ...findCardsInFields(filled, environment.value)],
        fields,
        filled,
      ),
      ...secrets.findingsOf(fields),
    ];
  }

  /**
   * The worker gets one question at a time; when it is done, it gets the newest version of the draft, and those in
   * between are skipped.
   */
  const check = oneAtATime(async () => {
    const { active } = composer;
    if (active !== null) await report(active);
  });
  watch(
    () => [
      composer.active,
      composer.active?.fields,
      composer.active?.revision,
      own.value,
      environment.value,
      variables.withSamples,
    ],
    check,
    {
      immediate: true,
    },
  );

  watch(
    () => composer.active?.fields,
    (fields) => {
      if (fields) void secrets.ask(fields);
    },
    { immediate: true },
  );

  async function report(tab: DraftTab): Promise<BodyReport> {
    const { revision, fields } = tab;
    const values = Object.fromEntries(variables.withSamples);
    const about = { fields, own: own.value, environment: environment.value, values };
    const answer = await worker.ask('check', askedBody(tab), about);
    tab.report = { revision, ...answer };
    return tab.report;
  }

  /** All findings about a draft as it is at this moment. */
  async function checkNow(tab: DraftTab): Promise<readonly DraftFinding[]> {
    await secrets.ask(tab.fields);
    const { findings } = await report(tab);
    return [...fieldFindings(tab), ...findings];
  }

  function goTo(place: DraftPlace): void {
    pane.openField(place.field);
    target.value = { ...place };
  }

  /** Position in stepping through the findings of the draft in sight, which wraps around at both ends. */
  let walked: { readonly tab: string | null; at: number } = { tab: null, at: -1 };
  function goToNext(step: 1 | -1): void {
    const { length } = shown.value;
    if (length === 0) return;
    if (walked.tab !== composer.activeId) walked = { tab: composer.activeId, at: step === 1 ? -1 : 0 };
    walked.at = (Math.min(walked.at, length) + step + length) % length;
    const finding = shown.value[walked.at];
    if (finding !== undefined) goTo(finding.where);
  }

  /** Hands the place, only once, to the part that has its field; null if there is none. */
  function takeTarget(fields: readonly DraftField[]): DraftPlace | null {
    const { value: place } = target;
    if (place === null || !fields.includes(place.field)) return null;
    target.value = null;
    return place;
  }

  function preview(tab: DraftTab): Promise<BodyPreview> {
    const values = Object.fromEntries(variables.own);
    return worker.ask('preview', askedBody(tab), { fields: tab.fields, own: own.value, values });
  }
  function rewrite(tab: DraftTab, how: Rewriting): Promise<BodyRequests['rewrite']['result']> {
    return worker.rewrite(askedBody(tab), how, tab.document.place.head);
  }

  return { own, list, shown, target, checkNow, goTo, goToNext, takeTarget, preview, rewrite };
});

function askedBody(tab: DraftTab): { id: string; text: () => string } {
  return { id: tab.id, text: () => bodyOf(tab) };
}

const RANK = { error: 0, warning: 1, note: 2 } as const;

/** Sorts by severity, errors first; within that the order of the fields stays. */
function inOrder(findings: readonly DraftFinding[]): DraftFinding[] {
  return [...findings].sort((one, other) => RANK[one.severity] - RANK[other.severity]);
}
