import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import type { SendingRequests } from '@shared/bridge/sending';
import type { Profile } from '@shared/profiles/profile';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { callIdSchema } from '../calls/call-handlers';
import type { RunningCalls } from '../calls/running-calls';
import { withTimeLimit } from '../calls/wait';
import { readReceived, toDryRun } from './dry-run';
import { fillComposed } from './fill-order';
import { exchangeOf, type Sender } from './sender';
import { noSandboxProblem } from './sending-problems';

export interface SendingBridgeServices {
  readonly sender: Pick<Sender, 'submit' | 'openFamilies'>;
  readonly calls: RunningCalls;
  readonly activeProfile: () => Promise<Profile>;
  /** Null while the Local sandbox is not running. */
  readonly sandboxFacts: () => Promise<SandboxFacts | null>;
  readonly localProfile: () => Promise<Profile>;
  /** Told right before it goes out, not where the person declines, as which exchange a draft of Vault Forward is sent. Never rejects. */
  readonly noteSentDraft: (draftId: string, exchangeId: string) => Promise<void>;
}

/** A database that hangs does not hold up a send by its draft, in ms: that is written when it goes on. */
const DRAFT_LIMIT_MS = 1_500;

/** No run gives it values: the profile does. */
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
          const id = randomUUID();
          const profile = calls.under(callId, await activeProfile());
          // Drafts of other operations know no exchange.
          const noted = request.operation === 'vault_forward' ? draftId : null;
          const alsoNote = (ofDraft: string) => (): Promise<void> =>
            withTimeLimit(noteSentDraft(ofDraft, id), DRAFT_LIMIT_MS, undefined, signal);
          const order = {
            id,
            request,
            profile,
            composedUnder,
            replayOf: null,
            variables: NONE,
            ...(familyId === null ? {} : { draftId: familyId }),
          };
          return sender.submit(order, {
            callId,
            signal,
            ...(noted === null ? {} : { alsoNote: alsoNote(noted) }),
          });
        }),
    },
    listOpenFamilies: { parse: z.undefined(), handle: () => sender.openFamilies() },
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
          // Values of the profile that is active: the sandbox's own has other ones.
          const dry = toDryRun(fillComposed(request, await activeProfile(), NONE, Date.now()).request, facts);
          const order = {
            id: randomUUID(),
            request: dry.request,
            profile: await localProfile(),
            composedUnder: null,
            replayOf: null,
            variables: null,
          };
          const exchange = exchangeOf(await sender.submit(order, { callId, signal }));
          const received = readReceived(exchange);
          return received === null
            ? { kind: 'answered', exchange, notes: dry.notes }
            : { kind: 'received', received, notes: dry.notes };
        }),
    },
  };
}
