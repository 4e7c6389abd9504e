import { z } from 'zod';
import type { SavedRequestRequests } from '../../shared/bridge/saved-requests';
import { ProblemError } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import { folderProblem, type SavedRequest, type SavedRequestLine } from '../../shared/saved-requests';
import { destinationHost } from '../../shared/vault-forward/destination';
import type { BridgeHandlers } from '../bridge-handler';
import { callIdSchema } from '../calls/bridge';
import type { RunningCalls } from '../calls/running-calls';
import type { ChosenFiles } from '../files/chosen-files';
import { importFound } from './import-requests';
import { readRequestFolder, writeRequestFolder, type FoundRequest } from './request-folder';
import { readRequestText, toRequestText } from './request-text';
import { runSavedRequest, type RunServices } from './run-saved-request';
import { folderSchema, nameSchema, requestToSaveSchema } from './saved-request-schemas';
import type { SavedRequestStore } from './saved-request-store';
import { secretIdsOf, secure, type SecretServices } from './saved-secrets';

export interface SavedRequestServices extends RunServices, SecretServices {
  readonly store: SavedRequestStore;
  readonly calls: RunningCalls;
  readonly files: ChosenFiles;
  readonly activeProfile: () => Promise<Profile>;
}

const requestId = z.string().uuid();
const ids = z.array(requestId).max(10_000);
const MOST_FILE_BYTES = 50_000_000;

export function savedRequestHandlers(services: SavedRequestServices): BridgeHandlers<SavedRequestRequests> {
  const { store, calls, files } = services;

  async function list(): Promise<readonly SavedRequestLine[]> {
    return (await store.all()).map(toLine);
  }

  /** Forgets secrets that no request refers to any more. */
  async function forgetUnused(candidates: readonly string[]): Promise<void> {
    if (candidates.length === 0) return;
    const used = new Set((await store.all()).flatMap(({ call }) => secretIdsOf(call)));
    for (const id of candidates) if (!used.has(id)) await services.requestSecrets.forget(id);
  }

  async function chosen(wanted: readonly string[]): Promise<SavedRequest[]> {
    const set = new Set(wanted);
    return (await store.all()).filter(({ id }) => set.has(id));
  }

  return {
    listSavedRequests: { parse: z.undefined(), handle: list },
    openSavedRequest: { parse: z.object({ id: requestId }), handle: ({ id }) => store.find(id) },
    saveRequest: {
      parse: z.object({ request: requestToSaveSchema, withoutSecrets: z.boolean() }),
      handle: async ({ request, withoutSecrets }) => {
        const before = request.id === null ? null : await store.find(request.id);
        const { call, notes } = await secure(request.call, before?.call ?? null, withoutSecrets, services);
        const saved = await store.put({ ...request, call });
        await forgetUnused(secretIdsOf(before?.call ?? null));
        return { request: saved, notes };
      },
    },
    arrangeSavedRequest: {
      parse: z.object({ id: requestId, folder: folderSchema, name: nameSchema }),
      handle: async ({ id, folder, name }) => {
        const request = await store.find(id);
        if (request) await store.put({ ...request, folder, name });
        return list();
      },
    },
    moveSavedFolder: {
      parse: z.object({ from: folderSchema, to: folderSchema }),
      handle: async ({ from, to }) => {
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
        const secrets = (await chosen(gone)).flatMap(({ call }) => secretIdsOf(call));
        await store.remove(gone);
        await forgetUnused(secrets);
        return list();
      },
    },
    runSavedRequest: {
      parse: z.object({
        id: requestId,
        callId: callIdSchema,
      }),
      handle: ({ id, callId }) =>
        calls.run(
          callId,
          async (signal) => {
            const saved = await store.find(id);
            if (!saved) throw gone();
            const profile = calls.under(callId, await services.activeProfile());
            return runSavedRequest(saved, profile, services, { callId, signal });
          },
          { outlivesWindow: true },
        ),
    },
    exportRequestFolder: {
      parse: z.object({ ids }),
      handle: async ({ ids: wanted }) => {
        const path = await files.chooseFolder({ title: 'Export requests into a folder' });
        return path === null ? null : writeRequestFolder(await chosen(wanted), path);
      },
    },
    exportRequestFile: {
      parse: z.object({ ids }),
      handle: async ({ ids: wanted }) =>
        files.saveText({
          title: 'Export requests',
          suggestedName: 'requests.yaml',
          text: toRequestText(await chosen(wanted), true),
        }),
    },
    importRequests: {
      parse: z.object({ from: z.enum(['folder', 'file']) }),
      handle: async ({ from }) => {
        const found = from === 'folder' ? await fromFolder() : await fromFile();
        if (found === null) return null;
        return importFound(found, store, await services.activeProfile());
      },
    },
  };

  async function fromFolder(): Promise<readonly FoundRequest[] | null> {
    const path = await files.chooseFolder({ title: 'Import requests from a folder' });
    return path === null ? null : readRequestFolder(path);
  }

  async function fromFile(): Promise<readonly FoundRequest[] | null> {
    const text = await files.openText({ title: 'Import requests', mostBytes: MOST_FILE_BYTES });
    if (text === null) return null;
    return readRequestText(text).map((read, index) => ({ file: `request ${index + 1}`, read }));
  }
}

function toLine({ id, folder, name, description, call, expectations }: SavedRequest): SavedRequestLine {
  const base = { id, folder, name, description, expectations: expectations.length };
  switch (call.kind) {
    case 'vault_forward': {
      const { method, destinationUrl } = call.draft;
      const subject = `${method} ${destinationHost(destinationUrl) ?? destinationUrl}`;
      return { ...base, kind: call.kind, subject };
    }
    case 'get_checkout_session':
      return { ...base, kind: call.kind, subject: call.sessionId };
    case 'list_buyers':
      return {
        ...base,
        kind: call.kind,
        subject: call.limit === null ? 'first page' : `first ${call.limit}`,
      };
  }
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
