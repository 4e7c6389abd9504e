import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { Environment } from '../../../../shared/profile';
import { findCardsInFields } from '../../../../shared/vault-forward/card-checks';
import { checkFields } from '../../../../shared/vault-forward/checks';
import type { VaultForwardDraft } from '../../../../shared/vault-forward/draft';
import type { DraftFinding, DraftPlace } from '../../../../shared/vault-forward/finding';
import { limitFindings } from '../../../../shared/vault-forward/finding';
import { useProfilesStore } from '../../../stores/profiles';
import { BodyDesk } from '../body-worker/body-desk';
import type { BodyReport, Rewriting } from '../body-worker/messages';
import { useBookStore } from './book-store';
import { useComposerStore } from './composer-store';
import { draftOf, type DraftTab } from './draft-tab';

/** What the checks say about the draft in sight: its fields at once, its body as soon as the worker has read it. */
export const useFindingsStore = defineStore('draftFindings', () => {
  const composer = useComposerStore();
  const profiles = useProfilesStore();
  const book = useBookStore();
  const desk = new BodyDesk();

  const environment = computed<Environment>(() => profiles.active?.environment ?? 'local');
  const draft = computed<VaultForwardDraft | null>(() => (composer.active ? draftOf(composer.active) : null));
  const own = computed(() => book.book.placeholders);

  const list = computed<readonly DraftFinding[]>(() => {
    const tab = composer.active;
    if (tab === null) return [];
    return inOrder([...fieldFindings(tab), ...(tab.report?.findings ?? [])]);
  });
  /** The place to go to, told anew each time. */
  const target = ref<{ readonly place: DraftPlace } | null>(null);

  function fieldFindings({ fields }: DraftTab): DraftFinding[] {
    const fieldsOnly = { ...fields, body: '' };
    return [...checkFields(fieldsOnly), ...findCardsInFields(fields, environment.value)];
  }

  /** The worker has one question at a time; when it is done it gets the newest draft, and those in between are skipped. */
  let asking = false;
  let again = false;
  async function check(): Promise<void> {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    do {
      again = false;
      const { active } = composer;
      if (active !== null) await report(active);
    } while (again);
    asking = false;
  }
  watch([draft, own, environment], check, { immediate: true });

  async function report(tab: DraftTab): Promise<BodyReport> {
    const checked = draftOf(tab);
    const answer = await desk.ask('check', {
      draft: checked,
      own: own.value,
      environment: environment.value,
    });
    const made = { body: checked.body, ...answer };
    if (tab.body === checked.body) tab.report = made;
    return made;
  }

  /** Everything there is to say about a draft as it is at this moment. */
  async function checkNow(tab: DraftTab): Promise<readonly DraftFinding[]> {
    return [...fieldFindings(tab), ...(await report(tab)).findings];
  }

  function goTo(place: DraftPlace): void {
    target.value = { place };
  }

  function preview(): ReturnType<typeof desk.ask<'preview'>> | null {
    return draft.value === null ? null : desk.ask('preview', { draft: draft.value, own: own.value });
  }
  function rewrite(body: string, how: Rewriting): Promise<string | null> {
    return desk.ask('rewrite', { body, how });
  }

  return { draft, own, list, target, check, checkNow, goTo, preview, rewrite };
});

const RANK = { error: 0, warning: 1, note: 2 } as const;

/** Errors first; otherwise as they come, which is the order of the fields. */
function inOrder(findings: readonly DraftFinding[]): DraftFinding[] {
  return limitFindings([...findings].sort((one, other) => RANK[one.severity] - RANK[other.severity]));
}
