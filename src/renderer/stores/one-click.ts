/** The same again so soon after it began is the same click, however fast the answer came. */
const SAME_CLICK_MS = 700;

/**
 * The window's rule for everything that sends: of a double click, a held Enter and a click after a fast answer only the
 * first counts. Main has a rule of its own (main/sending/repeats.ts).
 */
export class OneClick {
  private readonly underWay = new Set<string>();
  private last: { readonly key: string; readonly at: number } | null = null;

  /** @param key stands for what is sent. Null when it was no click of its own, and nothing was done. */
  async run<T>(key: string, act: () => Promise<T>): Promise<T | null> {
    if (this.underWay.has(key) || this.isRepeated(key)) return null;
    this.underWay.add(key);
    this.last = { key, at: performance.now() };
    try {
      return await act();
    } finally {
      this.underWay.delete(key);
    }
  }

  private isRepeated(key: string): boolean {
    return this.last?.key === key && performance.now() - this.last.at < SAME_CLICK_MS;
  }
}
