import { randomUUID } from 'node:crypto';
import { request as openRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderList, Outcome } from '@shared/http/exchange';
import { ConnectionAhead } from './connection-ahead';
import { AttemptTimes } from './attempt-times';
import { connectionOf, dial } from './dial';
import { classifyExchangeError, MAX_HEADERS, refusedHead, TransportFailure } from './failures';
import { noteKeepAlive, readIdle, type Pool, type PooledRequestOptions, type Pools } from './pools';
import { readArrived } from './read-arrived';
import { receiveBody } from './receive';
import {
  DEFAULT_BODY_LIMIT_BYTES,
  type ConnectionFacts,
  type ResponseHead,
  type ResponseWatch,
  type TransportOptions,
  type TransportResponse,
  type TransportResult,
  type TransportServices,
  type WireRequest,
} from './types';
import { composeRequest, requestHead, type ComposedRequest } from './wire';
import { isSafe } from '@shared/http/http-fields';
import type { Address } from '@shared/http/plain-address';

/** A larger response head counts as a fault of the server. */
const MAX_HEAD_BYTES = 256 * 1024;

/** One attempt to send a request. */
export class Attempt {
  private readonly times = new AttemptTimes();
  /** Aborts the connection that is being opened; null for most requests, which reuse an open one. */
  private dialling: AbortController | null = null;
  private client: ClientRequest | null = null;
  private clientError: Error | null = null;
  private stopped: 'cancelled' | 'total-timeout' | 'sleep' | null = null;
  /** True from the moment the computer goes to sleep until the connection proves to have survived it. */
  private isAsleep = false;
  private patience: NodeJS.Timeout | undefined;
  private connection: ConnectionFacts | null = null;
  private sentHeaders: HeaderList = [];
  /** True once the first byte was handed to an open connection: from then on the request may have arrived. */
  private mayHaveArrived = false;

  constructor(
    private readonly services: TransportServices,
    private readonly pools: Pools,
    private readonly request: WireRequest,
    private readonly options: TransportOptions,
    private readonly watch: ResponseWatch = {},
  ) {}

  cancel(): void {
    this.stop('cancelled');
  }

  cancelUnsent(): void {
    if (!this.mayHaveArrived) this.cancel();
  }

  /** The computer is going to sleep. */
  sleep(): void {
    this.isAsleep = true;
    clearTimeout(this.patience);
  }

  /**
   * The computer is awake again. A dead connection shows no sign of it, so one that stays silent for `graceMs` counts
   * as dead if repeating the request is harmless. Requests with an effect keep their full timeout: a late answer is
   * better than none.
   */
  wake(graceMs: number): void {
    if (!this.isAsleep || this.times.hasEnded) return;
    const livesOn = (): void => {
      this.isAsleep = false;
      clearTimeout(this.patience);
    };
    clearTimeout(this.patience);
    if (isSafe(this.request.method)) this.patience = setTimeout(() => this.stop('sleep'), graceMs);
    if (this.client?.socket) this.client.socket.once('data', livesOn);
    else this.client?.once('socket', livesOn);
  }

  async run(): Promise<TransportResult> {
    const composed = composeRequest(this.request, this.services.version);
    this.sentHeaders = composed.headers;
    const pool = await this.pools.poolFor(this.options);
    const ahead = await this.waitUntilAllowed(composed.url, pool);
    const name = connectionName(composed);
    await readIdle(pool, name);
    const timer = setTimeout(() => void this.endTime(), this.options.timeouts.totalMs);
    let response: TransportResponse | null = null;
    let failure: TransportFailure | null = null;
    try {
      const head = await this.exchangeHeads(composed, pool, name, ahead);
      ({ response, failure } = await this.receive(head));
    } catch (error) {
      failure = classifyExchangeError(error);
    } finally {
      clearTimeout(timer);
      clearTimeout(this.patience);
    }
    return {
      startedAt: this.times.startedAt,
      sent: { method: composed.method, url: composed.url.href, headers: this.sentHeaders },
      response,
      timings: this.times.timings(),
      outcome: this.outcome(failure),
      connection: this.connection,
    };
  }

