import { z } from 'zod';
import { FORM_KINDS, NEW_FORM, type AppRequests, type FormKind } from '@shared/bridge/app';
import type { HistoryEntry } from '@shared/history/history';
import { maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { UnsavedForms } from './unsaved-forms';

interface Named {
  readonly id: string;
  readonly name: string;
}
type Entry = Pick<HistoryEntry, 'method' | 'url' | 'destination'>;

export interface UnsavedFormServices {
  readonly unsaved: UnsavedForms;
  readonly profiles: () => Promise<readonly Named[]>;
  /** Null if it was deleted. */
  readonly findSavedRequest: (id: string) => Promise<Named | null>;
  /** Null if the history no longer has the entry. */
  readonly findEntry: (id: string) => Promise<Entry | null>;
}

export function unsavedFormHandlers(
  services: UnsavedFormServices,
): BridgeHandlers<Pick<AppRequests, 'noteUnsavedForms'>> {
  const namesOf: Readonly<Record<FormKind, (ids: readonly string[]) => Promise<readonly string[]>>> = {
    profile: async (ids) =>
      [...(await services.profiles()), { id: NEW_FORM, name: 'a new profile' }].flatMap(({ id, name }) =>
        ids.includes(id) ? [name] : [],
      ),
    'saved request': (ids) => namesIn(ids, services.findSavedRequest, ({ name }) => name),
    // Named as in the History: parts whose names say that they are secret are hidden.
    note: (ids) =>
      namesIn(ids, services.findEntry, ({ destination, method, url }) =>
        maskSecretsOfUrl(destination ?? `${method} ${url}`),
      ),
    import: async () => ['text that is not opened as a draft'],
  };
  return {
    noteUnsavedForms: {
      parse: z.object({ kind: z.enum(FORM_KINDS), ids: z.array(z.string().max(100)).max(10_000) }),
      handle: async ({ kind, ids }) => {
        await services.unsaved.note(kind, ids, () => namesOf[kind](ids));
        return null;
      },
    },
  };
}

async function namesIn<T>(
  ids: readonly string[],
  find: (id: string) => Promise<T | null>,
  nameOf: (found: T) => string,
): Promise<readonly string[]> {
  const found = await Promise.all(ids.map(find));
  return found.flatMap((one) => (one === null ? [] : [nameOf(one)]));
}
