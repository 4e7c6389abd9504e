import { createHash } from 'node:crypto';
import { DatabaseError } from './database';
import type { DatabaseQuestion } from './protocol';

export interface DeathFacts {
  /** `silent`: it gave no answer for too long, and was ended. */
  readonly how: 'died' | 'silent';
  /** In words: by which signal, with which exit code. */
  readonly why: string;
  /** What it was answering; null between questions. */
  readonly question: DatabaseQuestion | null;
  /** True for the question it died of; those behind it were not begun, and can be asked of another process. */
  readonly wasBegun: boolean;
}

/** The process of the database is dead. */
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

  /** Equal for two deaths in the middle of the same thing; null when it was in the middle of nothing. */
  get culprit(): string | null {
    const { question } = this.facts;
    if (question === null) return null;
    // They hold the key, and are tried again by those who ask them.
    if (question.kind === 'open' || question.kind === 'salvage') return question.kind;
    const text = JSON.stringify(question, (_key, value: unknown) =>
      value instanceof Uint8Array ? `${value.length} bytes` : value,
    );
    // It may hold anything that was typed.
    return createHash('sha256').update(text).digest('hex');
  }
}
