import type { Page } from '@playwright/test';
import { TestEnvironment, untilMounted, type OpenApp } from './test-environment';

/** The size of the window when it starts, in px. */
const SIZE = { width: 1280, height: 800 };

/** The app that the tests of one file use one after another (`onOneApp` in test.ts). */
export class SharedApp {
  private file = '';
  private environment: TestEnvironment | undefined;
  private started: OpenApp | undefined;
  /** The ids of the profiles that the app starts with; the Local sandbox's is first. */
  private profiles: readonly string[] = [];

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

  /** Opens Sessions of the Local sandbox on a new page, without the profiles, drafts and history of earlier tests. */
  async open(): Promise<OpenApp> {
    if (this.environment === undefined) throw new Error('Nobody is in it.');
    if (this.started === undefined) {
      this.started = await this.environment.start();
      this.profiles = await this.started.page.evaluate(profileIds);
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
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.location.hash = '';
    });
    // Once the page has been reloaded, everything that the old page had to save has been saved.
    await reload(page);
    await page.evaluate(removeWhatWasMade, this.profiles);
    await reload(page);
    return this.started;
  }

  async end(): Promise<void> {
    const { environment } = this;
    this.environment = undefined;
    this.started = undefined;
    await environment?.dispose();
  }
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilMounted(page);
}

async function profileIds(): Promise<readonly string[]> {
  const profiles = await window.explorer.describeProfiles();
  if (!profiles.ok) throw new Error(profiles.problem.title);
  return profiles.value.profiles.map(({ id }) => id);
}

/** Runs in the page. */
async function removeWhatWasMade(profileIds: readonly string[]): Promise<void> {
  const { explorer } = window;
  const [profiles, drafts] = [await explorer.describeProfiles(), await explorer.openDrafts()];
  if (!profiles.ok || !drafts.ok) throw new Error('It does not say what there is.');
  const { activeId } = profiles.value;
  const [localId = activeId] = profileIds;
  if (activeId !== localId) await explorer.activateProfile({ profileId: localId });
  const made = profiles.value.profiles.filter(({ id }) => !profileIds.includes(id));
  for (const { id } of made) await explorer.deleteProfile({ profileId: id });
  for (const { id } of drafts.value.drafts) await explorer.discardDraft({ id });
  const clearId = crypto.randomUUID();
  await explorer.clearRecentSessions({ profileId: localId, clearId });
  await explorer.clearHistory({ profileId: null, keepStarred: false, clearId });
}
