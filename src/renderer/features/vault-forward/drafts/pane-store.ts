import { defineStore } from 'pinia';
import { ref } from 'vue';
import { assertNever } from '@shared/problem';
import type { DraftField } from '@shared/vault-forward/finding';

export const PANES = ['result', 'preview', 'findings'] as const;
export type Pane = (typeof PANES)[number];

export const PARTS = ['body', 'cards', 'auth', 'headers', 'service'] as const;
/** The tabs of the request. */
export type Part = (typeof PARTS)[number];

export type Side = 'request' | 'result';

/** What each side of the composer shows, and which side a narrow window shows. */
export const usePaneStore = defineStore('composerPane', () => {
  const shown = ref<Pane>('result');
  /** What the preview is of: a dry run is one on the Local sandbox. */
  const previewOf = ref<'destination' | 'service' | 'dry-run'>('destination');
  const part = ref<Part>('body');
  const side = ref<Side>('request');

  function show(pane: Pane): void {
    shown.value = pane;
  }
  /** Shows a pane, even in a window that is too narrow for both sides. */
  function reveal(pane: Pane): void {
    shown.value = pane;
    side.value = 'result';
  }
  /** Opens the tab that has a field, unless the field is always in sight. */
  function openField(field: DraftField): void {
    side.value = 'request';
    part.value = partOf(field) ?? part.value;
  }
  return { shown, previewOf, part, side, show, reveal, openField };
});

/** The tab that has a field; null for a field above the tabs. */
export function partOf(field: DraftField): Part | null {
  switch (field) {
    case 'destinationUrl':
    case 'method':
      return null;
    case 'paymentMethods':
      return 'cards';
    case 'authentications':
      return 'auth';
    case 'headers':
      return 'headers';
    case 'serviceHeaders':
      return 'service';
    case 'body':
      return 'body';
    default:
      return assertNever(field);
  }
}
