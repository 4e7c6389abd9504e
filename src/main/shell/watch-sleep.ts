import type { Transport } from '../transport/types';

/** The part of Electron's powerMonitor used here. */
interface PowerEvents {
  on(event: 'suspend', listener: () => void): unknown;
  on(event: 'resume', listener: () => void): unknown;
}

/** A connection rarely survives the computer's sleep, and nothing tells the caller that is waiting for its answer. */
export function watchSleep(power: PowerEvents, transport: Pick<Transport, 'sleep' | 'wake'>): void {
  power.on('suspend', () => transport.sleep());
  power.on('resume', () => transport.wake());
}
