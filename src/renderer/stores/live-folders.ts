import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Problem, Result } from '@shared/problem';
import {
  isLeftOut,
  type BrokenFile,
  type LiveFolder,
  type RequestRemark,
} from '@shared/requests/live-folder';
import { useSavedRequestsStore } from './saved-requests';

/** The live folders, whose requests are among the saved ones. */
export const useLiveFoldersStore = defineStore('liveFolders', () => {
  const saved = useSavedRequestsStore();
  const folders = shallowRef<readonly LiveFolder[]>([]);
  const problem = ref<Problem | null>(null);
  /** Counts changes on disk, so that whatever shows a request reads it again. */
  const changes = ref(0);
  const remarks = computed(
    () =>
      new Map<string, RequestRemark>(
        folders.value.flatMap((folder) => folder.remarks.map((one) => [one.requestId, one] as const)),
      ),
  );
  const broken = computed(() => folders.value.flatMap((folder): readonly BrokenFile[] => folder.broken));

  window.explorer.on('liveFoldersChanged', (now) => {
    folders.value = now;
    void saved.load().then(() => (changes.value += 1));
  });

  async function accept(answering: Promise<Result<readonly LiveFolder[] | null>>): Promise<void> {
    const answer = await answering;
    problem.value = answer.ok ? null : answer.problem;
    if (answer.ok && answer.value !== null) folders.value = answer.value;
    await saved.load();
  }

  /** The live folder with exactly this name; null for any other folder, even one inside. */
  function named(folder: string): LiveFolder | null {
    return folders.value.find(({ name }) => name === folder) ?? null;
  }
  /** The live folder that contains a folder; null for a folder of the database. */
  function holding(folder: string): LiveFolder | null {
    return named(folder.split('/')[0] ?? '');
  }

  /** Why nothing can be saved in a folder now, in sentences; null if it can. */
  function troubleOf(folder: string): string | null {
    const trouble = holding(folder)?.problem ?? null;
    return trouble && `${trouble.title}. ${trouble.meaning} ${trouble.nextStep}`;
  }

  /** Why a file that held a request cannot be read now, in sentences; null if it does not exist. */
  function whyLost(folder: string, path: string): string | null {
    const unread = broken.value.find((one) => one.file === path && one.folder === folder);
    const left = holding(folder)?.leftOut.find((one) => isLeftOut(path, one));
    return (
      troubleOf(folder) ??
      (unread ? `The file cannot be read: ${unread.why}` : null) ??
      (left ? `${left.path}: ${left.why}` : null)
    );
  }

  /** These folders and the live folders, which may still be empty. */
  function withFolders(names: readonly string[]): readonly string[] {
    return [...new Set([...names, ...folders.value.map(({ name }) => name)])];
  }

  return {
    folders,
    problem,
    changes,
    remarks,
    broken,
    named,
    holding,
    whyLost,
    withFolders,
    load: () => accept(window.explorer.describeLiveFolders()),
    open: () => accept(window.explorer.openLiveFolder()),
    close: (id: string) => accept(window.explorer.closeLiveFolder({ id })),
    /** With null, looks at all of them. */
    look: (id: string | null) => accept(window.explorer.lookAtLiveFolder({ id })),
    giveId: (requestId: string) => accept(window.explorer.giveRequestId({ requestId })),
  };
});
