import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addressOf, processesBelow, socketsOf, staysHere, type SocketFacts } from './support/sockets';
import { expect, test } from './test';

test.skip(process.platform !== 'linux', 'sockets are read from /proc');

/** Checks again and again, and remembers every socket that it has seen. */
async function watch(pid: number, ms: number): Promise<readonly SocketFacts[]> {
  const seen = new Map<string, SocketFacts>();
  for (const end = Date.now() + ms; Date.now() < end;) {
    for (const socket of socketsOf(processesBelow(pid))) seen.set(JSON.stringify(socket), socket);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return [...seen.values()];
}

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> };
  readonly events: readonly { readonly type: number; readonly params?: Readonly<Record<string, unknown>> }[];
}

test('an idle app talks to nobody: all its processes have sockets on loopback only', async ({
  environment,
}) => {
  const netLog = join(environment.folder, 'net-log.json');
  const starting = environment.start([`--log-net-log=${netLog}`, '--net-log-capture-mode=IncludeSensitive']);
  const { app, page } = await starting;
  const pid = app.process().pid ?? 0;
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  const sockets = await watch(pid, 8_000);
  expect(sockets.filter((socket) => !staysHere(socket))).toEqual([]);
  // This shows that it watched the right processes, as the Local sandbox listens in one of them.
  expect(sockets.length).toBeGreaterThan(0);
  expect(processesBelow(pid).length).toBeGreaterThan(3);

  // This shows that it would have seen a connection of any of them.
  const server = createServer((socket) => socket.resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `127.0.0.1:${port}`;
  // The app's own sessions would block the request.
  await app.evaluate(({ net, session }, url) => {
    const other = session.fromPartition('of-this-test');
    // Otherwise Chromium would fetch a dictionary.
    other.setSpellCheckerLanguages([]);
    const request = net.request({ url, session: other });
    request.on('error', () => undefined);
    request.end();
  }, `http://${address}/`);
  // The server never answers, so the connection stays open until it has been seen.
  await expect.poll(() => socketsOf(processesBelow(pid)).map(({ remote }) => remote)).toContain(address);
  await app.close();
  server.close();

  // Chromium's own log of the whole run: it resolved no name and connected to nothing else.
  const { constants, events } = JSON.parse(readFileSync(netLog, 'utf8')) as NetLog;
  const named = (name: string) => {
    expect(constants.logEventTypes).toHaveProperty(name);
    return events.filter(({ type }) => type === constants.logEventTypes[name]);
  };
  expect(named('HOST_RESOLVER_MANAGER_JOB').flatMap(({ params }) => params?.host ?? [])).toEqual([]);
  const connected = named('TCP_CONNECT_ATTEMPT').flatMap(({ params }) => params?.address ?? []);
  expect(connected).toEqual([address]);
  // Chromium opens UDP sockets to find out which routes exist, but sends nothing through them.
  expect(named('UDP_BYTES_SENT')).toEqual([]);
});

test('loopback addresses are recognised', () => {
  expect(addressOf('0100007F:1F90')).toBe('127.0.0.1:8080');
  expect(addressOf('00000000000000000000000001000000:0050')).toBe('::1:80');
  expect(addressOf('0000000000000000FFFF00000100007F:0050')).toBe('::ffff:127.0.0.1:80');
  const socket = (local: string, remote: string) => ({ pid: 1, protocol: 'tcp', local, remote });
  expect(staysHere(socket('127.0.0.1:80', '0.0.0.0:0'))).toBe(true);
  expect(staysHere(socket('0.0.0.0:80', '0.0.0.0:0'))).toBe(false);
  expect(staysHere(socket('10.0.0.2:50000', '203.0.113.7:443'))).toBe(false);
  expect(staysHere(socket('0.0.0.0:5353', '0.0.0.0:0'))).toBe(false);
});
