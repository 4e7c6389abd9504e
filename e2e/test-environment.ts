import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startDesktopSession,
  startKeyringSession,
  temporaryDir,
  type KeyringSession,
  type KeyringState,
} from '../build/setup/desktop-session.mjs';
import { resolveRuntime, type Runtime } from '../build/setup/electron-runtime.mjs';

let runtime: Promise<Runtime> | undefined;

/**
 * Waits until the app is mounted, because a test must not press a key before anything listens or before there is a
 * screen to return to. Found by its tag, because a question may be in front of it. The first frame in the document also
 * contains a screen, but only the app's has this attribute.
 */
export async function untilMounted(page: Page): Promise<void> {
  await page.locator('#app[data-v-app] main > *').first().waitFor({ state: 'attached' });
}

/** A started copy of the real app. */
export interface OpenApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** What main and the window printed, for tests that search it for secrets. */
  readonly output: string[];
}

/**
 * What a test runs the app in: a separate home, keychain and user-data folder, on which the real app is started, closed
 * and started again. The clipboard and the focus are also separate, on their own display (with --headed, the person's).
 * Nothing that belongs to the person who runs the tests is touched.
 */
export class TestEnvironment {
  userData: string;
  /** Defects that a test causes on purpose; any other defect fails it. */
  readonly expectedDefects: RegExp[] = [];
  private readonly open = new Set<ElectronApplication>();
  private hasDefaultFolder = false;
  private readonly pageErrors: string[] = [];

  private constructor(
    private readonly root: { readonly dir: string; remove(): void },
    readonly keyring: KeyringSession,
  ) {
    this.userData = join(root.dir, 'user-data');
  }

  static async create(keyring: KeyringState = 'unlocked'): Promise<TestEnvironment> {
    const root = temporaryDir();
    const home = join(root.dir, 'home');
    mkdirSync(home, { recursive: true });
    const { DISPLAY, XAUTHORITY = '' } = process.env;
    const session =
      DISPLAY === undefined
        ? await startDesktopSession({ home, keyring, display: true })
        : await startKeyringSession({ home, keyring, extraEnv: { DISPLAY, XAUTHORITY } });
    return new TestEnvironment(root, session);
  }

  get folder(): string {
    return this.root.dir;
  }

  /** From now on, the app is not told where to keep its files, as when a person starts it; they are below this home. */
  useDefaultFolder(): void {
    this.userData = join(this.keyring.home, '.config', 'Payments API Explorer');
    this.hasDefaultFolder = true;
  }

  /** Starts the built app on this machine's runtime. */
  async start(
    extraArgs: readonly string[] = [],
    extraEnv: Readonly<Record<string, string>> = {},
  ): Promise<OpenApp> {
    runtime ??= resolveRuntime();
    return this.startIn(await runtime, extraArgs, extraEnv);
  }

  async startIn(
    { executable, args, env }: Pick<Runtime, 'executable' | 'args' | 'env'>,
    extraArgs: readonly string[] = [],
    extraEnv: Readonly<Record<string, string>> = {},
  ): Promise<OpenApp> {
    const folder = this.hasDefaultFolder ? [] : [`--user-data-dir=${this.userData}`];
    const app = await _electron.launch({
      executablePath: executable,
      // On a virtual display there is no GPU, and Chromium starts a process twice to find that out. V8 optimizes later
      // (its budget is 67,584), because few journeys last long enough to gain from it (decision 231).
      args: [...args, ...folder, '--disable-gpu', '--js-flags=--interrupt-budget=4000000', ...extraArgs],
      env: { ...this.keyring.env, ...env, ...extraEnv },
      // Playwright would turn off Chromium's sandbox on every Linux; the runtime's args say when that is really
      // necessary.
      chromiumSandbox: true,
    });
    this.open.add(app);
    app.on('close', () => this.open.delete(app));
    const output: string[] = [];
    app.process().stdout?.on('data', (part: Buffer) => output.push(part.toString()));
    app.process().stderr?.on('data', (part: Buffer) => output.push(part.toString()));
    // Errors of every window, including questions.
    app.context().on('weberror', (error) => {
      const said = `page error: ${error.error().stack ?? error.error().message}`;
      output.push(said);
      this.pageErrors.push(said);
    });
    const page = await app.firstWindow();
    page.on('console', (message) => output.push(message.text()));
    await untilMounted(page);
    return { app, page, output };
  }

  /** Throws if a page or main had an uncaught exception: no test may pass in spite of one. */
  async dispose(): Promise<void> {
    for (const app of this.open) {
      // The app may ask, because a test may have left something in progress.
      const quit = (page: Page): void =>
        void page
          .getByRole('button', { name: 'Quit anyway' })
          .click()
          .catch(() => undefined);
      app.on('window', quit);
      await app.close();
    }
    try {
      this.expectNoDefects();
    } finally {
      await this.keyring.stop();
      this.root.remove();
    }
  }

  /** Throws if a page or main had an uncaught exception. */
  expectNoDefects(): void {
    const defects = this.defects();
    if (defects.length > 0) throw new Error(`Nothing caught these:\n${defects.join('\n')}`);
  }

  private defects(): string[] {
    const logged = ['main.old.log', 'main.log']
      .map((name) => join(this.userData, 'logs', name))
      .flatMap((path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []))
      .filter((line) => line.includes('an exception that nothing caught'));
    return [...this.pageErrors, ...logged].filter(
      (defect) => !this.expectedDefects.some((expected) => expected.test(defect)),
    );
  }
}
