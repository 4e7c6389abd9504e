import { z } from 'zod';
import { FORM_KINDS, NEW_FORM, type AppRequests, type FormKind } from '@shared/bridge/app';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { UnsavedForms } from './unsaved-forms';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface UnsavedFormServices {
  readonly unsaved: UnsavedForms;
  readonly profiles: () => Promise<readonly Named[]>;
  /** Null for one that was deleted. */
  readonly findSavedRequest: (id: string) => Promise<Named | null>;
}

export function unsavedFormHandlers(
  services: UnsavedFormServices,
): BridgeHandlers<Pick<AppRequests, 'noteUnsavedForms'>> {
  const find: Readonly<Record<FormKind, (ids: readonly string[]) => Promise<readonly (Named | null)[]>>> = {
    profile: async (ids) =>
      [...(await services.profiles()), { id: NEW_FORM, name: 'a new profile' }].filter(({ id }) =>
        ids.includes(id),
      ),
    'saved request': (ids) => Promise.all(ids.map(services.findSavedRequest)),
  };
  return {
    noteUnsavedForms: {
      parse: z.object({ kind: z.enum(FORM_KINDS), ids: z.array(z.string().max(100)).max(10_000) }),
      handle: async ({ kind, ids }) => {
        const namesOf = async (): Promise<readonly string[]> =>
          (await find[kind](ids)).flatMap((one) => one?.name ?? []);
        await services.unsaved.note(kind, ids, namesOf);
        return null;
      },
    },
  };
}
