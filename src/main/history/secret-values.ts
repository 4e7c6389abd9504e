import { randomUUID } from 'node:crypto';

/** Secrets of so many header values are remembered. */
const MOST_SECRETS = 2_000;

/**
 * Values of secret headers that were sent in this run, so that a request can be replayed without asking for them again.
 * In memory alone: the history keeps ids, and the next run asks.
 */
export class SecretValues {
  private readonly values = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  /** The same value has the same id. */
  keep(value: string): string {
    const known = this.ids.get(value);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.ids.set(value, id);
    this.remember(id, value);
    return id;
  }

  /** Knows a value again that was entered anew for an id of an earlier run. */
  remember(id: string, value: string): void {
    this.values.set(id, value);
    const [oldest] = this.values.keys();
    if (this.values.size > MOST_SECRETS && oldest !== undefined) this.forget(oldest);
  }

  /** Null when it was never known in this run. */
  read(id: string): string | null {
    return this.values.get(id) ?? null;
  }

  clear(): void {
    this.values.clear();
    this.ids.clear();
  }

  private forget(id: string): void {
    const value = this.values.get(id);
    this.values.delete(id);
    if (value !== undefined) this.ids.delete(value);
  }
}
