import { eventChannel } from '@shared/bridge/channels';
import { bridgeEventNames, type BridgeEvents } from '@shared/bridge/events';
import type { BridgeEmitter } from '../bridge/bridge-emitter';

/** The part of Electron's window used here. */
interface ShownWindow {
  isDestroyed(): boolean;
  readonly webContents: {
    isDestroyed(): boolean;
    send(channel: string, payload: unknown): void;
  };
}

/** Sends every event to the window, if there is one. */
export function forwardEvents(events: Pick<BridgeEmitter, 'on'>, getWindow: () => ShownWindow | null): void {
  for (const name of bridgeEventNames) {
    events.on(name, (payload: BridgeEvents[keyof BridgeEvents]) => {
      const window = getWindow();
      // A closing window loses its webContents first. It also closes its question's window, which in turn causes
      // events.
      if (window === null || window.isDestroyed() || window.webContents.isDestroyed()) return;
      window.webContents.send(eventChannel(name), payload);
    });
  }
}
