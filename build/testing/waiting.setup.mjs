// `vi.waitFor` gives up after a second, whatever vitest.config.ts says about `expect.poll`. A busy machine makes a test
// slow, not wrong, so it waits as long as that. Files share the object (`isolate: false`): it is changed once.
import { vi } from 'vitest';

const WAIT = { timeout: 20_000 };
const KNOWN = Symbol.for('waits as long as expect.poll');

if (!Object.hasOwn(vi, KNOWN)) {
  const { waitFor } = vi;
  Object.assign(vi, {
    waitFor: (callback, options = WAIT) => waitFor(callback, options),
    [KNOWN]: true,
  });
}
