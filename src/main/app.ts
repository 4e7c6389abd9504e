import { join } from 'node:path';
import type { ProfilesState } from '@shared/bridge/profiles';
import { serveBody } from './bodies/serve-body';
import { removeOldWorkingCopies } from './database/working-copy';
import { removeLeftovers } from './files/leftovers';
import { removeOldPartialsIn } from './files/old-partials';
import { LOSS_QUESTION } from './guards/leave-question';
import { createHandlers } from './handlers';
import { onHistoryChanged } from './history/signals';
import type { Shell } from './index';
import type { Platform } from './platform';
import { spareMemory } from './processes/spare-memory';
import { forgetGoneProfiles } from './profiles/forget-gone-profiles';
import { idsSetAside } from './profiles/ids-set-aside';
import { createServices, type Services } from './services';
import { maskerFor } from './secrets/secrets';
import { appHandlers } from './shell/app-handlers';
import { askBeforeEnd } from './shell/ask-before-end';
import { BackgroundNotices } from './shell/background-notices';
import { chosenFiles } from './shell/chosen-files';
import { openOwnFolder } from './shell/data-folder';
import { endWithLimits } from './shell/end-with-limits';
import { queueQuestions } from './shell/question-queue';
import { questionWindow } from './shell/question-window';
import { systemNotices } from './shell/system-notices';
import { utilityProcessStarter } from './shell/utility-process';
import { openQuestionSession, resolveSystemProxy } from './shell/sessions';
import { watchSleep } from './shell/watch-sleep';
import { createStorage, type Storage } from './storage';

/** The composition root: the platform, the storage, the services, and the handlers of the window's requests. */
export function composeApp(shell: Shell) {
  spareMemory(true);
  const { dataFolder, folders, built, windowMemory, deepLinks, pages, window, events, report } = shell;
  const platform: Platform = {
    ...shell,
    pinnedProfileId: null,
    ask: queueQuestions(
      questionWindow({
        parent: window.get,
        preload: built('../preload/question.js'),
        session: openQuestionSession(pages),
        announce: (open) => events.emit('questionChanged', { open }),
        reportTrouble: (what) => report('question', what),
      }),
    ),
    files: chosenFiles(window.get),
    resolveSystemProxy,
    startKeychain: utilityProcessStarter(built('keychain-process.js'), 'keychain'),
    startDatabase: utilityProcessStarter(built('database-process.js'), 'database'),
    startDocuments: utilityProcessStarter(built('documents-process.js'), 'API documents'),
    startServing: utilityProcessStarter(built('sandbox-document-process.js'), 'served document'),
    startReading: utilityProcessStarter(built('reading-process.js'), 'body reading'),
    tellEnd: new BackgroundNotices(window.get, systemNotices).tell,
    spareMemory,
  };
  const storage = createStorage(platform);
  const services = createServices(platform, storage);
  const stopWatching = onHistoryChanged(
    join(dataFolder.path, 'signals'),
    () => services.history.changedElsewhere(),
    (error) => report('history', error),
  );
  const { handlers, abandonExports, closing } = createHandlers(platform, storage, services, {
    openFolder: (which) => openOwnFolder(folders[which]),
    partFolders: ['main', 'preload', 'renderer'].map((part) => built(`../${part}`)),
  });
  events.on('profilesChanged', (state) => startSandboxFor(state, services));
  watchSleep(shell.power, services.transport);
  window.whenLoaded(() => void settleIn(shell, storage, services));
  askBeforeEnd({
    app: shell.lifecycle,
    window: window.get(),
    mayHaveEffect: () => services.sender.mayHaveEffect(),
    lossQuestion: () => (storage.database.losesTyped ? LOSS_QUESTION : services.unsavedForms.question),
    leaveRest: () => services.calls.leaveAll('the app ends'),
    ask: platform.ask,
    report,
  });
  endWithLimits(
    shell.lifecycle,
    [
      [
        { name: 'window places', close: () => windowMemory.close() },
        { name: 'signals', close: () => Promise.resolve(stopWatching()) },
      ],
      ...closing,
    ],
    report,
  );
  return {
    handlers: {
      ...handlers,
      ...appHandlers({
        window: window.get,
        takeDeepLink: deepLinks.take,
        takeCrashReason: window.takeCrashReason,
        zoom: windowMemory.zoom,
        sandboxFacts: services.sandbox.facts,
        maskSecrets: (text) => maskerFor(platform.redactor.known()).text(text),
      }),
    },
    serveBody: (url: URL) => serveBody(storage.bodies, url),
    onWindowGone: () => {
      services.calls.leaveAll('the window closed');
      services.unsavedForms.clear();
      void abandonExports().catch((error: unknown) => report('exports', error));
    },
  };
}

/** The sandbox runs while its profile is active, or when something else asks for it. */
function startSandboxFor({ profiles, activeId }: ProfilesState, { sandbox }: Services): void {
  if (profiles.find(({ id }) => id === activeId)?.environment === 'local') void sandbox.facts();
}

/** Work after start-up that nobody waits for. */
async function settleIn({ dataFolder, window, report }: Shell, storage: Storage, services: Services) {
  void services.updates.start().catch((error: unknown) => report('updates', error));
  void removeLeftovers(join(dataFolder.path, 'bodies'), 'bodies');
  void removeOldPartialsIn(dataFolder.path);
  void removeOldWorkingCopies();
  const state = await storage.profiles.describe();
  window.showProfile(state);
  startSandboxFor(state, services);
  services.history.trim();
  const describeProfiles = () => storage.profiles.describe();
  const reportLeft = (error: unknown): void => report('what deleted profiles left', error);
  await forgetGoneProfiles(
    [storage.resumableLoads, storage.keptLists, storage.recentSessions],
    describeProfiles,
    reportLeft,
    await idsSetAside(dataFolder.path),
  );
  // Of secrets, only those that the person has deleted.
  await forgetGoneProfiles([services.credentials], describeProfiles, reportLeft);
}
