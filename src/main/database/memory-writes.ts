import type { Statement } from './database';

/** How many bytes are held: the database's process has them in memory as well. */
const MAX_BYTES = 64_000_000;
/** The approximate size of a statement without its values, in bytes. */
const STATEMENT_BYTES = 200;

/** To report how a write ended. */
export interface NotedWrite {
  succeeded(): void;
  failed(): void;
}

interface Write {
  readonly statements: readonly Statement[];
  isCarriedOut: boolean;
}

/**
 * What was written while everything is in memory: the process that has it may be killed, and another one then carries
 * it out again.
 */
export class MemoryWrites {
  private writes: Write[] | null = [];
  private bytes = 0;
  /** True if there is something that a person has typed. */
  holdsTyped = false;

  constructor(private readonly maxBytes: number = MAX_BYTES) {}

  /** All writes in order, including those under way; null if there were too many to hold. */
  get all(): readonly (readonly Statement[])[] | null {
    return this.writes?.map(({ statements }) => statements) ?? null;
  }

  /** The statements of all transactions that move into the file as they were written, in one list. */
  get movingAsWritten(): readonly Statement[] {
    const moving = this.all?.filter((statements) => statements.some((one) => one.movesAsWritten === true));
    return moving?.flat() ?? [];
  }

  /** The writes that were carried out; null if there were too many to hold. */
  get carriedOut(): readonly (readonly Statement[])[] | null {
    return (
      this.writes?.filter(({ isCarriedOut }) => isCarriedOut).map(({ statements }) => statements) ?? null
    );
  }

  /** @param statements carried out together, and under way from now on. */
  note(statements: readonly Statement[]): NotedWrite {
    this.holdsTyped ||= statements.some(({ typed }) => typed === true);
    const write: Write = { statements, isCarriedOut: false };
    const bytes = statements.reduce((sum, statement) => sum + bytesOf(statement), 0);
    this.bytes += bytes;
    if (this.bytes > this.maxBytes) this.writes = null;
    this.writes?.push(write);
    return { succeeded: () => void (write.isCarriedOut = true), failed: () => this.drop(write, bytes) };
  }

  private drop(write: Write, bytes: number): void {
    const place = this.writes?.indexOf(write) ?? -1;
    if (place < 0) return;
    this.writes?.splice(place, 1);
    this.bytes -= bytes;
  }

  clear(): void {
    this.writes = [];
    this.bytes = 0;
    this.holdsTyped = false;
  }
}

function bytesOf({ values = [] }: Statement): number {
  return values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + 2 * value.length;
    return value instanceof Uint8Array ? sum + value.length : sum;
  }, STATEMENT_BYTES);
}
