import { join } from 'node:path';
import { BodyReader } from './body-reading/body-reader';
import { RunningCalls } from './calls/running-calls';
import { createCredentials } from './credentials/create-credentials';
import { SendGuard } from './guards/send-guard';
import { UnsavedForms } from './guards/unsaved-forms';
import { History } from './history/history';
import { checkByDocument } from './documents/check-by-document';
import { createDocuments } from './documents/create-documents';
import type { Platform } from './platform';
import { ProfileService } from './profiles/profile-service';
import { agreeToLeave } from './profiles/agree-to-leave';
import { agreeToUnlock } from './profiles/unlock-question';
import { LocalSandbox } from './sandbox-host/local-sandbox';
import { createSender } from './sending/create-sender';
import type { Storage } from './storage';
import { createTransport } from './transport/send';
import { readPublicText } from './sending/public-read';
import { readUpdateSource } from './updates/update-source';
import { UpdateService } from './updates/update-service';

export type Services = ReturnType<typeof createServices>;

/**
 * What the app does. Each part is made from parts above it; anything in the other direction is an event or a
 * listener.
 */
export function createServices(platform: Platform, storage: Storage) {
  const { events, ask, report, settings } = platform;
  const { bodies, database, profiles, secrets, writeAhead } = storage;
  const tellProgress = (callId: string, note: string | null, until?: number): void =>
    events.emit('callProgress', { callId, note, until });

  const calls = new RunningCalls(platform.tellEnd, (areUnderWay) => platform.spareMemory(!areUnderWay));
  // What is running belongs to the profile that was active: its results must not be taken for those of the new one.
  profiles.onSwitch((from, to) => calls.leaveAll(`the profile was switched from ${from} to ${to}`));

  const history = new History({
    database,
    log: writeAhead,
    bodies,
    references: secrets.references,
    retention: async () => (await settings.current()).history,
    announce: (problem) => events.emit('historyChanged', { problem }),
    writesAtOnce: platform.pinnedProfileId !== null,
    leavesCleared: platform.pinnedProfileId !== null,
    report,
  });
  events.on('databaseChanged', (state) => history.databaseChanged(state));

  const credentials = createCredentials({ ...platform, ...storage });
  const guard = new SendGuard({
    secretHosts: secrets.hosts,
    ask,
    profileName: async (profileId) => (await profiles.findOrNull(profileId))?.name ?? null,
    announceGrants: (grants) => events.emit('grantsChanged', grants),
  });
  const profileService = new ProfileService({
    store: profiles,
    secrets: credentials,
    agree: (before, after) => agreeToUnlock(before, after, ask),
    agreeToLeave: (profile, how) => agreeToLeave(profile, how, (id) => sender.mayHaveEffect(id), ask),
    onAltered: (profileId, how, isOtherService) => {
      guard.forgetProfile(profileId);
      calls.cancelProfile(profileId, `the profile was ${how}`, isOtherService);
    },
    onRouteChanged: (profileId) =>
      void credentials.routeChanged(profileId).catch((error: unknown) => report('credentials', error)),
  });

  const { documents, client: documentClient, importClient } = createDocuments(platform);
  const reader = new BodyReader({ bodies, start: platform.startReading, report });
  const transport = createTransport({ ...platform, bodies });
  const { journal } = history;
  const sender = createSender({
    ...platform,
    ...storage,
    transport,
    reader,
    guard,
    journal,
    credentials,
    tellProgress,
    atService: (callId) => calls.atService(callId),
    sandboxDestination: () => sandbox.destination(),
    byDocument: checkByDocument(documents, bodies),
  });
  const sandbox = new LocalSandbox({
    ...platform,
    profiles,
    credentials,
    // The command line has its own sandbox.
    sandboxPortsPath:
      platform.pinnedProfileId === null ? join(platform.dataFolder.path, 'sandbox-ports.json') : null,
    documentText: (documentId) => documents.json(documentId),
    announceServed: (served) => events.emit('servedDocumentsChanged', served),
  });

  const updates = new UpdateService({
    ...platform,
    source: () => readUpdateSource(platform.built('update-source.json')),
    path: join(platform.dataFolder.path, 'updates.json'),
    readText: (url) => readPublicText({ transport, bodies }, url),
    announce: (state) => events.emit('updatesChanged', state),
  });

  settings.onApply(() => history.trim());

  return {
    tellProgress,
    calls,
    history,
    credentials,
    guard,
    profileService,
    unsavedForms: new UnsavedForms(),
    transport,
    reader,
    sender,
    sandbox,
    documents,
    documentClient,
    importClient,
    updates,
  };
}
