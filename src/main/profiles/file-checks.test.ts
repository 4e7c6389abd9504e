import { beforeEach, expect, it, vi } from 'vitest';
import { unusableReason } from './file-checks';

const stat = vi.hoisted(() => vi.fn(async () => ({ isFile: () => true })));
vi.mock('node:fs/promises', () => ({ stat }));
beforeEach(() => stat.mockClear());

it.each([
  '\\\\server\\share\\ca.pem',
  '//server/share/ca.pem',
  '\\/server/share',
  '/\\server\\share',
  '\\\\?\\C:\\ca.pem',
  '\\\\.\\pipe\\x',
  ' \\\\server\\share',
])('does not touch %j, as that would sign in on another computer', async (path) => {
  expect(await unusableReason(path)).toContain('on another computer');
  expect(stat).not.toHaveBeenCalled();
});

it('checks files on this computer', async () => {
  expect(await unusableReason('/etc/ca.pem')).toBeNull();
  expect(stat).toHaveBeenCalledOnce();
});
