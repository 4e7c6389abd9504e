import { ref, type Ref, watch } from 'vue';
import { MAX_COPY_BYTES } from '../limits';
import type { Viewer } from './use-viewer';

/** Copies what stands at the cursor or was selected by the filter; `said` tells what came of it. */
export function useViewerCopy(
  viewer: Viewer,
  cursorNode: Ref<number | null>,
  emitCopy: (text: string) => void,
) {
  const said = ref('');

  function copy(text: string | null, what: string): void {
    if (text === null) {
      said.value = `Over ${MAX_COPY_BYTES / 1_000_000} MB is too much for the clipboard. Save the body to a file instead.`;
      return;
    }
    emitCopy(text);
    said.value = `${what} copied`;
  }

  async function copyValue(): Promise<void> {
    if (cursorNode.value !== null) copy(await viewer.ask('copyValue', { node: cursorNode.value }), 'Value');
  }

  async function copySelected(): Promise<void> {
    copy(await viewer.ask('copySelected', null), 'Values');
  }

  watch(cursorNode, () => (said.value = ''));

  return { said, copy, copyValue, copySelected };
}
