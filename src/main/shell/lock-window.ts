import type { BrowserWindow, WebPreferences } from 'electron';

/** For the page of every window: it is web content, and reaches neither Node nor another page. */
export const LOCKED_PAGE = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies WebPreferences;

/** Blocks new windows, embedded pages, navigation except to what `mayOpen`, WebRTC, and other titles than main gives. */
export function lockWindow(window: BrowserWindow, mayOpen: (url: string) => boolean): void {
  const { webContents } = window;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event, url) => {
    if (!mayOpen(url)) event.preventDefault();
  });
  webContents.on('will-redirect', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  // WebRTC may use only the session's proxy, which leads nowhere (`sessions.ts`).
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  window.on('page-title-updated', (event) => event.preventDefault());
}
