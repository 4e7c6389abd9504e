import { eventChannel } from '@shared/bridge/channels';
import { bridgeEventNames, type BridgeEvents } from '@shared/bridge/events';
import type { BridgeEmitter } from '../bridge/bridge-emitter';

/** What is needed of electron's window. */
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
      // A window that closes loses its contents first, and takes what asks in front of it along, which tells of its end.
      if (window === null || window.isDestroyed() || window.webContents.isDestroyed()) return;
      window.webContents.send(eventChannel(name), payload);
    });
  }
}
