import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Problem, Result } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import type {
  Expectation,
  RequestToSave,
  SavedExample,
  SavedRequest,
  SavedRequestLine,
} from '@shared/requests/saved-requests';
import type { DraftForm } from '@shared/vault-forward/draft';
import { UNDO_MS, useUndoStore } from './undo';

/** A request that a screen wants to save, for the person to name and place in a folder. */
export interface OfferedRequest {
  /**
   * The id of the draft, history entry or saved request that it is a version of: text typed into the dialog is kept
   * under it.
   */
  readonly from: string;
  readonly request: RequestSpec;
  /** The composer's additional data; null for other operations. */
  readonly form: DraftForm | null;
  readonly profileId: string;
  /** The family of the draft that it is saved from; undefined if it has none. */
  readonly familyId?: string | undefined;
  /** The suggested name. */
  readonly name: string;
  /** The status of its last answer, which is suggested as an expectation if it is a success; null when unknown. */
  readonly status: number | null;
  /** An additional expectation that the person requested. */
  readonly expected?: Expectation | null;
  /** Why it could not be saved where it belongs. */
  readonly refused?: Problem;
  /** Called with the saved request. */
  readonly saved?: (saved: SavedRequest) => void;
}

/** The saved requests, and the one being saved. */
export const useSavedRequestsStore = defineStore('savedRequests', () => {
  const undo = useUndoStore();
  const lines = shallowRef<readonly SavedRequestLine[]>([]);
  const loaded = ref(false);
  const problem = ref<Problem | null>(null);
  /** The request for which the dialog is open. */
  const offered = shallowRef<OfferedRequest | null>(null);
  /** The folder of the last save, where the next request often belongs as well. */
  const lastFolder = ref('');

  /** Counts restored examples, so that whatever shows one reads it again. */
  const examples = ref(0);

  const folders = computed(() => [...new Set(lines.value.map(({ folder }) => folder))].filter(Boolean));

  async function load(): Promise<void> {
    accept(await window.explorer.listSavedRequests());
    loaded.value = true;
  }

  function accept(answer: Result<readonly SavedRequestLine[]>): void {
    problem.value = answer.ok ? null : answer.problem;
    if (answer.ok) show(answer.value);
  }

  /** The folder of the last save goes where its requests went, if none is left in it; no folder is there without one. */
  function show(now: readonly SavedRequestLine[]): void {
    const isInLast = ({ folder }: SavedRequestLine): boolean => folder === lastFolder.value;
    const moved = lines.value.find(isInLast);
    if (lastFolder.value !== '' && moved && !now.some(isInLast))
      lastFolder.value = now.find(({ id }) => id === moved.id)?.folder ?? '';
    lines.value = now;
  }

  /** The reason why an undo failed is shown where the undo was offered. */
  function acceptUndo(answer: Result<readonly SavedRequestLine[]>): Result<readonly SavedRequestLine[]> {
    if (answer.ok) show(answer.value);
    return answer;
  }

  let listing: Promise<void> = Promise.resolve();
  /** Asks the person for a name and a folder, and saves. */
  function offer(request: OfferedRequest): void {
    offered.value = request;
    listing = load();
  }

  /** Offers a request with the folder and name of an existing one, which could not be replaced just now. */
  function offerBeside({ id, folder, name }: SavedRequest, request: OfferedRequest, refused: Problem): void {
    lastFolder.value = folder;
    offer({ ...request, from: id, name, refused });
  }

  function endOffer(): void {
    offered.value = null;
  }

  /** The request with this name in this folder, which saving would replace. */
  function sameName(folder: string, name: string): SavedRequestLine | null {
    const wanted = name.trim().toLowerCase();
    return (
      lines.value.find((line) => line.folder === folder && line.name.trim().toLowerCase() === wanted) ?? null
    );
  }

  /**
   * @param asOffered the request that the dialog saves; other saves, such as one by Ctrl+S a moment earlier, do not
   * close the dialog.
   */
  async function save(
    request: RequestToSave,
    withoutSecrets: boolean,
    asOffered: OfferedRequest | null = null,
  ): ReturnType<typeof window.explorer.saveRequest> {
    // Reactive objects cannot cross the bridge.
    const plain: RequestToSave = JSON.parse(JSON.stringify(request));
    const answer = await window.explorer.saveRequest({ request: plain, withoutSecrets });
    if (answer.ok) {
      lastFolder.value = answer.value.request.folder;
      asOffered?.saved?.(answer.value.request);
      await load();
    }
    return answer;
  }

  /** With null, removes the example. The previous one can be restored for a while. */
  async function pinExample(
    id: string,
    example: SavedExample | null,
    words: (name: string) => string,
  ): Promise<Result<SavedRequest | null>> {
    const before = await window.explorer.openSavedRequest({ id });
    if (!before.ok) return before;
    const answer = await window.explorer.pinExample({ id, example });
    if (!answer.ok || answer.value === null) return answer;
    const old = before.value?.example ?? null;
    const putBack = async (): Promise<Result<unknown>> => {
      const back = await window.explorer.pinExample({ id, example: old });
      examples.value += 1;
      return back;
    };
    undo.offer(words(answer.value.name), putBack, UNDO_MS, { line: id });
    return answer;
  }

  async function remove(ids: readonly string[]): Promise<void> {
    const names = lines.value.filter(({ id }) => ids.includes(id)).map(({ name }) => `“${name}”`);
    accept(await window.explorer.deleteSavedRequests({ ids: [...ids] }));
    if (problem.value !== null) return;
    const words = names.length === 1 ? names.join('') : `${names.length} saved requests`;
    const bringBack = async () =>
      acceptUndo(await window.explorer.undoDeleteSavedRequests({ ids: [...ids] }));
    undo.offer(`Deleted ${words}.`, bringBack, UNDO_MS, { line: ids[0] });
  }
  return {
    lines,
    loaded,
    problem,
    offered,
    lastFolder,
    folders,
    load,
    accept,
    acceptUndo,
    offer,
    offerBeside,
    endOffer,
    /** Resolves once it is known which names are taken where the offered request may go. */
    listed: (): Promise<void> => listing,
    sameName,
    save,
    examples,
    pinExample,
    remove,
  };
});
