import { computed, watch, type ComputedRef } from 'vue';
import type { DraftField, DraftFinding, DraftPlace } from '@shared/vault-forward/finding';
import type { DraftTab } from '../drafts/draft-tab';
import { useFindingsStore } from '../drafts/findings-store';

/** Codes of findings that are not shown until somebody has tried to send. */
const WAITS_FOR_SEND = new Set(['url-missing']);

/** The errors and warnings of one field, to be shown beside it. Notes appear only in the list of all findings. */
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

/** Calls `go` when the person wants to go to a place in one of these fields. */
export function useTarget(fields: readonly DraftField[], go: (place: DraftPlace) => void): void {
  const findings = useFindingsStore();
  watch(
    () => findings.target,
    () => {
      const place = findings.takeTarget(fields);
      if (place === null) return;
      // The tab with the field may only now be opening or rendering: the field is in sight after that.
      setTimeout(() => go(place));
    },
    { flush: 'post', immediate: true },
  );
}
