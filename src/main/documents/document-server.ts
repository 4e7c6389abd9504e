import { compareDocuments } from '@openapi/compare-documents';
import { OpenDocument } from '@openapi/open-document';
import { readDocument } from '@openapi/read-document';
import { messageOf } from '@shared/text/message-of';
import { answerLive } from '../saved-requests/live/live-texts';
import { readSource } from '../saved-requests/read-source';
import { checkAnswer } from './check-answer';
import type { DocumentAnswer, DocumentQuestion } from './protocol';

/** Documents held at a time: two to compare, and one to look at. */
const MAX_OPEN = 3;

/** The server inside the process: reads documents, and holds those that were last asked about. */
export class DocumentServer {
  /** By revision, the most recently used last. */
  private readonly open = new Map<string, OpenDocument>();

  answer(question: DocumentQuestion): DocumentAnswer {
    try {
      return this.answerTo(question);
    } catch (error) {
      return { kind: 'failed', detail: messageOf(error) };
    }
  }

  private answerTo(question: DocumentQuestion): DocumentAnswer {
    switch (question.kind) {
      case 'read': {
        const reading = readDocument(question.text);
        if (reading.kind === 'refused') return reading;
        return { kind: 'read', content: reading.content, json: JSON.stringify(reading.raw) };
      }
      case 'open':
        this.hold(question.revision, new OpenDocument(question.document, JSON.parse(question.json)));
        return { kind: 'opened' };
      case 'operation':
        return this.about(question.revision, (document) => ({
          kind: 'operation',
          details: document.operation(question.operationId),
        }));
      case 'model':
        return this.about(question.revision, (document) => ({
          kind: 'model',
          model: document.model(question.reference),
        }));
      case 'check':
        return this.about(question.revision, (document) => ({
          kind: 'check',
          check: checkAnswer(document, question.operationId, question.part, question.text),
        }));
      case 'examples':
        return this.about(question.revision, (document) => ({
          kind: 'examples',
          examples: document.examples(question.operationId, question.mediaType),
        }));
      case 'compare':
        return this.about(question.revision, (before) =>
          this.about(question.newer, (after) => ({
            kind: 'changes',
            changes: compareDocuments(before, after),
          })),
        );
      case 'requests':
        return { kind: 'requests', content: readSource(question.source) };
      case 'live':
        return { kind: 'live', answer: answerLive(question.question) };
    }
  }

  private about(revision: string, answer: (document: OpenDocument) => DocumentAnswer): DocumentAnswer {
    const document = this.open.get(revision);
    if (document === undefined) return { kind: 'not-open', revision };
    this.hold(revision, document);
    return answer(document);
  }

  private hold(revision: string, document: OpenDocument): void {
    this.open.delete(revision);
    this.open.set(revision, document);
    const [oldest] = this.open.keys();
    if (this.open.size > MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
  }
}
