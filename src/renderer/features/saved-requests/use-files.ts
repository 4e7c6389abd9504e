import { computed, shallowRef, type ComputedRef } from 'vue';
import type { MenuAction } from '@renderer/components/ActionMenu.vue';
import type { Problem, Result } from '@shared/problem';
import type { RequestsExport, RequestsImport, ScriptExport } from '@shared/requests/saved-requests';
import { useCallProgressStore } from '@renderer/stores/call-progress';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';

export interface FilesOutcome {
  readonly imported: RequestsImport | null;
  readonly exported: RequestsExport | null;
  readonly script: ScriptExport | null;
  readonly problem: Problem | null;
}

const NOTHING: FilesOutcome = { imported: null, exported: null, script: null, problem: null };

/** Exports saved requests to files and imports them, as menu actions. No file contains the value of a secret header. */
export function useFiles(done: (outcome: FilesOutcome) => void): {
  readonly importing: () => readonly MenuAction[];
  /** `title` names all the requests together. */
  readonly exporting: (ids: readonly string[], title: string) => readonly MenuAction[];
  /** The import in progress, once main has first reported on it, which it does not do for a quick import. */
  readonly reading: ComputedRef<{ readonly callId: string; readonly startedAt: number } | null>;
  readonly cancel: () => void;
} {
  const saved = useSavedRequestsStore();
  const progress = useCallProgressStore();
  const imports = shallowRef<readonly string[]>([]);
  const reading = computed(() => {
    const callId = imports.value.find((id) => progress.notes.has(id));
    return callId === undefined ? null : { callId, startedAt: Date.now() };
  });

  /** Says nothing if the person chose no file. */
  async function tell<Value>(
    answering: Promise<Result<Value | null>>,
    as: (value: Value) => Partial<FilesOutcome>,
  ): Promise<void> {
    const answer = await answering;
    if (!answer.ok) done({ ...NOTHING, problem: answer.problem });
    else if (answer.value !== null) done({ ...NOTHING, ...as(answer.value) });
  }
  const exported = (value: RequestsExport): Partial<FilesOutcome> => ({ exported: value });

  async function importFrom(from: 'folder' | 'file'): Promise<Result<RequestsImport | null>> {
    const callId = crypto.randomUUID();
    imports.value = [...imports.value, callId];
    const answer = await window.explorer.importRequests({ from, callId });
    imports.value = imports.value.filter((id) => id !== callId);
    if (answer.ok && answer.value !== null) await saved.load();
    return answer;
  }
  const importing = (from: 'folder' | 'file'): void =>
    void tell(importFrom(from), (imported) => ({ imported }));

  return {
    reading,
    cancel: () => {
      if (reading.value !== null) void window.explorer.cancelCall({ callId: reading.value.callId });
    },
    importing: () => [
      {
        label: 'Import a folder…',
        icon: 'folder',
        hint: 'ours, Bruno, OpenCollection',
        separated: true,
        run: () => importing('folder'),
      },
      {
        label: 'Import one file…',
        icon: 'file',
        hint: 'ours, Postman, Insomnia, HAR',
        run: () => importing('file'),
      },
    ],
    exporting: (ids, title) => [
      {
        label: 'Export to a folder…',
        icon: 'download',
        hint: 'one file each, for git',
        separated: true,
        disabled: ids.length === 0,
        run: () => void tell(window.explorer.exportRequestFolder({ ids: [...ids] }), exported),
      },
      {
        label: 'Export to one file…',
        icon: 'download',
        disabled: ids.length === 0,
        run: () => void tell(window.explorer.exportRequestFile({ ids: [...ids] }), exported),
      },
      {
        label: 'Export for k6…',
        icon: 'download',
        hint: 'load, not on production',
        disabled: ids.length === 0,
        run: () =>
          void tell(window.explorer.exportK6Script({ ids: [...ids], title }), (script) => ({ script })),
      },
    ],
  };
}
