import { computed, watch, type ComputedRef } from 'vue';
import type { DraftField, DraftFinding, DraftPlace } from '@shared/vault-forward/finding';
import type { DraftTab } from '../drafts/draft-tab';
import { useFindingsStore } from '../drafts/findings-store';

/** What is missing is no mistake yet while nobody has tried to send. */
const WAITS_FOR_SEND = new Set(['url-missing']);

/** The errors and warnings of one field, to stand beside it. Notes are for the list of all findings. */
export function useFieldFindings(
  tab: () => DraftTab,
  field: DraftField,
): ComputedRef<readonly DraftFinding[]> {
  const findings = useFindingsStore();
  return computed(() =>
    findings.shown.filter(
      ({ where, severity, code }) =>
        where.field === field && severity !== 'note' && (tab().tried || !WAITS_FOR_SEND.has(code)),
    ),
  );
}

/** Calls `go` when the person wants to be led to a place in one of these fields. */
export function useTarget(fields: readonly DraftField[], go: (place: DraftPlace) => void): void {
  const findings = useFindingsStore();
  watch(
    () => findings.target,
    () => {
      const place = findings.takeTarget(fields);
      if (place === null) return;
      // The tab with the field is only just opened, or even made: it is in sight when all of that is done.
      setTimeout(() => go(place));
    },
    { flush: 'post', immediate: true },
  );
}
