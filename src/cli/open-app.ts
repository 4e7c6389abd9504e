import { answer, type AnyBridgeHandler } from '@main/bridge/bridge-handler';
import { createHandlers } from '@main/handlers';
import { runSavedRequests } from '@main/saved-requests/run-saved-requests';
import { createServices } from '@main/services';
import { closeInSteps } from '@main/shell/end-with-limits';
import { createStorage } from '@main/storage';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { tellHistoryChanged } from '@main/history/signals';
import type { BridgeRequests } from '@shared/bridge/bridge';
import type { RunResult, RunStep } from '@shared/bridge/saved-requests';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { ProblemError, type Result } from '@shared/problem';
import { nodePlatform, type NodePlatformOptions } from './node-platform';

export type OpenApp = ReturnType<typeof openApp>;

/** The app without its window: the same parts, files and keychain, asked with the bridge's own requests. */
export function openApp(options: NodePlatformOptions) {
  const platform = nodePlatform(options);
  const storage = createStorage(platform);
  const services = createServices(platform, storage);
  // Makes the window show what is new at once.
  const tellWindow = (): void =>
    tellHistoryChanged(join(options.dataFolder.path, 'signals'), (error) =>
      platform.report('history', error),
    );
  platform.events.on('historyChanged', tellWindow);
  const { handlers, closing } = createHandlers(platform, storage, services, {
    openFolder: () => Promise.resolve(),
    partFolders: [options.builtFolder],
  });
  /** Throws the `ProblemError` that the window would show. */
  async function ask<Name extends keyof typeof handlers & keyof BridgeRequests>(
    name: Name,
    argument: BridgeRequests[Name]['argument'],
  ): Promise<BridgeRequests[Name]['result']> {
    const handler: AnyBridgeHandler = handlers[name];
    // The handler with this name returns the result for this name.
    const result = (await answer(name, handler, [argument], platform.report)) as Result<
      BridgeRequests[Name]['result']
    >;
    if (!result.ok) throw new ProblemError(result.problem);
    return result.value;
  }

  return {
    ask,
    events: platform.events,
    profiles: storage.profiles,
    bodies: storage.bodies,
    unkeptSends: storage.unkeptSends,
    describeCredential: (profileId: string) => services.credentials.describe(profileId),
    /**
     * Uses the token for this run alone; the keychain keeps what it has. Throws a `ProblemError` if it is not a token.
     */
    useToken: async (token: string): Promise<void> => {
      await services.credentials.saveToken(await storage.profiles.active(), token, 'this-run-only');
    },
    /**
     * Runs requests in the same way as the bridge's `runSavedRequests` runs saved ones; null if a question was answered
     * with no.
     */
    runRequests: (
      requests: readonly SavedRequest[],
      onStep: (requestId: string, step: RunStep) => void,
    ): Promise<readonly RunResult[] | null> => {
      const callId = randomUUID();
      return services.calls.run(callId, async (signal) => {
        const profile = services.calls.under(callId, await services.sandbox.activeProfile());
        // Requests read from files are not kept, and so cannot be deleted here.
        const isSaved = (): Promise<boolean> => Promise.resolve(true);
        const { sender } = services;
        return runSavedRequests(
          requests,
          profile,
          { sender, isSaved, report: platform.report },
          { callId, signal },
          onStep,
        );
      });
    },
    /**
     * Ends what is in progress, and whatever would start after it; callers waiting for it get what there is by then.
     */
    cancel(): void {
      services.calls.end();
    },
    /** Resolves once everything noted has been written. */
    close: async () => {
      const { kind } = storage.database.state;
      await closeInSteps(closing, platform.report);
      if (kind === 'open') tellWindow();
    },
  };
}
