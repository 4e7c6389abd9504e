import type { Settings } from '@shared/app/settings';
import type { Profile } from '@shared/profiles/profile';
import type { OperationKey } from '@shared/requests/operation-key';
import { isDeepStrictEqual } from 'node:util';
import { TestEnvironment, untilMounted, type OpenApp } from './test-environment';

/** The size of the window when it starts, in px. */
const SIZE = { width: 1280, height: 800 };

const THE_APP = 'app://explorer/';

/** A page of our own origin, so that it reaches main, which loads nothing. */
const WITHOUT_THE_APP = `${THE_APP}nothing`;

/** What a started app has that tests change. */
interface Beginning {
  /** The Local sandbox's is first. */
  readonly profiles: readonly Profile[];
  readonly settings: Settings;
  readonly liveFolders: number;
}

interface Shared extends OpenApp {
  readonly environment: TestEnvironment;
  readonly beginning: Beginning;
}

/** The app that the tests of one worker use one after another (`onOneApp` in test.ts). */
export class SharedApp {
  private shared: Shared | undefined;

  /**
   * Opens Sessions of the Local sandbox, without what earlier tests made or changed (`removeWhatWasMade`): on a new page,
   * or in a new app if more was changed than can be undone.
   */
  async open(): Promise<Shared> {
    if (this.shared !== undefined && !(await startOver(this.shared))) await this.end();
    return (this.shared ??= await start());
  }

  /** What `open` opened last. */
  opened(): OpenApp {
    if (this.shared === undefined) throw new Error('No test has opened it.');
    return this.shared;
  }

  async end(): Promise<void> {
    const { shared } = this;
    this.shared = undefined;
    await shared?.environment.dispose();
  }
}

async function start(): Promise<Shared> {
  const environment = await TestEnvironment.create();
  const opened = await environment.start();
  await opened.app.evaluate(rememberMain);
  return { ...opened, environment, beginning: await opened.page.evaluate(whatThereIs) };
}

/** Returns whether the app is as it was at the beginning. */
async function startOver({ app, page, beginning }: Shared): Promise<boolean> {
  await app.evaluate(restoreMain);
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
  const profileIds = beginning.profiles.map(({ id }) => id);
  await page.evaluate(removeWhatWasMade, { profileIds, settings: beginning.settings });
  await page.evaluate(startRequestsOver, profileIds);
  const now = await page.evaluate(whatThereIs);
  await page.goto(THE_APP);
  await untilMounted(page);
  return isDeepStrictEqual(comparable(now), comparable(beginning));
}

/** Without the address of the Local sandbox, which it has only once it is running. */
function comparable({ profiles, ...others }: Beginning): unknown {
  return {
    ...others,
    profiles: profiles.map((profile, index) => ({ ...profile, ...(index === 0 && { baseUrl: '' }) })),
  };
}

/** What tests replace in main. */
interface Replaceable {
  readonly dialog: object;
  readonly popup: unknown;
  readonly handlers: ReadonlyMap<string, unknown>;
}

/** Runs in main. */
function rememberMain({ dialog, ipcMain, Menu }: typeof Electron.CrossProcessExports): void {
  const handlers = new Map(Reflect.get(ipcMain, '_invokeHandlers') as Map<string, unknown>);
  const before: Replaceable = { dialog: { ...dialog }, popup: Menu.prototype.popup, handlers };
  Object.assign(globalThis, { before });
}

/** Runs in main. */
function restoreMain({ dialog, ipcMain, Menu }: typeof Electron.CrossProcessExports): void {
  const before = Reflect.get(globalThis, 'before') as Replaceable;
  Object.assign(dialog, before.dialog);
  Object.assign(Menu.prototype, { popup: before.popup });
  const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<string, unknown>;
  for (const [name, handler] of before.handlers) handlers.set(name, handler);
}

/** Runs in the page. */
async function whatThereIs(): Promise<Beginning> {
  const [profiles, settings, folders] = [
    await window.explorer.describeProfiles(),
    await window.explorer.describeSettings(),
    await window.explorer.describeLiveFolders(),
  ];
  if (!profiles.ok || !settings.ok || !folders.ok) throw new Error('It does not say what there is.');
  return {
    profiles: profiles.value.profiles,
    settings: settings.value.settings,
    liveFolders: folders.value.length,
  };
}

/** Runs in the page. */
async function removeWhatWasMade({
  profileIds,
  settings,
}: {
  readonly profileIds: readonly string[];
  readonly settings: Settings;
}): Promise<void> {
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
async function startRequestsOver([profileId = '']: readonly string[]): Promise<void> {
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
