import { countOf } from '@shared/text/count-of';
import { z } from 'zod';
import type { RunEvent, SavedRequestRequests } from '@shared/bridge/saved-requests';
import { maskCardData } from '@shared/cards/mask-card-data';
import { subjectOfRequest } from '@shared/operations/registry';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { folderProblem, type SavedRequest, type SavedRequestLine } from '@shared/requests/saved-requests';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import type { ChosenFiles } from '../files/chosen-files';
import type { SecretReferences } from '../secrets/references';
import { placesAfterMove } from './arrange-requests';
import type { Collection } from './collections/collection';
import { readCollectionsBelow } from './collections/collections-on-disk';
import { findInCollection, type FoundCollection } from './collections/found-in-collection';
import { readCollection } from './collections/read-collection';
import { DeletedRequests } from './deleted-requests';
import { importFound } from './import-requests';
import { inTurns } from './in-turns';
import { k6Script } from './k6-script';
import { readRequestFolder, writeRequestFolder, writtenSecrets, type FoundRequest } from './request-folder';
import type { RequestStore } from './request-store';
import { readRequestText, toRequestText } from './request-text';
import { whyUnknown } from './unknown-file';
import { runSavedRequests, type RunServices } from './run-saved-requests';
import { exampleSchema, folderSchema, nameSchema, requestToSaveSchema } from './saved-request-schemas';
import { masked, withRollback, secretIdsOf, storeSecrets, type SecretServices } from './store-secrets';

export interface SavedRequestServices extends Pick<RunServices, 'sender'>, SecretServices {
  readonly store: RequestStore;
  readonly references: Pick<SecretReferences, 'store' | 'read' | 'forget' | 'keep'>;
  readonly calls: RunningCalls;
  readonly files: ChosenFiles;
  readonly activeProfile: () => Promise<Profile>;
  /** Where `{sandbox}` leads; null while the Local sandbox is not running. */
  readonly sandboxDestination: () => Promise<string | null>;
  readonly tellRun: (event: RunEvent) => void;
}

const requestId = z.string().uuid();
const ids = z.array(requestId).max(10_000);
const MAX_FILE_BYTES = 50_000_000;

