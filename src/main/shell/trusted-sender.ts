import { isOwnOrigin } from './origin';

/** The part of Electron's event that identifies the sender. */
interface Asking {
  readonly sender: unknown;
  readonly senderFrame: { readonly url: string } | null;
}

/** The part of Electron's window that identifies its page and its main frame, which no other page can replace. */
interface OwnWindow {
  isDestroyed(): boolean;
  readonly webContents: { readonly mainFrame: unknown };
}

/**
 * True for the main frame of our own window while it shows our own page. False for a frame inside it, for another
 * window, and for a page that navigated elsewhere.
 */
export function isTrustedSender({ sender, senderFrame }: Asking, window: OwnWindow | null): boolean {
  if (!window || window.isDestroyed() || !senderFrame) return false;
  const { webContents } = window;
  return sender === webContents && senderFrame === webContents.mainFrame && isOwnOrigin(senderFrame.url);
}
