import { app, clipboard, dialog, shell, type BrowserWindow } from 'electron';
import { z } from 'zod';
import type { AppRequests, MaskedInCopy } from '@shared/bridge/app';
import { maskCardText } from '@shared/cards/mask-card-data';
import type { OutsideLink } from '@shared/app/deep-link';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { parseUrl } from '@shared/http/parse-url';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { openCopyMenu } from './context-menu';
import { oneDialog } from './one-dialog';

export interface AppServices {
  readonly window: () => BrowserWindow | null;
  readonly takeDeepLink: () => OutsideLink | null;
  readonly takeCrashReason: () => string | null;
  readonly zoom: (direction: 1 | -1 | null) => number;
  readonly sandboxFacts: () => Promise<SandboxFacts | null>;
  /** Masks the secrets that this run has handled. */
  readonly maskSecrets: (text: string) => string;
}

/** A longer text is an answer, in which the secrets of its own request are masked already. */
const MAX_SEARCHED_LENGTH = 1_000_000;

/** The requests that need Electron itself. */
export function appHandlers(
  services: AppServices,
): BridgeHandlers<Omit<AppRequests, 'cancelCall' | 'noteUnsavedForms'>> {
  return {
    describeApp: {
      parse: z.undefined(),
      handle: () => ({
        version: app.getVersion(),
        electron: process.versions.electron ?? 'unknown',
        platform: process.platform,
      }),
    },
    takeDeepLink: { parse: z.undefined(), handle: () => services.takeDeepLink() },
    takeCrashReason: { parse: z.undefined(), handle: () => services.takeCrashReason() },
    describeSandbox: { parse: z.undefined(), handle: () => services.sandboxFacts() },
    openExternalLink: {
      parse: z.object({ url: z.string().max(2048) }),
      handle: ({ url }) => openExternalLink(services.window(), url),
    },
    zoomWindow: {
      parse: z.object({ direction: z.union([z.literal(1), z.literal(-1), z.null()]) }),
      handle: ({ direction }) => services.zoom(direction),
    },
    openCopyMenu: {
      parse: z.object({ what: z.string().max(40), text: z.string().max(10_000) }),
      handle: ({ what, text }) => {
        const window = services.window();
        if (window) openCopyMenu(window, what, () => copy(what, text));
        return null;
      },
    },
    copyText: {
      parse: z.object({ what: z.string(), text: z.string() }),
      handle: ({ what, text }) => copy(what, text),
    },
  };

  /** Secrets and card data are masked because other programs read the clipboard, and some keep it. */
  async function copy(what: string, text: string): Promise<MaskedInCopy | null> {
    const plain = text.length > MAX_SEARCHED_LENGTH ? text : services.maskSecrets(text);
    const masked = maskCardText(what, plain);
    // Asynchronous in the declared runtime, synchronous in the fallback.
    await clipboard.writeText(masked);
    return plain !== text ? 'a secret' : masked !== plain ? 'card data' : null;
  }
}

/** Opens a link in the person's browser: https only, and only after a question that names the host. */
async function openExternalLink(window: BrowserWindow | null, address: string): Promise<boolean> {
  const url = externalUrl(address);
  if (!url || !window) return false;
  const { response } = await oneDialog(window, (over) =>
    dialog.showMessageBox(over, {
      type: 'question',
      message: `Open ${url.host} in your browser?`,
      detail: url.href,
      buttons: ['Cancel', 'Open in browser'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }),
  );
  if (response !== 1) return false;
  await shell.openExternal(url.href);
  return true;
}

/** The parsed address if it may be opened, otherwise null. */
function externalUrl(address: string): URL | null {
  const url = parseUrl(address);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}
