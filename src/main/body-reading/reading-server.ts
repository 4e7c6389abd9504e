import { answerQuestion } from './answer-question';
import type { BodyQuestion, FromReadingProcess, ToReadingProcess } from './protocol';

/** The reading process's own side: takes one body in, piece by piece, and answers what was asked of it. */
export class ReadingServer {
  private question: BodyQuestion | null = null;
  private bytes = Buffer.alloc(0);
  private filled = 0;

  take(message: ToReadingProcess): FromReadingProcess {
    switch (message.kind) {
      case 'read':
        this.question = message.question;
        this.bytes = Buffer.alloc(message.bytes);
        this.filled = 0;
        break;
      case 'piece':
        this.bytes.set(message.piece, this.filled);
        this.filled += message.piece.length;
        break;
    }
    if (this.question === null || this.filled < this.bytes.length) return { kind: 'more' };
    const text = this.text();
    // Its memory is needed for what is made of the text.
    this.bytes = Buffer.alloc(0);
    return text === null
      ? { kind: 'too-large' }
      : { kind: 'answer', answer: answerQuestion(this.question, text) };
  }

  /** Null when it is longer than a string can be. */
  private text(): string | null {
    try {
      return this.bytes.toString('utf8');
    } catch {
      return null;
    }
  }
}
