import { countOf } from '@shared/text/count-of';
import { plainUuid } from '@shared/text/uuid';
import { z } from 'zod';
import { HISTORY_ASKERS, type HistoryAsker, type HistoryRequests } from '@shared/bridge/history';
import { isSecurityCode } from '@shared/cards/security-codes';
import {
  HISTORY_OUTCOMES,
  MAX_MATCHES,
  MAX_NOTE_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_REPLAYS,
  MAX_REPLAYS_PER_SECOND,
  STATUS_CLASSES,
  type HistoryDetail,
  type HistoryMatch,
  type HistoryEntry,
  type HistoryQuery,
} from '@shared/history/history';
import { NOTED_OUTCOMES } from '@shared/history/noted-outcome';
import { ProblemError, type Problem } from '@shared/problem';
import type { BodyStore } from '../bodies/body-store';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import type { ChosenFiles } from '../files/chosen-files';
import type { ClearedEntries } from './cleared-entries';
import { findMatch } from './find-match';
import { toHar } from './har';
import type { HistorySearch } from './history-search';
import type { HistoryStore } from './history-store';
import { operationKeySchema } from '@shared/requests/operation-key-schemas';
import type { KeptExchange } from './record';
import { requestFromHistory } from './request-from-history';
import type { ReadSecret } from './replay-plan';
import type { Replayer } from './replayer';
import { notKept, restoreExchange } from './restore-exchange';
import { profileIdSchema } from '../profiles/profile-schema';
import type { SecretReferences } from '../secrets/references';
import { maskerFor } from '../secrets/secrets';
import type { Sender } from '../sending/sender';

export interface HistoryBridgeServices {
  readonly store: HistoryStore;
  readonly cleared: ClearedEntries;
  readonly search: HistorySearch;
  readonly replayer: Replayer;
  readonly bodies: BodyStore;
  readonly calls: RunningCalls;
  readonly files: ChosenFiles;
  readonly readSecret: ReadSecret;
  readonly known: SecretReferences['known'];
  readonly version: string;
  readonly familyOf: Sender['familyOf'];
  readonly isUnderWay: (exchangeId: string) => boolean;
  /** Resolves when this exchange has ended and everything noted about it has been written. */
  readonly written: (exchangeId: string) => Promise<void>;
  /** Why something could not be written to the history; null if everything was. */
  readonly notWritten: () => Problem | null;
  /** Called when the person has changed the history. */
  readonly changed: () => void;
  /** Called when entries have come back that are not in the search index. */
  readonly cameBack: () => void;
}

const entryId = z.string().uuid();
/** An ID that a chat or a text editor has changed is not made of the words by which it is found. */
const searchText = z
  .string()
  .max(MAX_SEARCH_LENGTH)
  .transform((text) => plainUuid(text) ?? text);
const querySchema: z.ZodType<HistoryQuery> = z.object({
  text: searchText,
  operations: z.array(operationKeySchema).max(100),
  statusClasses: z.array(z.union(STATUS_CLASSES.map((value) => z.literal(value)))).max(10),
  profileIds: z.array(z.string().max(100)).max(1_000),
  outcomes: z.array(z.enum(HISTORY_OUTCOMES)).max(10),
  starred: z.boolean(),
});
const replayShape = {
  id: entryId,
  profileId: profileIdSchema,
  mark: z.string().max(100),
  secrets: z.record(z.string().max(1_000), z.string().max(100_000)),
  securityCodes: z.array(z.string().refine(isSecurityCode, 'no security code')).max(1_000),
  callId: callIdSchema,
  idempotencyKey: z.enum(['same', 'new']).nullable(),
  values: z.enum(['same', 'new']),
};

