import type { Router } from 'vue-router';
import { operations, type OperationId } from '@contract';
import type { Profile } from '@shared/profiles/profile';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { SHORTCUTS } from '@shared/app/shortcuts';
import { ENVIRONMENT_LABELS } from '../../components/environment-labels';
import type { IconName } from '../../components/Icon.vue';
import { isThere, PLACE_IDS, PLACES, type PlaceId } from '../shortcuts/app-actions';
import type { Entry } from './entry';

const ICONS: Readonly<Record<PlaceId, IconName>> = {
  'go-sessions': 'sessions',
  'go-buyers': 'buyers',
  'go-vault-forward': 'vault',
  'go-history': 'history',
  'go-saved-requests': 'saved',
  'go-api': 'api',
};
const place = { group: 'Go to' } as const;

export function screenEntries(router: Router): readonly Entry[] {
  return PLACE_IDS.filter((id) => isThere(id, router)).map((id) => ({
    ...place,
    key: id,
    icon: ICONS[id],
    words: SHORTCUTS[id].words,
    synonyms: 'go to open screen',
    shortcut: id,
    run: () => router.push({ name: PLACES[id] }),
  }));
}

/** The operations of the API that have their own screen. */
export function operationEntries(router: Router): readonly Entry[] {
  return (Object.keys(operations) as OperationId[]).flatMap((id): Entry[] => {
    const { method, path, summary } = operations[id];
    const name = router.getRoutes().find(({ meta }) => meta.operation === id)?.name;
    if (name === undefined) return [];
    return [
      {
        ...place,
        key: `operation-${id}`,
        icon: 'api',
        words: `${method} ${path}`,
        kind: 'Operation',
        synonyms: `${summary} endpoint`,
        run: () => router.push({ name }),
      },
    ];
  });
}

/** The other profiles. Switching sends nothing. */
export function profileEntries(
  profiles: readonly Profile[],
  activeId: string | null,
  activate: (id: string) => unknown,
): readonly Entry[] {
  return profiles
    .filter(({ id }) => id !== activeId)
    .map(({ id, name, environment, merchantAccountId }) => {
      const { word, icon } = ENVIRONMENT_LABELS[environment];
      return {
        ...place,
        key: `profile-${id}`,
        icon,
        words: `Switch to ${name}`,
        note: merchantAccountId === null ? word : `${word} · merchant ${merchantAccountId}`,
        kind: 'Profile',
        synonyms: 'account environment',
        run: () => activate(id),
      };
    });
}

export function savedRequestEntries(lines: readonly SavedRequestLine[], router: Router): readonly Entry[] {
  return lines.map(({ id, folder, name, subject }) => ({
    ...place,
    key: `saved-${id}`,
    icon: 'saved',
    words: folder === '' ? name : `${folder} / ${name}`,
    note: subject,
    kind: 'Saved request',
    run: () => router.push({ name: 'saved-requests', params: { requestId: id } }),
  }));
}
