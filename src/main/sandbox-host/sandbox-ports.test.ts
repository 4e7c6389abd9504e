import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ANY_PORTS, lost, portsOf, RememberedPorts } from './sandbox-ports';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let path: string;
beforeEach(async () => {
  path = join(folder, 'sandbox-ports.json');
});

const ports = (api: number, http: number, tls: number) => ({ api, http, tls });

it('ports are remembered from one start to the next', async () => {
  const first = new RememberedPorts(path);
  expect(await first.read()).toEqual(ANY_PORTS);
  await first.keep(ports(1001, 1002, 1003));
  const second = new RememberedPorts(path);
  expect(await second.read()).toEqual(ports(1001, 1002, 1003));
  await second.keep(ports(1001, 2002, 1003));
  expect(await new RememberedPorts(path).read()).toEqual(ports(1001, 2002, 1003));
});

it('ports are taken from the addresses of the sandbox', () => {
  const destination = { http: 'http://127.0.0.1:1002', tls: 'https://127.0.0.1:1003' };
  expect(portsOf({ baseUrl: 'http://127.0.0.1:1001', destination })).toEqual(ports(1001, 1002, 1003));
});

it('a port counts as lost if another one was assigned, but not at the first start', () => {
  expect(lost(ports(1001, 1002, 1003), ports(1001, 2002, 1003))).toEqual([1002]);
  expect(lost(ANY_PORTS, ports(1001, 1002, 1003))).toEqual([]);
});

it('any ports are used if those in the file are invalid', async () => {
  await writeFile(path, '{"version":1,"content":{"api":"80; rm","http":-1,"tls":99999}}');
  expect(await new RememberedPorts(path).read()).toEqual(ANY_PORTS);
});
