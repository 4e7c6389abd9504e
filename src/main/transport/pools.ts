import { Agent } from 'node:http';
import type { ClientRequestArgs, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { readProxyUrl } from './proxy';
import { loadTlsMaterial } from './tls';
import type { TransportOptions } from './types';

/** A connection nobody uses is closed after this; well below what servers usually allow. */
const IDLE_MS = 15_000;
const MOST_POOLS = 16;

/** What a request hands its agent, to be used when no open connection is free. */
export interface PooledRequestOptions extends RequestOptions {
  readonly origin: string;
  readonly open: () => Promise<Duplex>;
}

/** Connections of one profile's settings, kept alive between requests and told apart by origin. */
class ConnectionPool extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: 8, scheduling: 'lifo' });
  }

  override getName(options?: ClientRequestArgs): string {
    return options && isPooled(options) ? options.origin : '';
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    if (!isPooled(options) || !callback) throw new Error('Requests of this pool say how to connect');
    options.open().then(
      (socket) => callback(null, socket),
      // The agent reads no socket beside an error, though the type asks for one.
      (error: Error) => Reflect.apply(callback, undefined, [error]),
    );
    return undefined;
  }

  /** True keeps the socket; the agent closes it when it has been idle for this time. */
  override keepSocketAlive(socket: Duplex): boolean {
    super.keepSocketAlive(socket);
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(IDLE_MS);
    return true;
  }
}

export interface Pool {
  readonly agent: Agent;
  readonly context: SecureContext;
}

/** The pools of all settings in use. Settings that differ in proxy, CA or client certificate never share a connection. */
export class Pools {
  private readonly pools = new Map<string, Pool>();

  /** Throws a `ProblemError` when a file or address of the settings cannot be used. */
  async poolFor(options: TransportOptions): Promise<Pool> {
    if (options.proxy.kind === 'manual') readProxyUrl(options.proxy.url);
    const material = await loadTlsMaterial(options);
    const key = JSON.stringify([options.proxy, material.fingerprint]);
    const known = this.pools.get(key);
    if (known) return known;
    const pool = { agent: new ConnectionPool(), context: material.makeContext() };
    this.pools.set(key, pool);
    this.dropUnused(pool);
    return pool;
  }

  closeIdleConnections(): void {
    for (const { agent } of this.pools.values()) {
      for (const sockets of Object.values(agent.freeSockets)) sockets?.forEach((socket) => socket.destroy());
    }
  }

  /** Settings are edited many times in a long run: pools without a connection do not pile up. */
  private dropUnused(newest: Pool): void {
    for (const [key, pool] of this.pools) {
      if (this.pools.size <= MOST_POOLS) return;
      const idle = Object.keys(pool.agent.sockets).length === 0;
      if (pool !== newest && idle) {
        pool.agent.destroy();
        this.pools.delete(key);
      }
    }
  }
}

function isPooled(options: ClientRequestArgs): options is ClientRequestArgs & PooledRequestOptions {
  return 'origin' in options && 'open' in options && typeof options.open === 'function';
}