export function historyHandlers(services: HistoryBridgeServices): BridgeHandlers<HistoryRequests> {
  const { store, search, replayer, calls } = services;
  const lastAsked = new Map<HistoryAsker | 'search' | 'count', number>();

  /** Returns a function that is true until a newer question of this kind is asked. */
  function turn(kind: HistoryAsker | 'search' | 'count'): () => boolean {
    const own = (lastAsked.get(kind) ?? 0) + 1;
    lastAsked.set(kind, own);
    return () => own === lastAsked.get(kind);
  }

  async function kept(id: string): Promise<KeptExchange | null> {
    const entry = await store.find(id);
    return entry && store.read(entry.place);
  }

  const asItIs = (entry: HistoryEntry): HistoryEntry => ({
    ...entry,
    isUnderWay: services.isUnderWay(entry.id),
  });

  /** Leaves out entries that cannot be read. */
  async function matches(ids: readonly string[], text: string): Promise<Record<string, HistoryMatch>> {
    const found: Record<string, HistoryMatch> = {};
    for (const id of ids) {
      const entry = await store.find(id);
      const read = entry && (await store.read(entry.place).catch(() => null));
      const match = entry && read ? findMatch(text, entry.note, read) : null;
      if (match) found[id] = match;
    }
    return found;
  }

  async function open(id: string): Promise<HistoryDetail | null> {
    // A large look-up is shown before it has been written.
    const entry = (await store.find(id)) ?? (await services.written(id).then(() => store.find(id)));
    const found = entry && (await store.read(entry.place));
    if (!entry || !found) return null;
    const [exchange, chain] = await Promise.all([
      restoreExchange(found, services.bodies, services.isUnderWay),
      store.chain(id),
    ]);
    return {
      entry: asItIs(entry),
      exchange,
      notKept: notKept(found.record),
      chain: chain.length > 1 ? chain.map(asItIs) : [],
    };
  }

  return {
    searchHistory: {
      parse: z.object({
        query: querySchema,
        before: z.number().nullable(),
        limit: z.number().int().min(1).max(500),
        asker: z.enum(HISTORY_ASKERS).optional(),
      }),
      handle: async ({ query, before, limit, asker }) => {
        const page = await search.page(query, before, limit, turn(asker ?? 'search'));
        return page && { ...page, entries: page.entries.map(asItIs), notWritten: services.notWritten() };
      },
    },
    countHistory: {
      parse: z.object({ query: querySchema }),
      handle: ({ query }) => search.facets(query, turn('count')),
    },
    findHistoryMatches: {
      parse: z.object({ ids: z.array(entryId).max(MAX_MATCHES), text: searchText }),
      handle: ({ ids, text }) => matches(ids, text),
    },
    openHistoryEntry: { parse: z.object({ id: entryId }), handle: ({ id }) => open(id) },
    markHistoryEntry: {
      parse: z.object({
        id: entryId,
        starred: z.boolean().optional(),
        note: z.string().max(MAX_NOTE_LENGTH).optional(),
        notedOutcome: z.enum(NOTED_OUTCOMES).nullable().optional(),
      }),
      handle: async ({ id, starred, note, notedOutcome }) => {
        const entry = await store.mark(id, {
          ...(starred === undefined ? {} : { starred }),
          ...(note === undefined ? {} : { note }),
          ...(notedOutcome === undefined ? {} : { notedOutcome }),
        });
        services.changed();
        return entry && asItIs(entry);
      },
    },
    deleteHistoryEntries: {
      parse: z.object({ ids: z.array(entryId).max(100_000) }),
      handle: async ({ ids }) => {
        await services.cleared.remove(ids);
        services.changed();
        return null;
      },
    },
    clearHistory: {
      parse: z.object({
        profileId: z.string().max(100).nullable(),
        keepStarred: z.boolean(),
        clearId: z.string().uuid(),
      }),
      handle: async ({ profileId, keepStarred, clearId }) => {
        const cleared = await services.cleared.clear(profileId, keepStarred, clearId);
        services.changed();
        return cleared;
      },
    },
    undoClearHistory: {
      parse: z.object({ clearId: z.string().uuid() }),
      handle: async ({ clearId }) => {
        const entries = await services.cleared.undo(clearId);
        services.cameBack();
        services.changed();
        return entries;
      },
    },
    measureHistory: { parse: z.undefined(), handle: () => store.size() },
    planReplay: {
      parse: z.object({ id: entryId, profileId: replayShape.profileId }),
      handle: ({ id, profileId }) => replayer.plan(id, profileId),
    },
    replayExchange: {
      parse: z.object(replayShape),
      handle: ({ callId, ...order }) =>
        calls.run(callId, (signal) => replayer.replay(order, { callId, signal }), {
          profileId: order.profileId,
        }),
    },
    replayManyTimes: {
      parse: z.object({
        ...replayShape,
        times: z.number().int().min(1).max(MAX_REPLAYS),
        perSecond: z.number().min(0.1).max(MAX_REPLAYS_PER_SECOND),
      }),
      handle: ({ callId, times, perSecond, ...order }) =>
        calls.run(callId, (signal) => replayer.replayMany(order, { times, perSecond }, { callId, signal }), {
          profileId: order.profileId,
          job: {
            words: `The run of ${countOf(times, 'replay')}`,
            isNothing: (result) => result.kind === 'declined',
          },
        }),
    },
    requestFromHistory: {
      parse: z.object({ id: entryId }),
      handle: async ({ id }) => {
        const found = await kept(id);
        if (!found) throw new ProblemError(GONE);
        return {
          ...(await requestFromHistory(found, services.readSecret)),
          familyId: await services.familyOf(id),
        };
      },
    },
    exportHistory: {
      parse: z.object({ ids: z.array(entryId).min(1).max(5_000) }),
      handle: async ({ ids }) => {
        let why: Problem = GONE;
        const found = await Promise.all(
          ids.map((id) =>
            kept(id).catch((error: unknown) => {
              if (!(error instanceof ProblemError)) throw error;
              why = error.problem;
              return null;
            }),
          ),
        );
        const exchanges = found
          .filter((exchange) => exchange !== null)
          .sort((one, other) => (one.record.startedAt < other.record.startedAt ? -1 : 1));
        if (exchanges.length === 0) throw new ProblemError(why);
        const path = await services.files.saveText({
          title: 'Export exchanges',
          suggestedName: 'exchanges.har',
          text: maskerFor(await services.known()).text(toHar(exchanges, services.version)),
        });
        return path === null ? null : { path, written: exchanges.length };
      },
    },
  };
}

const GONE = {
  code: 'history-entry-gone',
  title: 'This exchange is no longer in the history',
  meaning: 'It was deleted, or was older than the history keeps.',
  nextStep: 'Choose another one.',
  detail: null,
};
