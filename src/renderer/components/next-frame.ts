let waiting: Promise<void> | null = null;

/**
 * Resolves once the changes so far are painted. A window that is not shown has no frames: then a moment later. All callers before a
 * frame begins wait together: requesting a frame takes a tenth of the time that an answer takes the page.
 */
export const nextFrame = (): Promise<void> =>
  (waiting ??= new Promise((resolve) => {
    const begin = (): void => {
      // Changes from here on may be painted in a later frame.
      waiting = null;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    const frame = requestAnimationFrame(() => {
      begin();
      setTimeout(resolve);
    });
    const timer = setTimeout(() => {
      begin();
      resolve();
    }, 100);
  }));
