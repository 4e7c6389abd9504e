import type { Transport } from '../transport/types';

/** What is needed of electron's powerMonitor. */
interface PowerEvents {
  on(event: 'suspend', listener: () => void): unknown;
  on(event: 'resume', listener: () => void): unknown;
}

/** A connection rarely outlives the sleep of the computer, and nothing tells the one who waits for its answer. */
export function watchSleep(power: PowerEvents, transport: Pick<Transport, 'sleep' | 'wake'>): void {
  power.on('suspend', () => transport.sleep());
  power.on('resume', () => transport.wake());
}
