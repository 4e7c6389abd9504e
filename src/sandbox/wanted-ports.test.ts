import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from './start-sandbox';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.close();
});

async function start(options: Parameters<typeof startSandbox>[0]): Promise<RunningSandbox['description']> {
  const sandbox = await startSandbox(options);
  running.push(sandbox);
  return sandbox.description;
}
const portsOf = ({ baseUrl, destination }: RunningSandbox['description']) => ({
  api: Number(new URL(baseUrl).port),
  http: Number(new URL(destination.http).port),
  tls: Number(new URL(destination.tls).port),
});

it('uses the same ports as before, and another if one is taken', async () => {
  const before = portsOf(await start({}));
  await running.pop()?.close();
  expect(portsOf(await start({ wantedPorts: before }))).toEqual(before);
  await running.pop()?.close();

  const other = createServer();
  await new Promise<void>((resolve) => other.listen(before.http, '127.0.0.1', resolve));
  running.push({ close: () => new Promise((resolve) => other.close(() => resolve())) });
  const moved = portsOf(await start({ wantedPorts: before }));
  expect(moved).toMatchObject({ api: before.api, tls: before.tls });
  expect(moved.http).not.toBe(before.http);
});

it('does not use another port if one was explicitly given', async () => {
  const { api } = portsOf(await start({}));
  await expect(startSandbox({ port: api, wantedPorts: { api: 0, http: 0, tls: 0 } })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
