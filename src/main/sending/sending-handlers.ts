import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import type { SendingRequests } from '@shared/bridge/sending';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { withTimeLimit } from '../calls/wait';
import { readReceived, toDryRun } from './dry-run';
import { fillComposed } from './fill-order';
import type { Order } from './order';
import { exchangeOf, type Sender } from './sender';
import { noSandboxProblem } from './sending-problems';

export interface SendingBridgeServices {
  readonly sender: Pick<Sender, 'submit' | 'openSends' | 'isOut'>;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  /** Null while the Local sandbox is not running. */
  readonly sandboxFacts: () => Promise<SandboxFacts | null>;
  readonly localProfile: () => Promise<Profile>;
  /**
   * Called with the exchange's id right before a Vault Forward draft goes out, and not if the person declines. Never
   * rejects.
   */
  readonly noteSentDraft: (draftId: string, exchangeId: string) => Promise<void>;
}

/** How long a send waits until its draft is noted, in ms. A database that hangs catches up later. */
const DRAFT_LIMIT_MS = 1_500;

/** Outside a run, only the profile has values. */
const NONE: ReadonlyMap<string, string> = new Map();

export function sendingHandlers(services: SendingBridgeServices): BridgeHandlers<SendingRequests> {
  const { sender, calls, activeProfile, noteSentDraft, sandboxFacts, localProfile } = services;
  return {
    sendRequest: {
      parse: z.object({
        request: requestSpecSchema,
        callId: callIdSchema,
        composedUnder: z.string().max(100).nullable(),
        draftId: z.string().uuid().nullable(),
        familyId: z.string().uuid().nullable(),
      }),
      handle: ({ request, callId, composedUnder, draftId, familyId }) =>
        calls.run(callId, async (signal) => {
          const profile = calls.under(callId, await activeProfile());
          const order = { ...orderOf(request, profile, familyId), composedUnder };
          // Drafts of other operations do not remember an exchange.
          const noted = request.operation === 'vault_forward' ? draftId : null;
          const alsoNote = (ofDraft: string) => (): Promise<void> =>
            withTimeLimit(noteSentDraft(ofDraft, order.id), DRAFT_LIMIT_MS, undefined, signal);
          return sender.submit(order, {
            callId,
            signal,
            ...(noted === null ? {} : { alsoNote: alsoNote(noted) }),
          });
        }),
    },
    listOpenSends: { parse: z.undefined(), handle: () => sender.openSends() },
    isOut: {
      parse: z.object({ request: requestSpecSchema, familyId: z.string().uuid().nullable() }),
      handle: async ({ request, familyId }) =>
        sender.isOut(orderOf(request, await activeProfile(), familyId), {
          callId: randomUUID(),
          signal: new AbortController().signal,
        }),
    },
    dryRun: {
      parse: z.object({
        request: requestSpecSchema.refine(
          ({ operation }) => operation === 'vault_forward',
          'no Vault Forward',
        ),
        callId: callIdSchema,
      }),
      handle: ({ request, callId }) =>
        calls.run(callId, async (signal) => {
          const facts = await sandboxFacts();
          if (facts === null) throw noSandboxProblem();
          // Uses the variables of the active profile, because the sandbox's own profile has others.
          const dry = toDryRun(fillComposed(request, await activeProfile(), NONE, Date.now()).request, facts);
          const order = { ...orderOf(dry.request, await localProfile(), null), variables: null };
          const exchange = exchangeOf(await sender.submit(order, { callId, signal }));
          const received = readReceived(exchange);
          return received === null
            ? { kind: 'answered', exchange, notes: dry.notes }
            : { kind: 'received', received, notes: dry.notes };
        }),
    },
  };
}

function orderOf(request: RequestSpec, profile: Profile, familyId: string | null): Order {
  const order = { id: randomUUID(), request, profile, composedUnder: null, replayOf: null, variables: NONE };
  return familyId === null ? order : { ...order, draftId: familyId };
}
