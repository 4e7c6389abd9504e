import { Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';
import { undoItems } from './undo-items';

/** The usual context menu: cut, copy and paste, where they are possible. */
export function showContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextItems(params);
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

function contextItems({
  isEditable,
  selectionText,
  editFlags,
}: ContextMenuParams): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      ...undoItems(),
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}

/** Opens a menu for something that is copied as a whole, such as a shortened ID. */
export function openCopyMenu(window: BrowserWindow, what: string, copy: () => unknown): void {
  Menu.buildFromTemplate([{ label: `Copy ${what}`, click: () => void copy() }]).popup({ window });
}
