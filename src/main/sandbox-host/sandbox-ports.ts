import { z } from 'zod';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { parseUrl } from '@shared/http/parse-url';
import { VersionedJsonFile } from '../files/versioned-json-file';

const port = z.number().int().min(0).max(65_535);
const schema = z.object({ api: port, http: port, tls: port });

/** The ports that the parts of the sandbox listen on; 0 takes a free one. */
export type SandboxPorts = z.infer<typeof schema>;

export const ANY_PORTS: SandboxPorts = { api: 0, http: 0, tls: 0 };

/**
 * Remembers the Local sandbox's ports, so that anything that refers to its address still finds it in the next run.
 */
export class RememberedPorts {
  private readonly file: VersionedJsonFile<SandboxPorts>;

  constructor(path: string) {
    this.file = new VersionedJsonFile({
      path,
      what: 'ports of the Local sandbox',
      version: 1,
      schema,
      fresh: () => ANY_PORTS,
    });
  }

  read(): Promise<SandboxPorts> {
    return this.file.read();
  }

  async keep(now: SandboxPorts): Promise<void> {
    await this.file.change((before) => (isSame(before, now) ? before : now));
  }
}

/** The ports that the sandbox had before and no longer has. */
export function lost(before: SandboxPorts, now: SandboxPorts): readonly number[] {
  return [before.api, before.http, before.tls].filter(
    (port) => port !== 0 && ![now.api, now.http, now.tls].includes(port),
  );
}

export function portsOf({
  baseUrl,
  destination,
}: Pick<SandboxFacts, 'baseUrl' | 'destination'>): SandboxPorts {
  return { api: portOf(baseUrl), http: portOf(destination.http), tls: portOf(destination.tls) };
}

function portOf(url: string): number {
  return Number(parseUrl(url)?.port ?? 0);
}

function isSame(one: SandboxPorts, other: SandboxPorts): boolean {
  return one.api === other.api && one.http === other.http && one.tls === other.tls;
}
