import { createHash } from 'node:crypto';
import { MAX_DOCUMENT_BYTES, type DocumentContent } from '@shared/documents/document-summary';
import { DocumentProcessError, type DocumentClient } from './document-client';
import { PREPARED_VERSION, type DocumentFiles } from './document-files';
import { refused, tooLarge, unreadable } from './document-problems';
import type { DocumentAnswer, DocumentQuestion } from './protocol';

export interface DocumentReaderServices {
  readonly client: Pick<DocumentClient, 'ask'>;
  readonly files: DocumentFiles;
}

type QuestionAboutOne = Extract<
  DocumentQuestion,
  { kind: 'operation' | 'model' | 'compare' | 'check' | 'examples' }
>;

/** Combines the process and the files: what is prepared is kept, and a document is opened when it is asked about. */
export class DocumentReader {
  constructor(private readonly services: DocumentReaderServices) {}

  /** Reads a text and keeps what was made of it. Throws a `ProblemError`. */
  async prepare(revision: string, text: string, signal?: AbortSignal): Promise<DocumentContent> {
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_DOCUMENT_BYTES) throw tooLarge(bytes, MAX_DOCUMENT_BYTES);
    const answer = await this.ask({ kind: 'read', text }, signal);
    if (answer.kind === 'refused') throw refused(answer.why, answer.place);
    if (answer.kind !== 'read') throw unexpected(answer);
    await this.services.files.write(revision, { text, content: answer.content, json: answer.json });
    return answer.content;
  }

  /** What was prepared, or else prepared now from its text. Throws if neither is possible. */
  async content(revision: string): Promise<DocumentContent> {
    const { files } = this.services;
    return (await files.content(revision)) ?? this.prepare(revision, await files.text(revision));
  }

  /** For a text that the app itself has: its hash serves as the revision. */
  async contentOfText(
    text: string,
  ): Promise<{ readonly revision: string; readonly content: DocumentContent }> {
    const hash = createHash('sha256').update(`${PREPARED_VERSION}\n${text}`).digest('hex');
    const revision = `text-${hash.slice(0, 32)}`;
    const kept = await this.services.files.content(revision);
    return { revision, content: kept ?? (await this.prepare(revision, text)) };
  }

  /** Asks about a document, and opens it if necessary. */
  async about(question: QuestionAboutOne, documentId: string, signal?: AbortSignal): Promise<DocumentAnswer> {
    const needed = question.kind === 'compare' ? 2 : 1;
    for (let opened = 0; ; opened += 1) {
      const answer = await this.ask(question, signal);
      if (answer.kind !== 'not-open' || opened === needed) return answer;
      const { revision } = answer;
      const json = await this.services.files.json(revision);
      await this.ask({ kind: 'open', revision, document: documentId, json }, signal);
    }
  }

  private async ask(question: DocumentQuestion, signal?: AbortSignal): Promise<DocumentAnswer> {
    try {
      return await this.services.client.ask(question, signal);
    } catch (error) {
      if (error instanceof DocumentProcessError) throw unreadable(error.trouble, error.message);
      throw error;
    }
  }
}

export function unexpected(answer: DocumentAnswer): Error {
  return unreadable('failed', `unexpected answer "${answer.kind}"`);
}
