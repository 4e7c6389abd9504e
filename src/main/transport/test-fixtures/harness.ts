import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BodyStore } from '../../bodies/body-store';
import { createTransport } from '../send';
import type { Transport, TransportOptions, TransportServices } from '../types';

export const PLAIN_OPTIONS: TransportOptions = {
  timeouts: { connectMs: 5_000, totalMs: 10_000 },
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
};

export interface Harness {
  readonly transport: Transport;
  readonly bodies: BodyStore;
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * A transport with a real store in its own folder.
 * @param limits for every request that has no limits of its own.
 */
export async function openHarness(
  services: Partial<TransportServices> = {},
  limits: Pick<TransportOptions, 'bodyLimitBytes'> = {},
): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'transport-test-'));
  const bodies = new BodyStore({ directory: folder });
  const transport = createTransport({
    version: '1.2.3',
    bodies,
    resolveSystemProxy: () => Promise.resolve('DIRECT'),
    ...services,
  });
  return {
    transport: {
      ...transport,
      send: (request, options, watch) => transport.send(request, { ...limits, ...options }, watch),
    },
    bodies,
    folder,
    close: async () => {
      transport.closeIdleConnections();
      await bodies.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
