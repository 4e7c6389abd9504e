/** When what has been changed by now is painted. A window that is not shown has no frames: then a moment later. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const frame = requestAnimationFrame(() => setTimeout(done));
    const timer = setTimeout(done, 100);
    function done(): void {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      resolve();
    }
  });
