import { Menu, type MenuItemConstructorOptions } from 'electron';
import { acceleratorOf } from '@shared/app/key-combination';
import { keysOf, SHORTCUTS, type ShortcutChanges, type ShortcutId } from '@shared/app/shortcuts';
import { undoItems } from './undo-items';

export interface MenuServices {
  /** Adds what only development needs: reloading would discard what was typed. */
  readonly development: boolean;
  /** The page carries it out, as it does for the shortcut. */
  readonly choose: (id: ShortcutId) => void;
  readonly zoom: (direction: 1 | 0 | -1) => void;
}

const apple = process.platform === 'darwin';

/** The application menu: the platform's roles, and the app's actions with their current shortcuts. */
export function setMenu(services: MenuServices, changes: ShortcutChanges): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(services, changes)));
}

function menuTemplate(
  { development, choose, zoom }: MenuServices,
  changes: ShortcutChanges,
): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const;
  /** The page handles the shortcuts itself: the menu shows them but must not intercept them. */
  const keysFor = (
    id: ShortcutId,
  ): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> => {
    const [first] = keysOf(id, changes, apple);
    const accelerator = first === undefined ? null : acceleratorOf(first);
    return accelerator === null ? {} : { accelerator, registerAccelerator: false };
  };
  const item = (id: ShortcutId, label = SHORTCUTS[id].words): MenuItemConstructorOptions => ({
    label,
    click: () => choose(id),
    ...keysFor(id),
  });
  const zoomItem = (id: ShortcutId, direction: 1 | 0 | -1): MenuItemConstructorOptions => ({
    ...item(id),
    click: () => zoom(direction),
  });
  const settings = item('settings', 'Settings…');

  return [
    ...(apple ? [appleMenu(settings)] : []),
    {
      label: 'File',
      submenu: [
        item('draft-new'),
        item('save', 'Save…'),
        separator,
        ...(apple ? [{ role: 'close' } as const] : [settings, separator, { role: 'quit' } as const]),
      ],
    },
    {
      label: 'Edit',
      submenu: [
        ...undoItems(),
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        item('palette', 'Search or run…'),
        item('find', 'Find on this screen'),
      ],
    },
    {
      label: 'View',
      submenu: [
        item('refresh'),
        separator,
        zoomItem('zoom-reset', 0),
        zoomItem('zoom-in', 1),
        zoomItem('zoom-out', -1),
        separator,
        { role: 'togglefullscreen' },
        ...(development ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      label: 'Go',
      submenu: [
        item('back'),
        item('forward'),
        separator,
        item('go-sessions'),
        item('go-buyers'),
        item('go-vault-forward'),
        item('go-history'),
        item('go-saved-requests'),
        separator,
        item('search-history'),
      ],
    },
    {
      role: 'window',
      submenu: apple
        ? [{ role: 'minimize' }, { role: 'zoom' }, separator, { role: 'front' }]
        : [{ role: 'minimize' }],
    },
    { role: 'help', submenu: [item('help', 'Shortcuts and fields')] },
  ];
}

function appleMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  const separator = { type: 'separator' } as const;
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}
