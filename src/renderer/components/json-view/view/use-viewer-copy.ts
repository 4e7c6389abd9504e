import { ref, type Ref, watch } from 'vue';
import type { MaskedInCopy } from '@shared/bridge/app';
import { MAX_COPY_BYTES, MAX_EXPECTED_BYTES } from '../limits';
import type { Viewer } from './use-viewer';

/** Copies, or expects, the value at the cursor or the values that the filter selected; `said` reports the outcome. */
export function useViewerCopy(
  viewer: Viewer,
  cursorNode: Ref<number | null>,
  /** When one of these changes, `said` is cleared. */
  stale: () => readonly unknown[],
  /** `tell` is called once it is copied. */
  emitCopy: (text: string, tell: (masked: MaskedInCopy | null) => void) => void,
  emitExpect: (path: string, json: string) => void,
) {
  const said = ref('');

  function copy(text: string | null, what: string, masked = false): void {
    if (text === null) {
      said.value = `Over ${MAX_COPY_BYTES / 1_000_000} MB is too much for the clipboard. Save the body to a file instead.`;
      return;
    }
    emitCopy(text, (maskedByMain) => {
      const hidden = maskedByMain ?? (masked ? 'card data' : null);
      said.value = `${what} copied${hidden === null ? '' : `, ${hidden} masked`}`;
    });
  }

  async function copyValue(): Promise<void> {
    if (cursorNode.value === null) return;
    const value = await viewer.ask('copyValue', { node: cursorNode.value });
    copy(value?.text ?? null, 'Value', value?.masked);
  }

  async function copySelected(): Promise<void> {
    const values = await viewer.ask('copySelected', null);
    copy(values?.text ?? null, 'Values', values?.masked);
  }

  async function copyText(): Promise<void> {
    const whole = viewer.state.value.phase === 'done';
    copy(await viewer.ask('copyText', null), whole ? 'Text' : 'The text that is read so far is');
  }

  async function expectValue(): Promise<void> {
    const node = cursorNode.value;
    if (node === null) return;
    const [{ path }, json] = await Promise.all([
      viewer.ask('place', { node }),
      viewer.ask('jsonValue', { node }),
    ]);
    if (json === null) said.value = `Over ${MAX_EXPECTED_BYTES / 1_000} kB: expect a value within it instead`;
    else emitExpect(path, json);
  }

  watch(stale, () => (said.value = ''));

  return { said, copy, copyValue, copySelected, copyText, expectValue };
}
