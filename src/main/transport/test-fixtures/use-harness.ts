import { afterEach, beforeEach } from 'vitest';
import { openHarness, type Harness } from './harness';

/** A harness of its own for each test of the file. */
export function useHarness(): Harness {
  let open: Harness | null = null;
  const current = (): Harness => {
    if (open === null) throw new Error('The harness is open only while tests run.');
    return open;
  };
  beforeEach(async () => {
    open = await openHarness();
  });
  afterEach(() => current().close());
  return {
    get transport() {
      return current().transport;
    },
    get bodies() {
      return current().bodies;
    },
    get folder() {
      return current().folder;
    },
    close: () => current().close(),
  };
}
