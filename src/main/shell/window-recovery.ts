/** The part of Electron's window that recovery needs. */
export interface RecoverableWindow {
  readonly webContents: {
    on(
      event: 'render-process-gone',
      listener: (event: unknown, details: { reason: string }) => void,
    ): unknown;
    on(event: 'unresponsive' | 'responsive', listener: () => void): unknown;
    reload(): void;
    forcefullyCrashRenderer(): void;
  };
  isDestroyed(): boolean;
}

export interface RecoveryServices {
  readonly report: (what: string) => void;
  /** Called when the page is gone: everything that only the window can follow has to stop. */
  readonly onGone: () => void;
  /** Asks whether to try once more, because the page died soon after a restart. */
  readonly askToTryAgain: () => Promise<boolean>;
  /** Asks whether to restart a page that does not respond. The question closes when the signal aborts. */
  readonly askToRestart: (signal: AbortSignal) => Promise<boolean>;
  readonly quit: () => void;
  readonly now: () => number;
}

/** A page that dies again within this time (ms) would probably keep dying. */
const TOO_SOON_MS = 15_000;

/**
 * Reloads the page when its process dies or hangs: what was typed is in the drafts and what was sent is in the
 * history, both of which main keeps.
 */
export class WindowRecovery {
  private diedAt = -Infinity;
  private reason: string | null = null;
  private question: AbortController | null = null;

  constructor(
    private readonly window: RecoverableWindow,
    private readonly services: RecoveryServices,
  ) {
    window.webContents.on('render-process-gone', (_event, { reason }) => void this.revive(reason));
    window.webContents.on('unresponsive', () => void this.offerRestart());
    window.webContents.on('responsive', () => this.question?.abort());
  }

  /** Why the previous page died, returned once; null if it did not. */
  takeReason(): string | null {
    const { reason } = this;
    this.reason = null;
    return reason;
  }

  private async revive(reason: string): Promise<void> {
    this.question?.abort();
    if (reason === 'clean-exit' || this.window.isDestroyed()) return;
    const { report, onGone, askToTryAgain, quit, now } = this.services;
    report(`the window's process ended: ${reason}`);
    onGone();
    const tooSoon = now() - this.diedAt < TOO_SOON_MS;
    this.diedAt = now();
    if (tooSoon && !(await askToTryAgain())) {
      quit();
      return;
    }
    // Set before the reload, because the page may ask for it as soon as it is there.
    this.reason = reason;
    if (!this.window.isDestroyed()) this.window.webContents.reload();
  }

  private async offerRestart(): Promise<void> {
    if (this.question !== null) return;
    this.services.report('the window does not answer');
    const question = new AbortController();
    this.question = question;
    try {
      const restart = await this.services.askToRestart(question.signal);
      if (restart && !question.signal.aborted && !this.window.isDestroyed()) {
        this.window.webContents.forcefullyCrashRenderer();
      }
    } finally {
      this.question = null;
    }
  }
}
