import type { Router } from 'vue-router';
import { APPEARANCES, type Appearance } from '@shared/app/settings';
import { SHORTCUTS, type ShortcutId } from '@shared/app/shortcuts';
import type { IconName } from '../../components/Icon.vue';
import type { useOverlaysStore } from '../../stores/overlays';
import type { useSettingsStore } from '../../stores/settings';
import type { useShortcutsStore } from '../../stores/shortcuts';
import type { Entry } from './entry';

export interface CommandServices {
  readonly router: Router;
  readonly shortcuts: ReturnType<typeof useShortcutsStore>;
  readonly settings: ReturnType<typeof useSettingsStore>;
  readonly overlays: ReturnType<typeof useOverlaysStore>;
}

/** What the visible screen can do at the moment. */
const OF_THE_SCREEN: readonly { id: ShortcutId; icon: IconName; synonyms?: string }[] = [
  { id: 'run', icon: 'enter', synonyms: 'go now' },
  { id: 'refresh', icon: 'refresh', synonyms: 'reload again' },
  { id: 'replay', icon: 'run', synonyms: 'send again repeat' },
  { id: 'cancel', icon: 'close', synonyms: 'stop abort' },
  { id: 'save', icon: 'saved', synonyms: 'keep store' },
  { id: 'draft-close', icon: 'close' },
  { id: 'draft-next', icon: 'forward' },
  { id: 'draft-previous', icon: 'back' },
  { id: 'placeholder', icon: 'plus', synonyms: 'card number insert' },
  { id: 'format', icon: 'edit', synonyms: 'pretty print indent json' },
  { id: 'next-finding', icon: 'warning', synonyms: 'problem error check' },
];

const APPEARANCE_WORDS: Readonly<Record<Appearance, string>> = {
  system: 'Appearance: system default',
  light: 'Appearance: light',
  dark: 'Appearance: dark',
};

/** Everything that can be done anywhere in the app, and what the visible screen can do. */
export function commandEntries({ router, shortcuts, settings, overlays }: CommandServices): readonly Entry[] {
  const action = { group: 'Actions' } as const;
  const ofTheScreen = OF_THE_SCREEN.flatMap(({ id, icon, synonyms }): Entry[] => {
    const able = shortcuts.find(id);
    if (able === null) return [];
    const note = able.note?.() ?? null;
    const words = able.words ?? SHORTCUTS[id].words;
    return [{ ...action, key: id, icon, words, note, synonyms, shortcut: id, run: able.run }];
  });
  return [
    ...ofTheScreen,
    {
      ...action,
      key: 'look-up',
      icon: 'sessions',
      words: 'Look up a session',
      synonyms: 'paste id uuid find',
      run: async () => {
        await router.push({ name: 'sessions' });
        shortcuts.runSoon('find');
      },
    },
    {
      ...action,
      key: 'draft-new',
      icon: 'plus',
      words: 'New draft',
      note: 'Vault Forward',
      synonyms: 'create request compose forward card',
      shortcut: 'draft-new',
      run: async () => {
        await router.push({ name: 'vault-forward' });
        shortcuts.runSoon('draft-new');
      },
    },
    {
      ...action,
      key: 'search-history',
      icon: 'history',
      words: 'Search history',
      synonyms: 'find exchange request',
      shortcut: 'search-history',
      run: () => shortcuts.run('search-history'),
    },
    {
      ...action,
      key: 'settings',
      icon: 'settings',
      words: 'Settings',
      synonyms: 'preferences options retention logs secrets',
      shortcut: 'settings',
      run: () => router.push({ name: 'settings' }),
    },
    {
      ...action,
      key: 'new-profile',
      icon: 'plus',
      words: 'New profile',
      synonyms: 'create add account environment token',
      run: () => router.push({ name: 'profiles', params: { profileId: 'new' } }),
    },
    {
      ...action,
      key: 'manage-profiles',
      icon: 'settings',
      words: 'Manage profiles',
      synonyms: 'edit token key environment',
      run: () => router.push({ name: 'profiles' }),
    },
    {
      ...action,
      key: 'help',
      icon: 'help',
      words: 'Help',
      note: 'Shortcuts, what each field means',
      synonyms: 'keys keyboard documentation',
      shortcut: 'help',
      run: () => shortcuts.run('help'),
    },
    {
      ...action,
      key: 'tour',
      icon: 'run',
      words: 'Take the two-minute tour',
      note: 'On the Local sandbox',
      synonyms: 'help start begin introduction tutorial',
      run: () => overlays.startTour(),
    },
    ...APPEARANCES.map((appearance): Entry => ({
      ...action,
      key: `appearance-${appearance}`,
      icon: 'appearance',
      words: APPEARANCE_WORDS[appearance],
      synonyms: 'theme mode colours night day',
      run: () => settings.change(() => ({ appearance })),
    })),
    ...(['data', 'logs'] as const).map((folder): Entry => ({
      ...action,
      key: `folder-${folder}`,
      icon: 'folder',
      words: folder === 'data' ? 'Open the data folder' : 'Open the folder of logs',
      synonyms: 'files directory',
      run: () => window.explorer.openFolder({ folder }),
    })),
  ];
}
