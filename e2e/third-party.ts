import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Alternating names and values, as on the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A third party that belongs to the test, and records every request that it receives, byte for byte. */
export class ThirdParty {
  readonly received: ReceivedRequest[] = [];
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param answer what it does once it has received the whole request; by default it sends 201 with a small JSON body. */
  static async start(answer: (response: ServerResponse) => void = created): Promise<ThirdParty> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const party = new ThirdParty(server, `http://127.0.0.1:${port}`);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', rawHeaders } = request;
        party.received.push({ method, path: url, rawHeaders, body: Buffer.concat(parts) });
        answer(response);
      });
    });
    return party;
  }

  /** A header of the last request, by its name exactly as written. */
  header(name: string): string | undefined {
    const { rawHeaders } = this.received.at(-1) ?? { rawHeaders: [] };
    const at = rawHeaders.findIndex((given, index) => index % 2 === 0 && given === name);
    return at === -1 ? undefined : rawHeaders[at + 1];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function created(response: ServerResponse): void {
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"charge-1"}');
}
