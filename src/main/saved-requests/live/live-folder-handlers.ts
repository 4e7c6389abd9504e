import { z } from 'zod';
import type { LiveFolderRequests } from '@shared/bridge/live-folders';
import type { Profile } from '@shared/profiles/profile';
import type { BridgeHandlers } from '../../bridge/bridge-handler';
import type { ChosenFiles } from '../../files/chosen-files';
import type { SecretReferences } from '../../secrets/references';
import type { RequestStore } from '../request-store';
import { secretIdsOf } from '../store-secrets';
import type { LiveFolders } from './live-folders';

export interface LiveFolderHandlerServices {
  readonly liveFolders: LiveFolders;
  readonly store: Pick<RequestStore, 'all'>;
  readonly files: Pick<ChosenFiles, 'chooseFolder'>;
  readonly references: Pick<SecretReferences, 'forget'>;
  readonly activeProfile: () => Promise<Profile>;
}

const id = z.string().uuid();

/** No request names a path: the person chooses the folder, and only what is in it is read and written. */
export function liveFolderHandlers({
  liveFolders,
  store,
  files,
  references,
  activeProfile,
}: LiveFolderHandlerServices): BridgeHandlers<LiveFolderRequests> {
  const describe = () => liveFolders.describe();
  return {
    describeLiveFolders: { parse: z.undefined(), handle: describe },
    openLiveFolder: {
      parse: z.undefined(),
      handle: async () => {
        const path = await files.chooseFolder({ title: 'Open a folder of requests' });
        if (path === null) return null;
        const taken = (await store.all()).map(({ folder }) => folder.split('/')[0] ?? '');
        await liveFolders.open(path, (await activeProfile()).id, taken);
        return describe();
      },
    },
    closeLiveFolder: {
      parse: z.object({ id }),
      handle: async ({ id: folderId }) => {
        const secrets = await liveFolders.close(folderId);
        const used = new Set((await store.all()).flatMap(secretIdsOf));
        for (const secret of secrets) if (!used.has(secret)) await references.forget(secret);
        return describe();
      },
    },
    lookAtLiveFolder: {
      parse: z.object({ id: id.nullable() }),
      handle: async ({ id: folderId }) => {
        await liveFolders.look(folderId ?? undefined);
        return describe();
      },
    },
    giveRequestId: {
      parse: z.object({ requestId: id }),
      handle: async ({ requestId }) => {
        const holder = (await liveFolders.all()).find((folder) => folder.has(requestId));
        await holder?.giveId(requestId);
        return describe();
      },
    },
  };
}
