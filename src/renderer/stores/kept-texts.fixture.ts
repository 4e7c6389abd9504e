import { vi } from 'vitest';
import type { TypedText } from '@shared/bridge/drafts';
import { succeed, type Result } from '@shared/problem';

/** Main's part of what is typed and not saved: what an earlier run left, and what it is given to keep. */
export function fakeTexts(left: readonly TypedText[] = []) {
  return {
    openTyped: vi.fn((): Promise<Result<readonly TypedText[]>> => Promise.resolve(succeed(left))),
    keepTyped: vi.fn<(typed: { key: string; text: string | null }) => Promise<Result<null>>>(() =>
      Promise.resolve(succeed(null)),
    ),
  };
}

/** Everything typed is given to main, as when the page is closed. */
export function closePage(): void {
  window.dispatchEvent(new Event('pagehide'));
}
