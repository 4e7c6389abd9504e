import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { ProblemError, type Problem } from '@shared/problem';
import type { TransportOptions, TransportResult, TransportServices } from '../types';
import { createTestAuthority, type TestAuthority, type TestCredentials } from './certificates';
import { openHarness, PLAIN_OPTIONS, type Harness } from './harness';
import { listen } from './raw-server';

/** The names in a valid server certificate of these tests. */
export const NAMES = ['localhost', '127.0.0.1', 'api.example'] as const;

/** A transport, an authority it may trust, and servers with certificates of that authority. */
export interface TlsHarness extends Harness {
  readonly authority: TestAuthority;
  /** Options that trust the authority. */
  readonly trusted: TransportOptions;
  /** Writes a file into the harness's folder; returns its path. */
  file(name: string, content: string): Promise<string>;
  /** Starts a server that answers `hello` and the name of the client's certificate; returns its port. */
  serve(credentials: TestCredentials, wantsClient?: boolean): Promise<number>;
  get(url: string, options: TransportOptions): Promise<TransportResult>;
  /** Why a request with these options is refused before it is sent. */
  refusalOf(options: TransportOptions): Promise<Problem>;
  text(result: TransportResult): Promise<string>;
  /** Registers something else to close at the end. */
  closeLater(close: () => Promise<unknown>): void;
}

export async function openTlsHarness(services: Partial<TransportServices> = {}): Promise<TlsHarness> {
  const harness = await openHarness(services);
  const authority = await createTestAuthority();
  const closers: (() => Promise<unknown>)[] = [];
  const file = async (name: string, content: string): Promise<string> => {
    const path = join(harness.folder, name);
    await writeFile(path, content);
    return path;
  };
  const get: TlsHarness['get'] = (url, options) =>
    harness.transport.send({ method: 'GET', url, headers: [], body: null }, options).result;
  return {
    ...harness,
    authority,
    trusted: { ...PLAIN_OPTIONS, extraCaFile: await file('ca.pem', authority.certificate) },
    file,
    serve: (credentials, wantsClient = false) => {
      const server = createServer(
        {
          cert: credentials.certificate,
          key: credentials.key,
          ca: authority.certificate,
          requestCert: wantsClient,
        },
        (request, response) => {
          const name =
            'getPeerCertificate' in request.socket ? Reflect.apply(peerName, request.socket, []) : '';
          response.end(`hello ${name}`);
        },
      );
      closers.push(() => closeServer(server));
      return listen(server);
    },
    get,
    refusalOf: async (options) => {
      const error: unknown = await get('https://localhost:1/', options).catch((reason: unknown) => reason);
      if (!(error instanceof ProblemError)) throw new Error('It was not refused');
      return error.problem;
    },
    text: async ({ response }) =>
      response ? String(await harness.bodies.read(response.bodyId, 0, response.bodyBytes)) : '',
    closeLater: (close) => closers.push(close),
    close: async () => {
      await harness.close();
      await Promise.all(closers.map((close) => close()));
    },
  };
}

function peerName(this: { getPeerCertificate(): { subject?: { CN?: string } } }): string {
  return this.getPeerCertificate().subject?.CN ?? '';
}

function closeServer(server: Server): Promise<unknown> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
}