export function savedRequestHandlers(services: SavedRequestServices): BridgeHandlers<SavedRequestRequests> {
  const { store, calls, files, sender } = services;
  const deleted = new DeletedRequests(services.references);

  async function list(): Promise<readonly SavedRequestLine[]> {
    return (await store.all()).map(toLine);
  }

  /** Forgets secrets that no request refers to any more. */
  async function forgetUnused(candidates: readonly string[]): Promise<void> {
    if (candidates.length === 0) return;
    const used = new Set((await store.all()).flatMap(secretIdsOf));
    for (const id of candidates) if (!used.has(id)) await services.references.forget(id);
  }

  async function chosen(wanted: readonly string[]): Promise<SavedRequest[]> {
    const set = new Set(wanted);
    return (await store.all()).filter(({ id }) => set.has(id));
  }

  /** One whose file is gone is kept for its pane alone. */
  async function isSaved(id: string): Promise<boolean> {
    const request = await store.find(id);
    return request !== null && request.file?.gone !== true;
  }

  return {
    listSavedRequests: { parse: z.undefined(), handle: list },
    openSavedRequest: { parse: z.object({ id: requestId }), handle: ({ id }) => store.find(id) },
    saveRequest: {
      parse: z.object({ request: requestToSaveSchema, withoutSecrets: z.boolean() }),
      handle: async ({ request, withoutSecrets }) => {
        const before = request.id === null ? null : await store.find(request.id);
        const {
          request: secured,
          kept,
          notes,
        } = await storeSecrets(request, before, withoutSecrets, services);
        const example = before?.example ?? null;
        const order = before?.folder === secured.folder ? before.order : 0;
        const saved = await withRollback(kept, services.references, () =>
          store.put({ ...secured, order, example }),
        );
        await forgetUnused(before === null ? [] : secretIdsOf(before));
        return { request: saved, notes };
      },
    },
    arrangeSavedRequest: {
      parse: z.object({ id: requestId, folder: folderSchema, name: nameSchema }),
      handle: async ({ id, folder, name }) => {
        const request = await store.find(id);
        const order = request?.folder === folder ? request.order : 0;
        if (request) await store.put({ ...request, folder, name, order });
        return list();
      },
    },
    pinExample: {
      parse: z.object({ id: requestId, example: exampleSchema.nullable() }),
      handle: async ({ id, example }) => {
        const request = await store.find(id);
        return request && store.put(withoutCards({ ...request, example }));
      },
    },
    placeSavedRequest: {
      parse: z.object({ id: requestId, folder: folderSchema, before: requestId.nullable() }),
      handle: async ({ id, folder, before }) => {
        const all = await store.all();
        const request = all.find((one) => one.id === id);
        if (request) {
          const others = all.filter((one) => one.folder === folder && one.id !== id);
          const found = others.findIndex((one) => one.id === before);
          const at = found === -1 ? others.length : found;
          const moved = { ...request, folder };
          const places = placesAfterMove(moved, others, at);
          await store.putAll(
            [moved, ...others].map((one) => ({ ...one, order: places.get(one.id) ?? one.order })),
          );
        }
        return list();
      },
    },
    moveSavedFolder: {
      // A name that was taken once need not be one that is taken now.
      parse: z.object({ from: z.string().max(700), to: folderSchema }),
      handle: async ({ from, to }) => {
        if ((await store.rootOf(from)) === from) throw cannotMove('It is a folder on disk.');
        const inside = (await store.all()).filter(
          ({ folder }) => folder === from || folder.startsWith(`${from}/`),
        );
        const moved = inside.map((request) => ({
          ...request,
          folder: (to + request.folder.slice(from.length)).replace(/^\//, ''),
        }));
        const tooDeep = moved.map(({ folder }) => folderProblem(folder)).find((why) => why !== null);
        if (tooDeep !== undefined) throw cannotMove(tooDeep);
        await store.putAll(moved);
        return list();
      },
    },
    deleteSavedRequests: {
      parse: z.object({ ids }),
      handle: async ({ ids: gone }) => {
        const requests = await chosen(gone);
        await deleted.note(requests);
        const secrets = requests.flatMap(secretIdsOf);
        await store.remove(gone);
        await forgetUnused(secrets);
        return list();
      },
    },
    undoDeleteSavedRequests: {
      parse: z.object({ ids }),
      handle: async ({ ids: wanted }) => {
        const kept: string[] = [];
        await withRollback(kept, services.references, async () => {
          const requests: SavedRequest[] = [];
          for (const request of deleted.find(wanted)) {
            const secured = await storeSecrets(request, null, false, services);
            kept.push(...secured.kept);
            requests.push(secured.request);
          }
          await store.putAll(requests);
        });
        deleted.drop(wanted);
        return list();
      },
    },
    runSavedRequests: {
      parse: z.object({ ids, callId: callIdSchema }),
      handle: ({ ids: wanted, callId }) =>
        calls.run(
          callId,
          async (signal) => {
            const requests = inOrder(await chosen(wanted), wanted);
            if (requests.length === 0) throw gone();
            const profile = calls.under(callId, await services.activeProfile());
            return runSavedRequests(
              requests,
              profile,
              { sender, isSaved },
              { callId, signal },
              (requestId, step) => services.tellRun({ callId, requestId, step }),
            );
          },
          {
            job: {
              words: `The run of ${countOf(wanted.length, 'saved request')}`,
              isNothing: (result) => result === null,
            },
          },
        ),
    },
    exportRequestFolder: {
      parse: z.object({ ids }),
      handle: async ({ ids: wanted }) => {
        const path = await files.chooseFolder({ title: 'Export requests into a folder' });
        return path === null ? null : writeRequestFolder((await chosen(wanted)).map(withoutCards), path);
      },
    },
    exportRequestFile: {
      parse: z.object({ ids }),
      handle: async ({ ids: wanted }) => {
        const requests = (await chosen(wanted)).map(withoutCards);
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
      parse: z.object({ ids, title: z.string().max(1_000) }),
      handle: async ({ ids: wanted, title }) => {
        const profile = await services.activeProfile();
        const requests = inOrder(await chosen(wanted), wanted).map(withoutCards);
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
        await forgetUnused(before);
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

/** What an older version kept may hold card data still. */
function withoutCards(request: SavedRequest): SavedRequest {
  return masked(request).request;
}

function toLine({ id, folder, name, description, request, expectations }: SavedRequest): SavedRequestLine {
  return {
    id,
    folder,
    name,
    description,
    operation: request.operation,
    subject: subjectOfRequest(request),
    expectations: expectations.length,
  };
}

function inOrder(requests: readonly SavedRequest[], ids: readonly string[]): SavedRequest[] {
  return [...requests].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function gone(): ProblemError {
  return new ProblemError({
    code: 'saved-request-gone',
    title: 'This request is no longer saved',
    meaning: 'It was deleted. Nothing was sent.',
    nextStep: 'Choose another one.',
    detail: null,
  });
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

function cannotMove(why: string): ProblemError {
  return new ProblemError({
    code: 'folder-not-moved',
    title: 'The folder cannot go there',
    meaning: `${why} Nothing was moved.`,
    nextStep: 'Choose another name or place.',
    field: 'Folder',
    detail: null,
  });
}
