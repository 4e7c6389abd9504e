let waiting: Promise<void> | null = null;

/**
 * Resolves once the changes so far are painted, or in a hidden window, which has no frames, a moment later. All callers
 * before a frame share one wait, because requesting a frame takes a tenth of the time that the page needs to show an
 * answer.
 */
export const nextFrame = (): Promise<void> =>
  (waiting ??= new Promise((resolve) => {
    const begin = (): void => {
      // Later changes may be painted in a later frame.
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
