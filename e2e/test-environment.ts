import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  startKeyringSession,
  temporaryDir,
  type KeyringSession,
  type KeyringState,
} from '../build/setup/desktop-session.mjs';
import { resolveRuntime, type Runtime } from '../build/setup/electron-runtime.mjs';

let runtime: Promise<Runtime> | undefined;

/** A started copy of the real app. */
export interface OpenApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** What main and the window printed, for tests that look for secrets. */
  readonly output: string[];
}

/**
 * What one test runs the app in: a home, a keychain and a user-data folder of its own, on which the real app is started,
 * closed and started again. Nothing of the person who runs the tests is touched.
 */
export class TestEnvironment {
  readonly userData: string;
  private readonly open = new Set<ElectronApplication>();

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
    const display = { DISPLAY: process.env.DISPLAY ?? '', XAUTHORITY: process.env.XAUTHORITY ?? '' };
    return new TestEnvironment(root, await startKeyringSession({ home, keyring, extraEnv: display }));
  }

  get folder(): string {
    return this.root.dir;
  }

  async start(
    extraArgs: readonly string[] = [],
    extraEnv: Readonly<Record<string, string>> = {},
  ): Promise<OpenApp> {
    runtime ??= resolveRuntime();
    const { executable, args, env } = await runtime;
    const app = await _electron.launch({
      executablePath: executable,
      args: [...args, `--user-data-dir=${this.userData}`, ...extraArgs],
      env: { ...this.keyring.env, ...env, ...extraEnv },
      // Playwright would go without Chromium's sandbox on every Linux; the runtime's args say when that is needed.
      chromiumSandbox: true,
    });
    this.open.add(app);
    app.on('close', () => this.open.delete(app));
    const output: string[] = [];
    app.process().stdout?.on('data', (part: Buffer) => output.push(part.toString()));
    app.process().stderr?.on('data', (part: Buffer) => output.push(part.toString()));
    const page = await app.firstWindow();
    page.on('console', (message) => output.push(message.text()));
    page.on('pageerror', (error) => output.push(`page error: ${error.message}`));
    // A key that is pressed before anything listens is a test's mistake. By its tag: a question may stand before it.
    await page.locator('nav').waitFor();
    return { app, page, output };
  }

  async dispose(): Promise<void> {
    for (const app of this.open) await app.close();
    await this.keyring.stop();
    this.root.remove();
  }
}
