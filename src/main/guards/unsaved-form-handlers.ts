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
  readonly savedRequests: () => Promise<readonly Named[]>;
}

export function unsavedFormHandlers(
  services: UnsavedFormServices,
): BridgeHandlers<Pick<AppRequests, 'noteUnsavedForms'>> {
  const all: Readonly<Record<FormKind, () => Promise<readonly Named[]>>> = {
    profile: async () => [...(await services.profiles()), { id: NEW_FORM, name: 'a new profile' }],
    'saved request': services.savedRequests,
  };
  return {
    noteUnsavedForms: {
      parse: z.object({ kind: z.enum(FORM_KINDS), ids: z.array(z.string().max(100)).max(10_000) }),
      handle: async ({ kind, ids }) => {
        const namesOf = async (): Promise<readonly string[]> =>
          (await all[kind]()).filter(({ id }) => ids.includes(id)).map(({ name }) => name);
        await services.unsaved.note(kind, ids, namesOf);
        return null;
      },
    },
  };
}
