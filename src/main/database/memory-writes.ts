import type { Statement } from './database';

/** What lies in memory lies in the process as well: so much of it is held twice. */
const MAX_BYTES = 64_000_000;
/** Of a statement, beside its values. */
const STATEMENT_BYTES = 200;

/**
 * What was written while everything is in memory: the process that has it may be killed, and another one that takes over
 * carries it out again.
 */
export class MemoryWrites {
  private writes: (readonly Statement[])[] | null = [];
  private bytes = 0;

  constructor(private readonly maxBytes: number = MAX_BYTES) {}

  /** In their order; null when they were too many to be held. */
  get all(): readonly (readonly Statement[])[] | null {
    return this.writes;
  }

  /** @param statements carried out together. */
  note(statements: readonly Statement[]): void {
    this.bytes += statements.reduce((sum, statement) => sum + bytesOf(statement), 0);
    if (this.bytes > this.maxBytes) this.writes = null;
    this.writes?.push(statements);
  }

  clear(): void {
    this.writes = [];
    this.bytes = 0;
  }
}

function bytesOf({ values = [] }: Statement): number {
  return values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + 2 * value.length;
    return value instanceof Uint8Array ? sum + value.length : sum;
  }, STATEMENT_BYTES);
}
