import { Agent, type ClientRequest, type ClientRequestArgs, type RequestOptions } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { readProxyUrl } from './proxy';
import { readArrived } from './read-arrived';
import { loadTlsMaterial, type TlsContexts } from './tls';
import type { TransportOptions } from './types';

/** An idle connection is closed after this time, or a second before the server said it would close it. */
const IDLE_MS = 15_000;
const MARGIN_MS = 1_000;
const MAX_POOLS = 16;

/** What a request gives its agent in case no open connection is free. */
export interface PooledRequestOptions extends RequestOptions {
  /** Requests with the same name share connections. */
  readonly connectionName: string;
  readonly open: () => Promise<Socket>;
}

const idleTimes = new WeakMap<object, number>();
/** Connections that have become idle, until what had arrived by then has been read. */
const unread = new WeakSet<object>();

/**
 * Respects the `keep-alive` header of a response (`timeout=5`), so that no request is written to a closing
 * connection.
 */
export function noteKeepAlive(socket: Socket, header: string | undefined): void {
  const seconds = /(?:^|[\s,;])timeout=(\d{1,6})/i.exec(header ?? '')?.[1];
  idleTimes.set(
    socket,
    seconds === undefined ? IDLE_MS : Math.min(IDLE_MS, Number(seconds) * 1000 - MARGIN_MS),
  );
}

/** The connections for one set of profile settings, kept alive between requests. */
class ConnectionPool extends Agent {
  constructor() {
    super({ keepAlive: true, maxFreeSockets: 8, scheduling: 'lifo' });
  }

  override getName(options?: ClientRequestArgs): string {
    return options && isPooled(options) ? options.connectionName : '';
  }

  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    if (!isPooled(options) || !callback) throw new Error('Requests of this pool say how to connect');
    options.open().then(
      (socket) => callback(null, socket),
      // On an error the agent ignores the socket, although the type requires one.
      (error: Error) => Reflect.apply(callback, undefined, [error]),
    );
    return undefined;
  }

  /** True keeps the socket; the agent closes it if it times out while idle. */
  override keepSocketAlive(socket: Duplex): boolean {
    super.keepSocketAlive(socket);
    const idleMs = idleTimes.get(socket) ?? 0;
    if (idleMs <= 0 || !(socket instanceof Socket)) return false;
    socket.setTimeout(idleMs);
    socket.once('data', dropUnasked);
    unread.add(socket);
    void readArrived().then(() => unread.delete(socket));
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.removeListener('data', dropUnasked);
    super.reuseSocket(socket, request);
  }
}

/** Nobody asked for data on an idle connection, and it must never be taken for the answer to the next request. */
function dropUnasked(this: Duplex): void {
  this.destroy();
  // The agent would otherwise offer it until it has closed.
  this.emit('agentRemove');
}

/**
 * Lets idle connections of this name take in what has already arrived on them, which closes them (see `dropUnasked`):
 * a request that follows at once would otherwise get a second answer to the one before.
 */
export async function readIdle({ agent }: Pool, name: string): Promise<void> {
  const idle = (): readonly Duplex[] => agent.freeSockets[name] ?? [];
  if (idle().length > 0) await readArrived();
  // Some may have become idle meanwhile.
  while (idle().some((socket) => unread.has(socket))) await readArrived();
}

export interface Pool {
  readonly agent: Agent;
  readonly contexts: TlsContexts;
}

/**
 * The pools of all settings in use. Settings that differ in proxy, CA or client certificate never share a connection.
 */
export class Pools {
  private readonly pools = new Map<string, Pool>();

  /** Throws a `ProblemError` if a file or address in the settings cannot be used. */
  async poolFor(options: TransportOptions): Promise<Pool> {
    if (options.proxy.kind === 'manual') readProxyUrl(options.proxy.url);
    const material = await loadTlsMaterial(options);
    const key = JSON.stringify([options.proxy, material.fingerprint]);
    const known = this.pools.get(key);
    if (known) return known;
    const pool = { agent: new ConnectionPool(), contexts: material.makeContexts() };
    this.pools.set(key, pool);
    this.dropUnused(pool);
    return pool;
  }

  closeIdleConnections(): void {
    for (const { agent } of this.pools.values()) {
      for (const sockets of Object.values(agent.freeSockets)) sockets?.forEach((socket) => socket.destroy());
    }
  }

  /** Keeps unused pools from piling up when settings are edited many times. */
  private dropUnused(newest: Pool): void {
    for (const [key, pool] of this.pools) {
      if (this.pools.size <= MAX_POOLS) return;
      const idle = Object.keys(pool.agent.sockets).length === 0;
      if (pool !== newest && idle) {
        pool.agent.destroy();
        this.pools.delete(key);
      }
    }
  }
}

function isPooled(options: ClientRequestArgs): options is ClientRequestArgs & PooledRequestOptions {
  return 'connectionName' in options && 'open' in options && typeof options.open === 'function';
}
