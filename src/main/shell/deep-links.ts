import { app } from 'electron';
import { DEEP_LINK_SCHEME, findLink, type OutsideLink } from '@shared/app/deep-link';
import type { BridgeEmitter } from '../bridge/bridge-emitter';

/**
 * Links of our own scheme from outside. They only tell the window what was requested: nothing is sent because of a
 * link unless the person agrees to it there.
 */
export class DeepLinks {
  private pending: OutsideLink | null = null;
  /** True once the window has asked for its first link: from then on links are passed on as they arrive. */
  private listening = false;

  constructor(private readonly events: Pick<BridgeEmitter, 'emit'>) {}

  /** Must run before the app is ready. */
  listen(): void {
    // A copy that runs from source would register itself in place of the installed app. On Linux the package's
    // desktop entry registers it, and the person may have chosen another program.
    if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
    this.takeFrom(process.argv);
    app.on('second-instance', (_event, argv) => this.takeFrom(argv));
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.takeFrom([url]);
    });
  }

  /** The link that the app was started with, returned once; null if there was none. */
  readonly take = (): OutsideLink | null => {
    const link = this.pending;
    this.pending = null;
    this.listening = true;
    return link;
  };

  private takeFrom(argv: readonly string[]): void {
    const link = findLink(argv);
    if (link === null) return;
    if (this.listening) this.events.emit('deepLink', link);
    else this.pending = link;
  }
}
