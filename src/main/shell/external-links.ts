import { dialog, shell, type BrowserWindow } from 'electron';

/** Opens a link in the person's browser: https only, and only after a question that names the host. */
export async function openExternalLink(window: BrowserWindow | null, address: string): Promise<boolean> {
  const url = externalUrl(address);
  if (!url || !window) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Open ${url.host} in your browser?`,
    detail: url.href,
    buttons: ['Cancel', 'Open in browser'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response !== 1) return false;
  await shell.openExternal(url.href);
  return true;
}

/** The parsed address when it is one that may be opened, else null. */
function externalUrl(address: string): URL | null {
  try {
    const url = new URL(address);
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
  } catch {
    return null;
  }
}
