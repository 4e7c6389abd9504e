import { afterAll, beforeAll } from 'vitest';
import type { TransportOptions, TransportResult } from '../types';
import { PLAIN_OPTIONS } from './harness';
import { isWholeRequest, startRawServer, type RawServer } from './raw-server';
import { useHarness } from './use-harness';

/**
 * What the server writes next, piece by piece; then it closes the connection (`end`), breaks it (`destroy`), or keeps
 * it open.
 */
export interface Script {
  readonly pieces: readonly (string | Uint8Array)[];
  readonly then: 'end' | 'reset' | 'stay';
}

/** A transport and a server that follows a script, for all tests of the file. */
export function useScript() {
  let script: Script = { pieces: [], then: 'end' };
  let server: RawServer;
  const harness = useHarness();

  beforeAll(async () => {
    server = await startRawServer((socket, received) => {
      if (!isWholeRequest(received)) return;
      const { pieces, then } = script;
      const writeFrom = (index: number): void => {
        const piece = pieces[index];
        if (piece !== undefined) socket.write(piece, () => writeFrom(index + 1));
        else if (then === 'end') socket.end();
        else if (then === 'reset') socket.resetAndDestroy();
      };
      writeFrom(0);
    });
  });
  afterAll(async () => {
    await server.close();
  });

  async function answerOf(
    pieces: Script['pieces'],
    then: Script['then'] = 'end',
    options: Partial<TransportOptions> & { method?: string } = {},
  ): Promise<{ result: TransportResult; body: Buffer }> {
    script = { pieces, then };
    // A new connection for each answer, because the server hangs up without announcing it.
    const headers = [['connection', 'close']] as const;
    const request = { method: options.method ?? 'GET', url: server.url, headers, body: null };
    const result = await harness.transport.send(request, { ...PLAIN_OPTIONS, ...options }).result;
    const { response } = result;
    const body = response ? await harness.bodies.read(response.bodyId, 0, response.bodyBytes) : null;
    return { result, body: body ?? Buffer.alloc(0) };
  }

  return {
    harness,
    answerOf,
    get url(): string {
      return server.url;
    },
    get requests(): RawServer['requests'] {
      return server.requests;
    },
    get sockets(): RawServer['sockets'] {
      return server.sockets;
    },
    follow: (next: Script): void => {
      script = next;
    },
  };
}

export function head(...lines: string[]): string {
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

export function encoded(coding: string, body: Uint8Array): Script['pieces'] {
  return [head(`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`), body];
}
