import { BrowserWindow, type MenuItemConstructorOptions } from 'electron';

/**
 * Undo and Redo of a menu. They press the keys: the page undoes in the field with the focus only, where Electron's own
 * roles go through all fields of the page.
 */
export function undoItems(): MenuItemConstructorOptions[] {
  return [item('Undo', []), item('Redo', ['shift'])];
}

function item(label: string, modifiers: readonly 'shift'[]): MenuItemConstructorOptions {
  const mod = process.platform === 'darwin' ? 'meta' : 'control';
  return {
    label,
    accelerator: `CommandOrControl+${modifiers.length > 0 ? 'Shift+' : ''}Z`,
    registerAccelerator: false,
    click: (_item, window) => {
      if (window instanceof BrowserWindow)
        window.webContents.sendInputEvent({
          type: 'keyDown',
          keyCode: 'Z',
          modifiers: [mod, ...modifiers],
        });
    },
  };
}
