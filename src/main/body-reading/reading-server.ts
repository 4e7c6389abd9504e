import { giveBack } from '../bodies/give-back';
import { answerQuestion, requestedMembers } from './answer-question';
import { CheckedParts } from './checked-parts';
import type { BodyQuestion, FromReadingProcess, ToReadingProcess } from './protocol';

interface Reading {
  readonly question: BodyQuestion;
  readonly parts: CheckedParts;
  /** How many bytes are still to come. */
  readonly missing: number;
}

/** The server inside the reading process: receives one body, piece by piece, and answers the question about it. */
export class ReadingServer {
  private reading: Reading | null = null;

  take(message: ToReadingProcess): FromReadingProcess {
    switch (message.kind) {
      case 'read': {
        const { question, bytes } = message;
        const parts = new CheckedParts(requestedMembers(question));
        return this.goOn({ question, parts, missing: bytes }, new Uint8Array(0));
      }
      case 'piece':
        return this.reading === null ? { kind: 'more' } : this.goOn(this.reading, message.piece);
    }
  }

  private goOn({ question, parts, missing }: Reading, piece: Uint8Array): FromReadingProcess {
    const left = missing - piece.length;
    parts.take(piece, left <= 0);
    giveBack(piece);
    if (left > 0 && !parts.isRefused) {
      this.reading = { question, parts, missing: left };
      return { kind: 'more' };
    }
    this.reading = null;
    const text = textOf(parts);
    return text === null
      ? { kind: 'too-large' }
      : { kind: 'answer', answer: answerQuestion(question, { text, isJson: parts.failure === null }) };
  }
}

/** Null if it would be too long for a string. */
function textOf(parts: CheckedParts): string | null {
  try {
    return parts.bytesKept().toString('utf8');
  } catch {
    return null;
  }
}
