import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { LiveFolderRequests } from '@shared/bridge/live-folders';
import type { SavedRequestRequests } from '@shared/bridge/saved-requests';
import type { RequestToSave } from '@shared/requests/saved-requests';
import { testingProfile } from '@shared/testing/testing-profile';
import type { BridgeHandlers } from '../../bridge/bridge-handler';
import { RunningCalls } from '../../calls/running-calls';
import { savedRequestHandlers } from '../saved-request-handlers';
import { liveFolderHandlers } from './live-folder-handlers';
import { askHere, live, liveEach } from './testing-live';
import { readSource } from '../read-source';

/** A family with a send without an outcome. */
export const OPEN_FAMILY = 'fa000000-0000-4000-8000-000000000001';

export let saved: BridgeHandlers<SavedRequestRequests>;
export let folders: BridgeHandlers<LiveFolderRequests>;
export let chosen: string | null;

export function setChosen(path: string | null): void {
  chosen = path;
}

/** The handlers on a folder of its own for each test of the file. */
export function handlersEach(): void {
  liveEach();
  beforeEach(() => {
    chosen = live.root;
    const parts = {
      store: live.store,
      references: live.references,
      activeProfile: () => Promise.resolve(testingProfile({})),
      wasOnlyLocal: async () => true,
      files: {
        choosePath: async () => null,
        choosePathToSave: async () => null,
        chooseFolder: async () => chosen,
        openText: async () => null,
        saveText: async () => null,
      },
    };
    saved = savedRequestHandlers({
      ...parts,
      calls: new RunningCalls(),
      // Nothing is sent in these tests.
      sender: {
        plan: () => Promise.reject(new Error('planned')),
        agree: () => Promise.reject(new Error('asked')),
        agreeStill: () => Promise.reject(new Error('asked')),
        send: () => Promise.reject(new Error('sent')),
        oncePerClick: () => Promise.reject(new Error('clicked')),
        isUnkept: () => false,
        openSends: () => Promise.resolve({ families: [OPEN_FAMILY], any: true }),
      },
      sandboxDestination: async () => null,
      report: (_where, error) => expect.unreachable(String(error)),
      askLive: askHere,
      readSource: async (source) => readSource(source),
      tellProgress: () => undefined,
      tellRun: () => undefined,
    });
    folders = liveFolderHandlers({ ...parts, liveFolders: live.folders });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

export const text = (file: string) => readFile(join(live.root, file), 'utf8');
export const files = async () =>
  (await readdir(live.root, { recursive: true })).filter((file) => file.endsWith('.yaml')).sort();
export async function toSave(id: string, changes: Partial<RequestToSave> = {}): Promise<RequestToSave> {
  const found = await saved.openSavedRequest.handle({ id });
  if (found === null) throw new Error('It is not there.');
  return { ...found, ...changes };
}
