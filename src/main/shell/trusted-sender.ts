import { isOwnOrigin } from './origin';

/** Of electron's event: who asked. */
interface Asking {
  readonly sender: unknown;
  readonly senderFrame: { readonly url: string } | null;
}

/** Of electron's window: its page, and the frame of it that no other page can put there. */
interface OwnWindow {
  isDestroyed(): boolean;
  readonly webContents: { readonly mainFrame: unknown };
}

/** True for the main frame of our own window, while our own page is in it. A frame inside it, another window and a page that was led elsewhere are none. */
export function isTrustedSender({ sender, senderFrame }: Asking, window: OwnWindow | null): boolean {
  if (!window || window.isDestroyed() || !senderFrame) return false;
  const { webContents } = window;
  return sender === webContents && senderFrame === webContents.mainFrame && isOwnOrigin(senderFrame.url);
}
