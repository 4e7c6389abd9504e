import { afterEach, expect, it, vi } from 'vitest';
import { forkStarter } from './fork-process';
import type { ProcessEnd } from './process-end';

afterEach(() => vi.restoreAllMocks());

it('reports a process that the system cannot start as one that ended, once', async () => {
  vi.spyOn(process, 'execPath', 'get').mockReturnValue('/nowhere/node');
  const ends: ProcessEnd[] = [];
  const child = forkStarter('process.js')({ onMessage: () => undefined, onExit: (end) => ends.push(end) });
  child.send({ kind: 'question' });
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  child.end();
  expect(ends).toEqual([{ code: null, signal: null }]);
});
