import { expect, it, vi } from 'vitest';
import { RpcClient, rpcEvents, serveRpc, type MessageEnd } from './worker-rpc';
import { workerHere } from './worker-rpc.fixture';

interface Requests {
  double: { argument: number; result: number };
  wait: { argument: null; result: null };
  fail: { argument: string; result: null };
  numbers: { argument: null; result: Uint32Array };
}
interface Events {
  progress: number;
}

const handed = Uint32Array.of(1, 2, 3);

function serve(end: MessageEnd): void {
  const tell = rpcEvents<Events>(end);
  serveRpc<Requests>(end, {
    double: (number) => {
      tell('progress', number);
      return number * 2;
    },
    wait: () => new Promise(() => undefined),
    fail: (words) => {
      throw new Error(words);
    },
    numbers: () => handed,
  });
}

function connected() {
  const progress = vi.fn();
  const worker = new (workerHere(serve))();
  let breakDown: (event: MessageEvent) => void = () => undefined;
  const end: MessageEnd = {
    postMessage: (message, options) => worker.postMessage(message, options),
    addEventListener: (type, listener) => {
      if (type === 'error') breakDown = listener;
      else worker.addEventListener(type, listener);
    },
  };
  const close = vi.fn(() => worker.terminate());
  const client = new RpcClient<Requests, Events>({ end, close }, { progress });
  return { client, progress, close, breakDown: () => breakDown(new MessageEvent('error')) };
}

it('gives each request its own answer, and delivers events', async () => {
  const { client, progress } = connected();
  expect(await Promise.all([client.ask('double', 2), client.ask('double', 5)])).toEqual([4, 10]);
  expect(progress.mock.calls).toEqual([[2], [5]]);
  client.close();
});

it('rejects with the message of a failure, and carries on', async () => {
  const { client } = connected();
  await expect(client.ask('fail', 'the edits do not fit')).rejects.toThrow('the edits do not fit');
  expect(await client.ask('double', 1)).toBe(2);
  client.close();
});

it('transfers number arrays instead of copying them', async () => {
  const { client } = connected();
  expect([...(await client.ask('numbers', null))]).toEqual([1, 2, 3]);
  expect(handed.length).toBe(0);
  client.close();
});

it('rejects pending and later requests when the worker fails', async () => {
  const { client, breakDown } = connected();
  const waiting = client.ask('wait', null);
  breakDown();
  await expect(waiting).rejects.toThrow('broke');
  await expect(client.ask('double', 1)).rejects.toThrow('broke');
  client.close();
});

it('never settles pending requests after close', async () => {
  const { client, close } = connected();
  const settled = vi.fn();
  client.ask('double', 1).then(settled, settled);
  client.close();
  // An answer would have arrived by the time that another worker answers.
  expect(await connected().client.ask('double', 1)).toBe(2);
  expect(settled).not.toHaveBeenCalled();
  expect(close).toHaveBeenCalledOnce();
});
