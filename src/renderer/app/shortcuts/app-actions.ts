import { useRoute, useRouter, type Router } from 'vue-router';
import { isShortcutId, PROFILE_PLACES, type ShortcutId } from '@shared/app/shortcuts';
import { isModalOpen } from '../../components/modal-open';
import { useOverlaysStore } from '../../stores/overlays';
import { useProfilesStore } from '../../stores/profiles';
import { useShortcutsStore } from '../../stores/shortcuts';
import { useActions, type Actions } from '../../stores/use-actions';

/** The screens of the navigation, by the shortcut that leads to each. */
export const PLACES = {
  'go-sessions': 'sessions',
  'go-buyers': 'buyers',
  'go-vault-forward': 'vault-forward',
  'go-history': 'history',
  'go-saved-requests': 'saved-requests',
  'go-api': 'api',
} as const satisfies Partial<Record<ShortcutId, string>>;

export type PlaceId = keyof typeof PLACES;
export const PLACE_IDS: readonly PlaceId[] = Object.keys(PLACES).filter((id): id is PlaceId => id in PLACES);

/** False for a screen that this version does not have. */
export function isThere(id: ShortcutId, router: Router): boolean {
  return !(id in PLACES) || router.hasRoute(PLACES[id as PlaceId]);
}

/** The first search field on the screen. */
function searchField(): HTMLInputElement | null {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]');
  return [...fields].find((field) => field.offsetParent !== null) ?? null;
}

/** What the frame does for shortcuts on every screen, and for the system's menu. */
export function useAppActions(): void {
  const router = useRouter();
  const route = useRoute();
  const overlays = useOverlaysStore();
  const profiles = useProfilesStore();
  const shortcuts = useShortcutsStore();

  const actions: Record<string, Actions[ShortcutId]> = {
    palette: () => overlays.show('palette'),
    help: () => overlays.show('help'),
    settings: () => router.push({ name: 'settings' }),
    back: () => router.back(),
    forward: () => router.forward(),
    // A screen that has a better search registers its own action.
    find: { run: () => searchField()?.focus(), when: () => searchField() !== null },
    // The History screen registers its own search when it appears.
    'search-history': async () => {
      if (route.name === 'history') return shortcuts.run('find');
      await router.push({ name: 'history' });
      return shortcuts.runSoon('find');
    },
  };
  for (const id of PLACE_IDS) {
    actions[id] = { run: () => router.push({ name: PLACES[id] }), when: () => isThere(id, router) };
  }
  for (const place of PROFILE_PLACES) {
    const profile = (): string | undefined => profiles.profiles[place - 1]?.id;
    actions[`profile-${place}`] = {
      when: () => profile() !== undefined,
      run: () => {
        const id = profile();
        if (id !== undefined && id !== profiles.activeId) void profiles.activate(id);
      },
    };
  }
  useActions(actions);

  window.explorer.on('shortcutChosen', ({ id }) => {
    // As with keys, nothing behind a modal question is changed: it might then be about something else.
    if (isShortcutId(id) && !isModalOpen()) shortcuts.run(id);
  });
}
