import { expect, it, vi } from 'vitest';
import { SAME_CLICK_CODE } from '@shared/requests/same-click';
import { DuplicateGuard } from './duplicate-guard';
import type { Plan } from './plan';

const charge = { wire: { method: 'POST' }, mark: 'a charge', replayOf: null } as Plan;

it.each([3_600_000, -3_600_000])(
  'a double click sends once, even if the clock changes by %i ms in between',
  async (ms) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const guard = new DuplicateGuard();
    const send = vi.fn(() => Promise.resolve());
    await guard.oncePerClick([charge], send, () => false);
    vi.setSystemTime(Date.now() + ms);
    await expect(guard.oncePerClick([charge], send, () => false)).rejects.toMatchObject({
      problem: { code: SAME_CLICK_CODE },
    });
    vi.useRealTimers();
    expect(send).toHaveBeenCalledOnce();
  },
);
