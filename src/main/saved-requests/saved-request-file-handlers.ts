import { z } from 'zod';
import type { SavedRequestRequests } from '@shared/bridge/saved-requests';
import { ProblemError } from '@shared/problem';
import type { TaskQueue } from '@shared/task-queue';
import type { Profile } from '@shared/profiles/profile';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { notifyIfSlow } from '../calls/wait';
import type { ChosenFiles } from '../files/chosen-files';
import { importCancelled, type AskForSource } from './ask-for-source';
import { readCollectionsBelow } from './collections/collections-on-disk';
import type { FoundCollection } from './collections/found-in-collection';
import { importFound } from './import-requests';
import { withoutSecrets } from '../profiles/export-profiles';
import { k6Script } from './k6-script';
import type { AskLive } from './live/ask-live';
import { readRequestFolder, writeRequestFolder, writtenSecrets, type FoundRequest } from './request-folder';
import { chosenRequests, inOrder, type RequestStore } from './request-store';
import { toRequestText } from './request-text';
import { requestIdsSchema } from './saved-request-schemas';
import { forFiles, textForFile, withoutCodes, type SecretServices } from './store-secrets';

const MAX_FILE_BYTES = 50_000_000;
const NO_CARDS_IN_A_SCRIPT =
  'A script holds no card numbers and no security codes: put placeholders such as {{CARD_SECURITY_CODE_1}} in their place.';
const READING = 'Reading what you chose. Everything else works meanwhile.';

export interface SavedRequestFileServices extends SecretServices {
  readonly store: RequestStore;
  readonly files: ChosenFiles;
  readonly calls: RunningCalls;
  readonly readSource: AskForSource;
  readonly askLive: AskLive;
  readonly tellProgress: (callId: string, note: string | null) => void;
  readonly activeProfile: () => Promise<Profile>;
  /** The base URL for `{sandbox}`; null while the Local sandbox is not running. */
  readonly sandboxDestination: () => Promise<string | null>;
}

type FileRequests = Pick<
  SavedRequestRequests,
  'exportRequestFolder' | 'exportRequestFile' | 'exportK6Script' | 'saveRunReport' | 'importRequests'
>;

/**
 * Handlers that write saved requests, and reports of their runs, to files that the person chooses, and read requests
 * from them. `changes` has the changes to saved requests, which take turns.
 */
export function savedRequestFileHandlers(
  services: SavedRequestFileServices,
  changes: TaskQueue,
): BridgeHandlers<FileRequests> {
  const { store, files } = services;

  return {
    exportRequestFolder: {
      parse: z.object({ ids: requestIdsSchema }),
      handle: async ({ ids: wanted }) => {
        const path = await files.chooseFolder({ title: 'Export requests into a folder' });
        if (path === null) return null;
        const { requests, notes } = await forFiles(await chosenRequests(store, wanted), services);
        const written = await writeRequestFolder(requests, path, services.askLive);
        return { ...written, notes: [...notes, ...written.notes] };
      },
    },
    exportRequestFile: {
      parse: z.object({ ids: requestIdsSchema }),
      handle: async ({ ids: wanted }) => {
        const { requests, notes } = await forFiles(await chosenRequests(store, wanted), services);
        const path = await files.saveText({
          title: 'Export requests',
          suggestedName: 'requests.yaml',
          text: toRequestText(requests, true),
        });
        if (path === null) return null;
        return {
          path,
          written: requests.length,
          leftAlone: [],
          notes: [...notes, ...writtenSecrets(requests)],
        };
      },
    },
    exportK6Script: {
      parse: z.object({ ids: requestIdsSchema, title: z.string().max(1_000) }),
      handle: async ({ ids: wanted, title }) => {
        const profile = withoutSecrets(await services.activeProfile(), await services.references.known());
        const chosen = inOrder(await chosenRequests(store, wanted), wanted);
        const { requests, notes: masked } = await forFiles(chosen, services);
        const {
          text,
          written,
          notes: found,
        } = k6Script(
          requests,
          profile,
          await textForFile(title, services),
          await services.sandboxDestination(),
        );
        const hadCards = JSON.stringify(chosen.map(withoutCodes)) !== JSON.stringify(chosen);
        const notes = [...masked, ...found, ...(hadCards ? [NO_CARDS_IN_A_SCRIPT] : [])];
        if (written === 0) throw nothingForK6(notes);
        const path = await files.saveText({
          title: 'Export for k6',
          suggestedName: 'requests.k6.js',
          text,
        });
        return path === null ? null : { path, written, notes };
      },
    },
    saveRunReport: {
      parse: z.object({
        text: z.string().max(MAX_FILE_BYTES),
        suggestedName: z.string().regex(/^[\w.-]{1,100}$/),
      }),
      handle: async ({ text, suggestedName }) =>
        files.saveText({ title: 'Export report', suggestedName, text: await textForFile(text, services) }),
    },
    importRequests: {
      parse: z.object({ from: z.enum(['folder', 'file']), callId: callIdSchema }),
      handle: async ({ from, callId }) => {
        const chosen = from === 'folder' ? await chooseFolder() : await chooseFile();
        if (chosen === null) return null;
        return services.calls.run(callId, async (signal) => {
          const { requests, collections } = await notifyIfSlow(chosen(signal), (isSlow) =>
            services.tellProgress(callId, isSlow ? READING : null),
          );
          if (signal.aborted) throw importCancelled(signal);
          const all = [...requests, ...collections.flatMap(({ found }) => found)];
          const profile = await services.activeProfile();
          const imported = await changes.run(() => importFound(all, profile, services));
          return { ...imported, collections: collections.map(({ report }) => report) };
        });
      },
    },
  };

  async function chooseFolder(): Promise<Chosen | null> {
    const path = await files.chooseFolder({ title: 'Import requests from a folder' });
    if (path === null) return null;
    return async (signal) => {
      const requests = await readRequestFolder(path, async (text) => {
        const content = await services.readSource({ kind: 'request-file', text }, signal);
        if (content.kind === 'requests') return content.requests;
        return content.kind === 'collection' ? [] : [{ ok: false, why: content.why }];
      });
      const { collections, unread } = await readCollectionsBelow(path, (source) =>
        services.readSource(source, signal),
      );
      return { requests: [...requests, ...unread], collections };
    };
  }

  async function chooseFile(): Promise<Chosen | null> {
    const text = await files.openText({ title: 'Import requests', maxBytes: MAX_FILE_BYTES });
    if (text === null) return null;
    return async (signal) => {
      const content = await services.readSource({ kind: 'text', text }, signal);
      switch (content.kind) {
        case 'collection':
          return { requests: [], collections: [content.collection] };
        case 'unknown':
        case 'unread':
          return {
            requests: [{ file: 'the file', read: { ok: false, why: content.why } }],
            collections: [],
          };
        case 'requests': {
          const requests = content.requests.map((read, index) => ({ file: `request ${index + 1}`, read }));
          return { requests, collections: [] };
        }
      }
    };
  }
}

/** Reads what the person has chosen. */
type Chosen = (signal: AbortSignal) => Promise<Found>;

/** What was found in files: requests of this app, and other tools' collections. */
interface Found {
  readonly requests: readonly FoundRequest[];
  readonly collections: readonly FoundCollection[];
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
