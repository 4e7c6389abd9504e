import { EventEmitter } from 'node:events';
import type { BridgeEvents } from '@shared/bridge/events';

/**
 * Carries events from main's parts to the renderer. The window listens once it exists, and other parts may listen as
 * well.
 */
export class BridgeEmitter {
  private readonly emitter = new EventEmitter();

  readonly emit = <Name extends keyof BridgeEvents>(name: Name, payload: BridgeEvents[Name]): void =>
    void this.emitter.emit(name, payload);

  on<Name extends keyof BridgeEvents>(name: Name, listener: (payload: BridgeEvents[Name]) => void): void {
    this.emitter.on(name, listener);
  }
}
