import type { ShortcutId } from '@shared/app/shortcuts';
import { useShortcutsStore } from '@renderer/stores/shortcuts';
import { useActions } from '@renderer/stores/use-actions';

export type ComposerKey =
  | 'send'
  | 'new'
  | 'close'
  | 'next'
  | 'previous'
  | 'placeholder'
  | 'save'
  | 'cancel'
  | 'format'
  | 'next-finding'
  | 'previous-finding';

const SHORTCUT_OF = {
  Enter: 'run',
  '.': 'cancel',
  T: 'draft-new',
  W: 'draft-close',
  I: 'placeholder',
  S: 'save',
  F: 'format',
  F8: 'next-finding',
} as const satisfies Readonly<Record<string, ShortcutId>>;

/** How the shortcut with this key is written: `Ctrl+Enter`, or `⌘Enter`; empty when it has no keys. */
export function describeKey(key: keyof typeof SHORTCUT_OF): string {
  return useShortcutsStore().describe(SHORTCUT_OF[key]);
}

/** `Save request (Ctrl+S)`, for a tooltip. */
export function withKey(words: string, key: keyof typeof SHORTCUT_OF): string {
  return useShortcutsStore().withKeys(words, SHORTCUT_OF[key]);
}

/** Serves the composer's shortcuts while it is on screen. */
export function useComposerKeys(
  act: (key: ComposerKey) => void,
  facts: {
    readonly isSending: () => boolean;
    readonly subject: () => string | null;
    readonly hasFindings: () => boolean;
    readonly isJson: () => boolean;
  },
): void {
  useActions({
    run: { words: 'Send request', run: () => act('send'), note: facts.subject },
    cancel: { run: () => act('cancel'), when: facts.isSending },
    'draft-new': () => act('new'),
    'draft-close': () => act('close'),
    'draft-next': () => act('next'),
    'draft-previous': () => act('previous'),
    placeholder: () => act('placeholder'),
    save: () => act('save'),
    format: { run: () => act('format'), when: facts.isJson },
    'next-finding': { run: () => act('next-finding'), when: facts.hasFindings },
    'previous-finding': { run: () => act('previous-finding'), when: facts.hasFindings },
  });
}
