import { computed, ref, type Ref } from 'vue';
import { MAX_FORMATTED_SOURCE_BYTES } from '../limits';
import type { ViewerSyntax } from '../worker/messages';
import type { Viewer } from './use-viewer';

/** Which view of the body is on screen. */
export type Mode = 'tree' | 'text' | 'hex';

/** The views that a body has, and which of them is on screen. */
export function useViewerMode(viewer: Viewer, syntax: Readonly<Ref<ViewerSyntax>>) {
  const mode = ref<Mode>('tree');
  const modes = computed<readonly Mode[]>(() =>
    syntax.value === 'json' ? ['tree', 'text', 'hex'] : ['text', 'hex'],
  );
  /** Whether its text can be shown formatted. */
  const canFormat = computed(() => {
    const { phase, failure, totalBytes } = viewer.state.value;
    const isWhole = phase === 'done' && failure === null;
    return syntax.value === 'json' && isWhole && totalBytes <= MAX_FORMATTED_SOURCE_BYTES;
  });

  function switchTo(next: Mode): void {
    mode.value = next;
    if (next === 'tree') void viewer.ask('show', { mode: 'tree' });
  }

  /** Shows a newly opened body in the most useful view. */
  function begin(): void {
    const first = syntax.value === 'binary' ? 'hex' : syntax.value === 'json' ? 'tree' : 'text';
    if (mode.value !== first) switchTo(first);
  }

  return { mode, modes, canFormat, switchTo, begin };
}
