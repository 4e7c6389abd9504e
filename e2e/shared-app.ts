import type { Settings } from '@shared/app/settings';
import type { OperationKey } from '@shared/requests/operation-key';
import { TestEnvironment, untilMounted, type OpenApp } from './test-environment';

/** The size of the window when it starts, in px. */
const SIZE = { width: 1280, height: 800 };

const THE_APP = 'app://explorer/';

/** A page of our own origin, so that it reaches main, which loads nothing. */
const WITHOUT_THE_APP = `${THE_APP}nothing`;

/** What the app starts with. */
interface Beginning {
  /** The ids of the profiles; the Local sandbox's is first. */
  readonly profileIds: readonly string[];
  readonly settings: Settings;
}

/** The app that the tests of one file use one after another (`onOneApp` in test.ts). */
export class SharedApp {
  private file = '';
  private environment: TestEnvironment | undefined;
  private started: OpenApp | undefined;
  private beginning: Beginning | undefined;

  /** Ends the app of another file. Returns the environment that the tests of this file share. */
  async enter(file: string): Promise<TestEnvironment> {
    await this.leave(file);
    this.file = file;
    return (this.environment ??= await TestEnvironment.create());
  }

  /** Ends the app unless it belongs to this file. */
  async leave(file: string): Promise<void> {
    if (this.file !== file) await this.end();
  }

  /** Opens Sessions of the Local sandbox on a new page, without what earlier tests made or changed (`removeWhatWasMade`). */
  async open(): Promise<OpenApp> {
    if (this.environment === undefined) throw new Error('Nobody is in it.');
    if (this.started === undefined || this.beginning === undefined) {
      this.started = await this.environment.start();
      this.beginning = await this.started.page.evaluate(beginningOfApp);
      return this.started;
    }
    const { app, page } = this.started;
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(width, height);
      window?.webContents.setZoomFactor(1);
    }, SIZE);
    if (page.viewportSize() !== null) await page.setViewportSize(SIZE);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null });
    // Once the app's page has been left, everything that it had to save has been saved.
    await page.goto(WITHOUT_THE_APP);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.evaluate(removeWhatWasMade, this.beginning);
    await page.evaluate(startRequestsOver, this.beginning);
    await page.goto(THE_APP);
    await untilMounted(page);
    return this.started;
  }

  async end(): Promise<void> {
    const { environment } = this;
    this.environment = undefined;
    this.started = undefined;
    await environment?.dispose();
  }
}

async function beginningOfApp(): Promise<Beginning> {
  const [profiles, settings] = [
    await window.explorer.describeProfiles(),
    await window.explorer.describeSettings(),
  ];
  if (!profiles.ok || !settings.ok) throw new Error('It does not say what there is.');
  return {
    profileIds: profiles.value.profiles.map(({ id }) => id),
    settings: settings.value.settings,
  };
}

/** Runs in the page. */
async function removeWhatWasMade({ profileIds, settings }: Beginning): Promise<void> {
  const { explorer } = window;
  const [profiles, drafts, saved, documents, typed, now] = [
    await explorer.describeProfiles(),
    await explorer.openDrafts(),
    await explorer.listSavedRequests(),
    await explorer.listDocuments(),
    await explorer.openTyped(),
    await explorer.describeSettings(),
  ];
  if (!profiles.ok || !drafts.ok || !saved.ok || !documents.ok || !typed.ok || !now.ok)
    throw new Error('It does not say what there is.');
  const { activeId } = profiles.value;
  const [localId = activeId] = profileIds;
  if (activeId !== localId) await explorer.activateProfile({ profileId: localId });
  const made = profiles.value.profiles.filter(({ id }) => !profileIds.includes(id));
  for (const { id } of made) await explorer.deleteProfile({ profileId: id });
  for (const { id } of drafts.value.drafts) await explorer.discardDraft({ id });
  const ids = saved.value.map(({ id }) => id);
  if (ids.length > 0) await explorer.deleteSavedRequests({ ids });
  for (const { id } of documents.value.documents.filter(({ addedAt }) => addedAt !== null))
    await explorer.removeDocument({ documentId: id });
  for (const { key } of typed.value) await explorer.keepTyped({ key, text: null });
  if (JSON.stringify(now.value.settings) !== JSON.stringify(settings))
    await explorer.editSettings({ settings });
  const clearId = crypto.randomUUID();
  await explorer.clearRecentSessions({ profileId: localId, clearId });
  await explorer.clearHistory({ profileId: null, keepStarred: false, clearId });
}

/**
 * Runs in the page. On the API screen, requests outlive their test, except those of a document that was added. They can
 * only be emptied: to the app they were then composed under the Local sandbox, so a `POST` asks first under another
 * profile.
 */
async function startRequestsOver({ profileIds: [profileId = ''] }: Beginning): Promise<void> {
  const { explorer } = window;
  const operations: readonly OperationKey[] = ['free', 'get_checkout_session', 'list_buyers'];
  const empty = { method: 'GET', path: '', pathParameters: {}, query: [], headers: [], body: '' };
  const draft = { version: 1, ...empty } as const;
  for (const operation of operations) {
    const kept = await explorer.openRequestDraft({ operation });
    if (!kept.ok) throw new Error(kept.problem.title);
    if (kept.value !== null)
      await explorer.keepRequestDraft({ operation, kept: { id: crypto.randomUUID(), profileId, draft } });
  }
}
