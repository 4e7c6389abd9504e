import { expect, it, vi } from 'vitest';
import { SAME_CLICK_CODE } from '@shared/requests/same-click';
import { DuplicateGuard } from './duplicate-guard';

it.each([3_600_000, -3_600_000])(
  'a double click sends once, even if the clock changes by %i ms in between',
  async (ms) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const guard = new DuplicateGuard();
    const send = vi.fn(() => Promise.resolve());
    await guard.runOnce('a charge', send);
    vi.setSystemTime(Date.now() + ms);
    await expect(guard.runOnce('a charge', send)).rejects.toMatchObject({
      problem: { code: SAME_CLICK_CODE },
    });
    vi.useRealTimers();
    expect(send).toHaveBeenCalledOnce();
  },
);
