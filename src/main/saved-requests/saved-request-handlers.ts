import { countOf } from '@shared/text/count-of';
import { z } from 'zod';
import type { RunEvent, RunStep, SavedRequestRequests } from '@shared/bridge/saved-requests';
import { subjectOfRequest } from '@shared/operations/registry';
import { ProblemError } from '@shared/problem';
import { TaskQueue } from '@shared/task-queue';
import { folderProblem, type SavedRequest, type SavedRequestLine } from '@shared/requests/saved-requests';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import type { SecretReferences } from '../secrets/references';
import type { Sender } from '../sending/sender';
import { placesAfterMove } from './arrange-requests';
import { DeletedRequests } from './deleted-requests';
import { chosenRequests, inOrder } from './request-store';
import { runSavedRequests, type RunServices } from './run-saved-requests';
import { savedRequestFileHandlers, type SavedRequestFileServices } from './saved-request-file-handlers';
import {
  exampleSchema,
  folderSchema,
  requestIdSchema,
  requestIdsSchema,
  requestToSaveSchema,
} from './saved-request-schemas';
import {
  folderWithoutCards,
  forgetUnused,
  withRollback,
  secretIdsOf,
  secretsLeft,
  storeSecrets,
  withoutCards,
} from './store-secrets';

export interface SavedRequestServices extends Pick<RunServices, 'report'>, SavedRequestFileServices {
  readonly sender: RunServices['sender'] & Pick<Sender, 'openSends'>;
  readonly references: Pick<SecretReferences, 'store' | 'read' | 'forget' | 'keep' | 'known'>;
  readonly calls: RunningCalls;
  /** See `ProfileStore`. */
  readonly wasOnlyLocal: () => Promise<boolean>;
  readonly tellRun: (event: RunEvent) => void;
}

/** A folder that requests are put into. */
const placeSchema = folderSchema.transform(folderWithoutCards);

