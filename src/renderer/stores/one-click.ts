import { SAME_CLICK_MS } from '@shared/requests/same-click';

/**
 * The window's rule for everything that sends: of a double click, a held Enter, or a click after a fast answer, only
 * the first counts. Main has the same rule for whatever may have an effect (main/sending/duplicate-guard.ts).
 */
export class OneClick {
  private readonly underWay = new Set<string>();
  /** The last press: while a key is held down, each ignored press extends the period. */
  private last: { readonly key: string; readonly at: number } | null = null;

  /** @param key identifies what is sent. Null when this belonged to the same click, so that nothing was done. */
  async run<T>(key: string, act: () => Promise<T>): Promise<T | null> {
    const sameClick = this.underWay.has(key) || this.isRepeated(key);
    this.last = { key, at: performance.now() };
    if (sameClick) return null;
    this.underWay.add(key);
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
