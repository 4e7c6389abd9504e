import { createHash } from 'node:crypto';
import { DatabaseError } from './database';
import type { DatabaseQuestion } from './protocol';

export interface DeathFacts {
  /** `silent`: it did not answer for too long and was ended. */
  readonly how: 'died' | 'silent';
  /** In words: the signal or exit code. */
  readonly why: string;
  /** What it was answering; null between questions. */
  readonly question: DatabaseQuestion | null;
  /**
   * True for the question it died of; false for later ones, which were not begun and can be put to another process.
   */
  readonly wasBegun: boolean;
}

/** The database's process has died. */
export class DatabaseDeath extends DatabaseError {
  readonly how: DeathFacts['how'];
  readonly wasBegun: boolean;

  constructor(private readonly facts: DeathFacts) {
    super('ended', `The process of the database ended: ${facts.why}`);
    this.name = 'DatabaseDeath';
    this.how = facts.how;
    this.wasBegun = facts.wasBegun;
  }

  /** The same death, for a question that was not begun. */
  ofUnbegun(): DatabaseDeath {
    return new DatabaseDeath({ ...this.facts, wasBegun: false });
  }

  /** Equal for two deaths over the same question; null if there was no question. */
  get culprit(): string | null {
    const { question } = this.facts;
    if (question === null) return null;
    // These contain the key, and the caller tries again.
    if (question.kind === 'open' || question.kind === 'salvage') return question.kind;
    const text = JSON.stringify(question, (_key, value: unknown) =>
      value instanceof Uint8Array ? `${value.length} bytes` : value,
    );
    // Hashed, because the question may contain anything that was typed.
    return createHash('sha256').update(text).digest('hex');
  }
}