  private async waitUntilAllowed(target: Address, pool: Pool): Promise<ConnectionAhead | null> {
    const { beforeIt } = this.request;
    if (!beforeIt) return null;
    const ahead = new ConnectionAhead(() => this.dial(target, pool));
    // Node asks the system for the connection in the next tick; without this, the work before the request would delay
    // that as well.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    try {
      await beforeIt();
    } catch (error) {
      ahead.close();
      throw error;
    }
    this.times.restartClock(ahead.openingMs);
    return ahead;
  }

  private exchangeHeads(
    composed: ComposedRequest,
    pool: Pool,
    connectionName: string,
    ahead: ConnectionAhead | null,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      if (this.stopped) {
        ahead?.close();
        return reject(new TransportFailure('reset', this.stopped));
      }
      const options: PooledRequestOptions = {
        // The request line is ours (see `write`); node:http only needs to know whether the response has a body.
        method: composed.method === 'HEAD' ? 'HEAD' : 'POST',
        agent: pool.agent,
        connectionName,
        open: () => (ahead ? this.take(ahead, composed.url, pool) : this.dial(composed.url, pool)),
        setHost: false,
        maxHeaderSize: MAX_HEAD_BYTES,
      };
      const client = openRequest(options);
      this.client = client;
      client.maxHeadersCount = MAX_HEADERS + 1; // Beyond a count they vanish silently, but for this one.
      client.once('socket', () => this.write(client, composed));
      let answered = false;
      client.once('response', (response) => {
        answered = true;
        const refused = refusedHead(response);
        if (refused) {
          client.destroy();
          return reject(refused);
        }
        // Half a request may still be on its way, so the connection cannot serve another one.
        if (!client.writableFinished) client.shouldKeepAlive = false;
        if (client.socket) noteKeepAlive(client.socket, response.headers['keep-alive']?.toString());
        this.times.firstByte();
        resolve(response);
      });
      client.once('upgrade', (response, socket) => {
        socket.destroy();
        reject(
          new TransportFailure(
            'protocol',
            `The server answered ${response.statusCode ?? 101} and switched to another protocol`,
          ),
        );
      });
      // An interim response (such as 103) is not the answer, so the wait continues.
      client.on('information', () => this.times.awaitFirstByte(client.socket));
      client.on('error', (error) => {
        this.clientError ??= error;
        reject(error);
      });
      client.once('close', () => {
        // Nobody listens after an answer, and creating an error with its stack trace takes time.
        if (!answered) reject(new TransportFailure('reset', 'the connection was closed'));
      });
    });
  }

  private async take(ahead: ConnectionAhead, target: Address, pool: Pool): Promise<Socket> {
    const opened = await ahead.take();
    if (opened) return opened;
    this.times.resetDial();
    return this.dial(target, pool);
  }

  private dial(target: Address, pool: Pool): Promise<Socket> {
    this.dialling = new AbortController();
    if (this.stopped) this.dialling.abort();
    return dial({
      target,
      proxy: this.options.proxy,
      resolveSystemProxy: this.services.resolveSystemProxy,
      contexts: pool.contexts,
      connectMs: this.options.timeouts.connectMs,
      signal: this.dialling.signal,
      times: this.times.dialled,
    });
  }

  /**
   * Hands the request to an open connection. node:http writes the text of `_header` unchanged and composes one only
   * if there is none. This is the only way to keep it from adding `connection` (it does so in every version, and on
   * Node 16 it cannot be removed without giving up keep-alive) and to allow names in any order, case and number.
   * wire.test.ts checks the bytes on every runtime.
   */
  private write(client: ClientRequest, composed: ComposedRequest): void {
    const { socket } = client;
    if (!socket || client.destroyed) return;
    const { tls, remoteAddress, proxy, ...form } = connectionOf(socket);
    const { head, shown } = requestHead(composed, form);
    this.connection = { reused: client.reusedSocket, proxy, remoteAddress, tls };
    this.sentHeaders = shown;
    client.shouldKeepAlive = isSafe(composed.method) && !wantsClose(composed.headers);
    Reflect.set(client, '_header', head);
    this.mayHaveArrived = true;
    this.times.awaitFirstByte(socket);
    client.once('finish', () => this.times.sent());
    if (composed.body && composed.body.length > 0) client.end(composed.body);
    else client.end();
  }

  private async receive(
    message: IncomingMessage,
  ): Promise<{ response: TransportResponse; failure: TransportFailure | null }> {
    const limit = this.options.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES;
    const bodies = this.services.bodies.receive();
    const { startedAt } = this.times;
    const { onBeginning, onPiece } = this.watch;
    const head: ResponseHead = {
      status: message.statusCode ?? 0,
      statusText: message.statusMessage ?? '',
      httpVersion: message.httpVersion,
      headers: pairs(message.rawHeaders),
      tls: this.connection?.tls ?? null,
    };
    // Once the whole body has arrived, destroying its connection no longer ends anything.
    const goesOn = (): void => {
      if (this.stopped) throw new TransportFailure('reset', this.stopped);
    };
    const { failure, heldMs, ...body } = await receiveBody(message, bodies, limit, () => this.clientError, {
      goesOn,
      onBeginning: onBeginning && ((bytes) => onBeginning({ startedAt, head, bytes })),
      onPiece,
      hasBody: this.request.method !== 'HEAD' && head.status !== 204 && head.status !== 304,
    });
    // The server did not wait for all of the request: nothing more of it leaves once its outcome is known.
    if (this.client?.writableFinished === false) this.client.destroy();
    this.times.end(heldMs);
    return { response: { ...head, ...body }, failure };
  }

  /**
   * If this process stood still (stopped, suspended, a blocked thread), the answer to something that may have charged a
   * card may have arrived long ago: timers come before it.
   */
  private async endTime(): Promise<void> {
    await readArrived();
    this.stop('total-timeout');
  }

  private stop(reason: 'cancelled' | 'total-timeout' | 'sleep'): void {
    if (this.stopped || this.times.hasEnded) return;
    this.stopped = reason;
    this.dialling?.abort();
    this.client?.destroy(new TransportFailure('reset', reason));
  }

  private outcome(failure: TransportFailure | null): Outcome {
    const { mayHaveArrived } = this;
    if (failure === null) return { kind: 'answered' };
    if (this.stopped === 'cancelled') return { kind: 'cancelled', mayHaveArrived };
    const timeIsOver = `No complete answer within ${this.options.timeouts.totalMs} ms`;
    if (this.stopped === 'sleep' || this.isAsleep) {
      const details = {
        sleep: 'Nothing came since the computer woke from sleep',
        'total-timeout': `${timeIsOver}, and nothing came since the computer woke from sleep`,
      };
      const detail = this.stopped === null ? failure.message : details[this.stopped];
      return { kind: 'failed', failure: 'sleep', detail, mayHaveArrived };
    }
    if (this.stopped === 'total-timeout') {
      return { kind: 'failed', failure: 'total-timeout', detail: timeIsOver, mayHaveArrived };
    }
    return {
      kind: 'failed',
      failure: failure.failure,
      detail: failure.message,
      mayHaveArrived: mayHaveArrived && !failure.certainlyUnprocessed,
    };
  }
}

/**
 * An idle connection may be closing without our knowledge, and then nobody can say whether a request written to it
 * arrived. Reading again is harmless; every other request gets its own connection, used only once.
 */
function connectionName({ method, url }: ComposedRequest): string {
  return isSafe(method) ? url.origin : `${url.origin} ${randomUUID()}`;
}

function wantsClose(headers: HeaderList): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === 'connection' && /\bclose\b/i.test(value));
}

function pairs(rawHeaders: readonly string[]): HeaderList {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    list.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return list;
}
