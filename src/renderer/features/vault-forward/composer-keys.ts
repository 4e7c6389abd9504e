import { isModalOpen } from '@renderer/components/modal-open';
import { isCommand, onApple } from '@renderer/components/command-key';
import { onActivated, onDeactivated } from 'vue';

export type ComposerKey = 'send' | 'new' | 'close' | 'next' | 'previous' | 'placeholder' | 'save' | 'cancel';

/** What a key combination means in the composer, or null. Command stands for Control on macOS, but for Tab. */
export function composerKeyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  apple: boolean,
): ComposerKey | null {
  if (event.key === 'Tab' && event.ctrlKey && !event.altKey && !event.metaKey)
    return event.shiftKey ? 'previous' : 'next';
  if (!isCommand(event, apple) || event.altKey || event.shiftKey) return null;
  switch (event.key.toLowerCase()) {
    case 'enter':
      return 'send';
    case 't':
      return 'new';
    case 'w':
      return 'close';
    case 'i':
      return 'placeholder';
    case 's':
      return 'save';
    case '.':
      return 'cancel';
    default:
      return null;
  }
}

/** How a command's key is written: `Ctrl Enter`, or `⌘Enter`. */
export function describeKey(key: string): string {
  return onApple ? `⌘${key}` : `Ctrl ${key}`;
}

/** Listens while the composer is on screen, except while a modal dialog is open. A key that is held down counts once. */
export function useComposerKeys(act: (key: ComposerKey) => void): void {
  function onKey(event: KeyboardEvent): void {
    const key = composerKeyOf(event, onApple);
    if (key === null || isModalOpen()) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act(key);
  }
  // Before the editor, which has a use of its own for some of them.
  onActivated(() => window.addEventListener('keydown', onKey, { capture: true }));
  onDeactivated(() => window.removeEventListener('keydown', onKey, { capture: true }));
}
