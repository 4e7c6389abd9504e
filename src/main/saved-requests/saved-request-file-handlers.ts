import { z } from 'zod';
import type { SavedRequestRequests } from '@shared/bridge/saved-requests';
import { maskCardData } from '@shared/cards/mask-card-data';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { ChosenFiles } from '../files/chosen-files';
import type { Collection } from './collections/collection';
import { readCollectionsBelow } from './collections/collections-on-disk';
import { findInCollection, type FoundCollection } from './collections/found-in-collection';
import { readCollection } from './collections/read-collection';
import { importFound } from './import-requests';
import { inTurns } from './in-turns';
import { k6Script } from './k6-script';
import { readRequestFolder, writeRequestFolder, writtenSecrets, type FoundRequest } from './request-folder';
import { chosenRequests, inOrder, type RequestStore } from './request-store';
import { readRequestText, toRequestText } from './request-text';
import { requestIdsSchema } from './saved-request-schemas';
import { forgetUnused, secretIdsOf, withoutCards, type SecretServices } from './store-secrets';
import { whyUnknown } from './unknown-file';

const MAX_FILE_BYTES = 50_000_000;

export interface SavedRequestFileServices extends SecretServices {
  readonly store: RequestStore;
  readonly files: ChosenFiles;
  readonly activeProfile: () => Promise<Profile>;
  /** Where `{sandbox}` leads; null while the Local sandbox is not running. */
  readonly sandboxDestination: () => Promise<string | null>;
}

type FileRequests = Pick<
  SavedRequestRequests,
  'exportRequestFolder' | 'exportRequestFile' | 'exportK6Script' | 'saveRunReport' | 'importRequests'
>;

/** What writes saved requests, and reports of their runs, to files that the person chooses, and reads them from there. */
export function savedRequestFileHandlers(services: SavedRequestFileServices): BridgeHandlers<FileRequests> {
  const { store, files } = services;

  return {
    exportRequestFolder: {
      parse: z.object({ ids: requestIdsSchema }),
      handle: async ({ ids: wanted }) => {
        const path = await files.chooseFolder({ title: 'Export requests into a folder' });
        return path === null
          ? null
          : writeRequestFolder((await chosenRequests(store, wanted)).map(withoutCards), path);
      },
    },
    exportRequestFile: {
      parse: z.object({ ids: requestIdsSchema }),
      handle: async ({ ids: wanted }) => {
        const requests = (await chosenRequests(store, wanted)).map(withoutCards);
        const path = await files.saveText({
          title: 'Export requests',
          suggestedName: 'requests.yaml',
          text: toRequestText(requests, true),
        });
        if (path === null) return null;
        return { path, written: requests.length, leftAlone: [], notes: writtenSecrets(requests) };
      },
    },
    exportK6Script: {
      parse: z.object({ ids: requestIdsSchema, title: z.string().max(1_000) }),
      handle: async ({ ids: wanted, title }) => {
        const profile = await services.activeProfile();
        const requests = inOrder(await chosenRequests(store, wanted), wanted).map(withoutCards);
        const script = k6Script(requests, profile, title, await services.sandboxDestination());
        if (script.written === 0) throw nothingForK6(script.notes);
        const { text, ...rest } = script;
        const path = await files.saveText({
          title: 'Export for k6',
          suggestedName: 'requests.k6.js',
          text,
        });
        return path === null ? null : { path, ...rest };
      },
    },
    saveRunReport: {
      parse: z.object({
        text: z.string().max(MAX_FILE_BYTES),
        suggestedName: z.string().regex(/^[\w.-]{1,100}$/),
      }),
      handle: ({ text, suggestedName }) =>
        files.saveText({ title: 'Export report', suggestedName, text: maskCardData(text) }),
    },
    importRequests: {
      parse: z.object({ from: z.enum(['folder', 'file']) }),
      handle: async ({ from }) => {
        const found = from === 'folder' ? await fromFolder() : await fromFile();
        if (found === null) return null;
        const before = (await store.all()).flatMap(secretIdsOf);
        const collections: FoundCollection[] = [];
        for (const collection of found.collections)
          collections.push(await inTurns(findInCollection(collection)));
        const all = [...found.requests, ...collections.flatMap((collection) => collection.found)];
        const imported = await importFound(all, await services.activeProfile(), services);
        await forgetUnused(before, services);
        return { ...imported, collections: collections.map(({ report }) => report) };
      },
    },
  };

  async function fromFolder(): Promise<Found | null> {
    const path = await files.chooseFolder({ title: 'Import requests from a folder' });
    if (path === null) return null;
    return { requests: await readRequestFolder(path), collections: await readCollectionsBelow(path) };
  }

  async function fromFile(): Promise<Found | null> {
    const text = await files.openText({ title: 'Import requests', maxBytes: MAX_FILE_BYTES });
    if (text === null) return null;
    const collection = readCollection(text);
    if (collection !== null) return { requests: [], collections: [collection] };
    const why = whyUnknown(text);
    if (why !== null) return { requests: [{ file: 'the file', read: { ok: false, why } }], collections: [] };
    const requests = readRequestText(text).map((read, index) => ({ file: `request ${index + 1}`, read }));
    return { requests, collections: [] };
  }
}

/** What lies in files: requests of ours, and other tools' collections. */
interface Found {
  readonly requests: readonly FoundRequest[];
  readonly collections: readonly Collection[];
}

function nothingForK6(notes: readonly string[]): ProblemError {
  return new ProblemError({
    code: 'nothing-for-k6',
    title: 'None of these requests can be sent',
    meaning: `${notes.join(' ')} Nothing was written.`,
    nextStep: 'Fix one of them, then export again.',
    detail: null,
  });
}
