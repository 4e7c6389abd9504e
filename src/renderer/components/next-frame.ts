let waiting: Promise<void> | null = null;

/**
 * When what has been changed by now is painted. A window that is not shown has no frames: then a moment later. All who ask before a
 * frame begins wait together: asking for one takes a tenth of what an answer takes the page.
 */
export const nextFrame = (): Promise<void> =>
  (waiting ??= new Promise((resolve) => {
    const begin = (): void => {
      // What is changed from here on may be in a later one.
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