export function savedRequestHandlers(services: SavedRequestServices): BridgeHandlers<SavedRequestRequests> {
  const { store, calls, sender, report } = services;
  const deleted = new DeletedRequests(services.references);
  const changes = new TaskQueue();

  /** A change reads what is saved, then writes it: in turn, so that none writes over what another has saved meanwhile. */
  const inTurn =
    <Argument, Value>(change: (argument: Argument) => Promise<Value>) =>
    (argument: Argument): Promise<Value> =>
      changes.run(() => change(argument));

  async function list(): Promise<readonly SavedRequestLine[]> {
    return (await store.all()).map(toLine);
  }

  /** False for a request whose file is gone: it is kept for its pane alone. */
  async function isSaved(id: string): Promise<boolean> {
    const request = await store.find(id);
    return request !== null && request.file?.gone !== true;
  }

  /** Whether a send of this family is without an outcome: what is saved from its draft is asked about as well. */
  async function isOpenFamily(familyId: string | undefined): Promise<boolean> {
    return familyId !== undefined && (await sender.openSends()).families.includes(familyId);
  }

  return {
    ...savedRequestFileHandlers(services, changes),
    listSavedRequests: { parse: z.undefined(), handle: list },
    openSavedRequest: { parse: z.object({ id: requestIdSchema }), handle: ({ id }) => store.find(id) },
    saveRequest: {
      parse: z.object({ request: requestToSaveSchema, withoutSecrets: z.boolean() }),
      handle: inTurn(async ({ request, withoutSecrets }) => {
        const before = request.id === null ? null : await store.find(request.id);
        // A file on disk never holds codes (`answerLive`); masked here, the person is told.
        const isOnDisk = (await store.rootOf(request.folder)) !== null;
        const mayHoldCodes = (await services.wasOnlyLocal()) && !isOnDisk;
        const {
          request: secured,
          kept,
          notes,
        } = await storeSecrets(request, before, withoutSecrets, { mayHoldCodes, isOnDisk }, services);
        const example = before?.example ?? null;
        const order = before?.folder === secured.folder ? before.order : 0;
        const familyId = (await isOpenFamily(request.familyId)) ? request.familyId : before?.familyId;
        const saved = await withRollback(kept, services.references, () =>
          store.put({ ...secured, order, example, familyId }),
        );
        await forgetUnused(secretsLeft(before, saved), services);
        return { request: saved, notes };
      }),
    },
    pinExample: {
      parse: z.object({ id: requestIdSchema, example: exampleSchema.nullable() }),
      handle: inTurn(async ({ id, example }) => {
        const request = await store.find(id);
        return request && store.put(withoutCards({ ...request, example }));
      }),
    },
    placeSavedRequest: {
      parse: z.object({ id: requestIdSchema, folder: placeSchema, before: requestIdSchema.nullable() }),
      handle: inTurn(async ({ id, folder, before }) => {
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
      }),
    },
    moveSavedFolder: {
      // A name that was accepted once need not be acceptable now.
      parse: z.object({ from: z.string().max(700), to: placeSchema }),
      handle: inTurn(async ({ from, to }) => {
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
      }),
    },
    moveSavedRequests: {
      parse: z.object({
        places: z.array(z.object({ id: requestIdSchema, folder: placeSchema })).max(10_000),
      }),
      handle: inTurn(async ({ places }) => {
        const folders = new Map(places.map(({ id, folder }) => [id, folder]));
        const moved = (await store.all()).flatMap((request) => {
          const folder = folders.get(request.id);
          return folder === undefined ? [] : [{ ...request, folder }];
        });
        await store.putAll(moved);
        return list();
      }),
    },
    deleteSavedRequests: {
      parse: z.object({ ids: requestIdsSchema }),
      handle: inTurn(async ({ ids: gone }) => {
        const requests = await chosenRequests(store, gone);
        await deleted.note(requests);
        const secrets = requests.flatMap(secretIdsOf);
        await store.remove(requests);
        await forgetUnused(secrets, services);
        return list();
      }),
    },
    undoDeleteSavedRequests: {
      parse: z.object({ ids: requestIdsSchema }),
      handle: inTurn(async ({ ids: wanted }) => {
        const kept: string[] = [];
        await withRollback(kept, services.references, async () => {
          const requests: SavedRequest[] = [];
          // A request that was saved again meanwhile, for example from a draft, is newer.
          const there = new Set((await store.all()).map(({ id }) => id));
          for (const request of deleted.find(wanted)) {
            if (there.has(request.id)) continue;
            const place = { mayHoldCodes: true, isOnDisk: false };
            const secured = await storeSecrets(request, null, false, place, services);
            kept.push(...secured.kept);
            requests.push(secured.request);
          }
          await store.putAll(requests);
        });
        deleted.drop(wanted);
        return list();
      }),
    },
    runSavedRequests: {
      parse: z.object({
        ids: requestIdsSchema,
        among: requestIdsSchema.optional(),
        asked: z.string().max(100).optional(),
        callId: callIdSchema,
      }),
      handle: ({ ids: wanted, among = wanted, asked, callId }) =>
        calls.run(
          callId,
          async (signal) => {
            const only = new Set(wanted);
            const requests = inOrder(await chosenRequests(store, among), among);
            if (!requests.some(({ id }) => only.has(id))) throw gone();
            if (asked !== undefined && requests.some(({ file }) => file?.asked !== asked)) throw notAsShown();
            const profile = calls.under(callId, await services.activeProfile());
            const tell = (requestId: string, step: RunStep): void =>
              services.tellRun({ callId, requestId, step });
            const found = new Set(requests.map(({ id }) => id));
            for (const id of wanted) if (!found.has(id)) tell(id, { kind: 'deleted' });
            const given = { sender, isSaved, report };
            return runSavedRequests(requests, profile, given, { callId, signal }, tell, only);
          },
          {
            job: {
              words: `The run of ${countOf(wanted.length, 'saved request')}`,
              isNothing: (result) => result === null,
            },
          },
        ),
    },
  };
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

function gone(): ProblemError {
  return new ProblemError({
    code: 'saved-request-gone',
    title: 'This request is no longer saved',
    meaning: 'It was deleted. Nothing was sent.',
    nextStep: 'Choose another one.',
    detail: null,
  });
}

function notAsShown(): ProblemError {
  return new ProblemError({
    code: 'request-not-as-shown',
    title: 'Changed on disk',
    meaning: 'Its file was changed outside the app after it was shown here. Nothing was sent.',
    nextStep: 'Look at what it is now, then send it again.',
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
