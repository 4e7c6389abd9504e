import type { BrowserWindow } from 'electron';
import type { EndedJob } from '../calls/running-calls';

/** What the system offers to reach a person who is looking elsewhere. */
export interface SystemNotices {
  /** Shows a notification if the system has them. */
  readonly notify: (words: string, onClick: () => void) => void;
  /** Shows a number on the app's icon if the system can; 0 removes it. */
  readonly setCount: (count: number) => void;
}

type Window = Pick<
  BrowserWindow,
  'isFocused' | 'once' | 'flashFrame' | 'isMinimized' | 'restore' | 'show' | 'focus'
>;

/**
 * Tells a person who is in another window that a long job has ended, by a system notification and a count on the app's
 * icon. Neither says more than what ended, because the screen may be shared or locked.
 */
export class BackgroundNotices {
  private untold = 0;

  constructor(
    private readonly window: () => Window | null,
    private readonly system: SystemNotices,
  ) {}

  readonly tell = ({ job, failed }: EndedJob): void => {
    const window = this.window();
    if (window === null || window.isFocused()) return;
    if (this.untold === 0) window.once('focus', () => this.count(window, 0));
    this.count(window, this.untold + 1);
    this.system.notify(failed ? `${job} ended with an error.` : `${job} has ended.`, () => {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    });
  };

  private count(window: Window, untold: number): void {
    this.untold = untold;
    this.system.setCount(untold);
    window.flashFrame(untold > 0);
  }
}
