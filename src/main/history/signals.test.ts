import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { onHistoryChanged, tellHistoryChanged } from './signals';

it('A change by another process is reported each time', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'signals-'));
  const folder = join(parent, 'signals');
  const report = vi.fn();
  const heard = vi.fn();
  const stop = onHistoryChanged(folder, heard, report);
  tellHistoryChanged(folder, report);
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0);
  const before = heard.mock.calls.length;
  await writeFile(join(folder, 'other'), 'x');
  tellHistoryChanged(folder, report);
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(before);
  stop();
  expect(report).not.toHaveBeenCalled();
  await rm(parent, { recursive: true });
});

it('A folder that cannot be created is reported by both the listener and the sender', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'signals-'));
  await writeFile(join(parent, 'file'), '');
  const report = vi.fn();
  onHistoryChanged(join(parent, 'file', 'signals'), () => undefined, report)();
  expect(report).toHaveBeenCalledOnce();
  tellHistoryChanged(join(parent, 'file', 'signals'), report);
  expect(report).toHaveBeenCalledTimes(2);
  await rm(parent, { recursive: true });
});
