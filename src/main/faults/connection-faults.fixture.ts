import { createServer } from 'node:https';
import type { Profile } from '@shared/profiles/profile';
import type { TestCredentials } from '../transport/test-fixtures/certificates';
import { startProxy } from '../transport/test-fixtures/connect-proxy';
import { listen, startRawServer } from '../transport/test-fixtures/raw-server';
import { startSilentPort } from '../transport/test-fixtures/silent-port';
import { NAMES } from '../transport/test-fixtures/tls-harness';
import {
  IMPATIENT_AT_CONNECTING,
  PATIENT,
  type Fault,
  type FaultPlace,
  type FaultyService,
} from './fault.fixture';

/** Names for the test's own resolver: one that does not exist, and one that never gets an answer. */
export const UNKNOWN_NAME = 'nobody.test';
export const SILENT_NAME = 'silence.test';

const nothing = (profile: Partial<Profile>, close = () => Promise.resolve()): FaultyService => ({
  profile: { timeouts: PATIENT, ...profile },
  requests: [],
  heal: null,
  close,
});

function unconnected(
  name: string,
  outcome: Fault['outcome'],
  meet: (place: FaultPlace) => Promise<FaultyService>,
): Fault {
  return { name, outcome, arrives: false, meet: (_operation, place) => meet(place) };
}

/** An https server that the app must reject; it counts the requests that get through anyway. */
function tls(
  name: string,
  credentials: (place: FaultPlace) => Promise<TestCredentials>,
  old: { minVersion: 'TLSv1'; maxVersion: 'TLSv1.1'; ciphers: string } | Record<string, never> = {},
): Fault {
  return unconnected(name, 'tls', async (place) => {
    const { certificate, key } = await credentials(place);
    const requests: string[] = [];
    const server = createServer({ cert: certificate, key, ...old }, (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end('{}');
    });
    const port = await listen(server);
    const profile = { baseUrl: `https://localhost:${port}`, extraCaFile: place.caFile };
    const close = () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    return { ...nothing(profile, close), requests };
  });
}

/** A proxy between the app and a service whose name only the proxy could resolve. */
function proxied(name: string, outcome: Fault['outcome'], answer: string | null): Fault {
  return unconnected(name, outcome, async () => {
    const proxy = await startRawServer((socket) => void (answer !== null && socket.write(answer)));
    return behind(proxy.url, proxy.close, answer === null ? IMPATIENT_AT_CONNECTING : PATIENT);
  });
}

function behind(url: string, close: () => Promise<void>, timeouts = PATIENT): FaultyService {
  return nothing({ baseUrl: 'https://api.example', proxy: { kind: 'manual', url }, timeouts }, close);
}

async function closedPort(): Promise<string> {
  const server = await startRawServer(() => undefined);
  await server.close();
  return server.url;
}

const day = (from: number, to: number) => (place: FaultPlace) =>
  place.authority.issue('CN=api', NAMES, { from, to });
const good = day(-1, 30);

/** Faults while a connection is being made: nothing of the request has been sent yet. */
export const CONNECTION_FAULTS: readonly Fault[] = [
  unconnected('name not found', 'dns', () =>
    Promise.resolve(nothing({ baseUrl: `https://${UNKNOWN_NAME}` })),
  ),
  unconnected('black hole: DNS', 'connect-timeout', () =>
    Promise.resolve(nothing({ baseUrl: `https://${SILENT_NAME}`, timeouts: IMPATIENT_AT_CONNECTING })),
  ),
  unconnected('refused', 'refused', async () => nothing({ baseUrl: await closedPort() })),
  // The broadcast address: the system has no route to it, and nothing leaves the computer.
  unconnected('unreachable', 'unreachable', () =>
    Promise.resolve(nothing({ baseUrl: 'https://255.255.255.255' })),
  ),
  unconnected('black hole: TCP', 'connect-timeout', async () => {
    const { port, close } = await startSilentPort();
    return nothing({ baseUrl: `http://127.0.0.1:${port}`, timeouts: IMPATIENT_AT_CONNECTING }, close);
  }),
  proxied('black hole: CONNECT', 'proxy', null),
  unconnected('black hole: TLS', 'connect-timeout', async () => {
    const { url, close } = await startRawServer(() => undefined);
    const baseUrl = url.replace('http:', 'https:');
    return nothing({ baseUrl, timeouts: IMPATIENT_AT_CONNECTING }, close);
  }),
  tls('TLS: expired', day(-30, -2)),
  tls('TLS: not valid yet, or a skewed clock', day(2, 30)),
  tls('TLS: self-signed', ({ authority }) => authority.selfSigned('CN=api', NAMES)),
  tls('TLS: for another host', ({ authority }) => authority.issue('CN=api', ['other.example'])),
  tls('TLS: no safe version', good, {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  }),
  unconnected('TLS: the port does not speak it', 'tls', async () => {
    const { url, close } = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    return nothing({ baseUrl: url.replace('http:', 'https:') }, close);
  }),
  unconnected('proxy that is not running', 'proxy', async () =>
    behind(await closedPort(), () => Promise.resolve()),
  ),
  proxied('proxy that refuses', 'proxy', 'HTTP/1.1 403 Forbidden\r\n\r\n'),
  proxied('proxy that does not speak HTTP', 'proxy', 'SSH-2.0-OpenSSH_9\r\n'),
  unconnected('proxy that requires a password', 'proxy', async () => {
    const { url, close } = await startProxy({ login: 'user:password' });
    return behind(url, close);
  }),
];
