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
}

export function unsavedFormHandlers(
  services: UnsavedFormServices,
): BridgeHandlers<Pick<AppRequests, 'noteUnsavedForms'>> {
  const namesOf: Readonly<Record<FormKind, (ids: readonly string[]) => Promise<readonly string[]>>> = {
    profile: async (ids) =>
      [...(await services.profiles()), { id: NEW_FORM, name: 'a new profile' }].flatMap(({ id, name }) =>
        ids.includes(id) ? [name] : [],
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
