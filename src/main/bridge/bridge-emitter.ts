import { EventEmitter } from 'node:events';
import type { BridgeEvents } from '@shared/bridge/events';

/** What main's parts tell the renderer. The window listens once it is there, and so may other parts. */
export class BridgeEmitter {
  private readonly emitter = new EventEmitter();

  readonly emit = <Name extends keyof BridgeEvents>(name: Name, payload: BridgeEvents[Name]): void =>
    void this.emitter.emit(name, payload);

  on<Name extends keyof BridgeEvents>(name: Name, listener: (payload: BridgeEvents[Name]) => void): void {
    this.emitter.on(name, listener);
  }
}
