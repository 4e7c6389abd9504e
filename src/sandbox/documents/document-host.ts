import { MAX_TOLD_BROKEN, startingDocument, type ServedDocument } from '@shared/documents/served-document';
import { messageOf } from '@shared/text/message-of';
import {
  DocumentClient,
  ProcessEnded,
  type DocumentLimits,
  type StartDocumentProcess,
} from './document-client';
import type {
  CheckedAnswer,
  DocumentAnswer,
  DocumentQuestion,
  DocumentReply,
  DocumentRequest,
} from './protocol';

export interface HostedDocument {
  readonly id: string;
  readonly text: string;
}

export interface DocumentHostOptions {
  readonly start: StartDocumentProcess;
  readonly limits: DocumentLimits;
  /** Called whenever the state of the document changes. */
  readonly changed: (state: ServedDocument) => void;
}

const REFUSALS = {
  'took-too-long': 'took too long to work out, and was ended',
  crashed: 'took more memory than there is for a document, or crashed, and was ended',
} as const;

/**
 * Serves one document. When an operation hangs or crashes the process, the process is replaced: that operation is not
 * tried again, the others are served by the new process, and what the old one remembered is lost.
 */
export class DocumentHost {
  private client: DocumentClient | null = null;
  private loading: Promise<DocumentClient> | null = null;
  private ends = 0;
  private waiting = 0;
  private isClosed = false;
  private known: ServedDocument;

  constructor(
    private readonly document: HostedDocument,
    private readonly options: DocumentHostOptions,
  ) {
    this.known = startingDocument(document.id);
  }

  get state(): ServedDocument {
    return this.known;
  }

  /** Reads the document; settles once it is served or has turned out to be impossible to serve. */
  async start(): Promise<ServedDocument> {
    // The state says why the document cannot be served.
    await this.load().catch(() => undefined);
    return this.known;
  }

  /** Generates the answer of every operation and checks it against its own schema; requests take precedence. */
  async checkAll(): Promise<ServedDocument> {
    for (let index = 0; index < this.known.operations && this.isAlive(); index += 1) {
      while (this.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const answer = await this.ask({ kind: 'check', index }).catch(() => null);
      if (answer?.kind === 'checked') this.note(answer.checked);
      else if (this.isAlive()) this.change({ checked: this.known.checked + 1 });
    }
    return this.known;
  }

  /** Never rejects: when the document cannot be served any more, the reply is a refusal. */
  async reply(request: DocumentRequest): Promise<DocumentReply> {
    this.waiting += 1;
    try {
      const answer = await this.ask({ kind: 'request', request });
      if (answer.kind === 'reply') return answer.reply;
      return refused(answer.kind === 'failed' ? answer.why : `unexpected answer ${answer.kind}`);
    } catch (error) {
      return refused(wordsOf(error, `What the document says of ${request.method} ${request.path}`));
    } finally {
      this.waiting -= 1;
    }
  }

  close(): void {
    this.isClosed = true;
    this.client?.close();
  }

  /** A question that was merely queued behind the one that ended the process is asked again. */
  private async ask(question: DocumentQuestion): Promise<DocumentAnswer> {
    for (;;) {
      const client = await this.load();
      try {
        return await client.ask(question);
      } catch (error) {
        if (!(error instanceof ProcessEnded) || !this.isAlive()) throw error;
        this.replaceClient(client, error);
        if (error.operation !== null) throw error;
      }
    }
  }

  private replaceClient(ended: DocumentClient, { operation, why }: ProcessEnded): void {
    if (this.client === ended) {
      this.client = null;
      this.loading = null;
      this.ends += 1;
      const { ends } = this.options.limits;
      if (this.ends >= ends) return this.giveUp(`The document ${REFUSALS[why]} ${ends} times.`);
    }
    if (operation !== null && !this.known.suspended.includes(operation))
      this.change({ suspended: [...this.known.suspended, operation] });
  }

  private load(): Promise<DocumentClient> {
    if (!this.isAlive())
      return Promise.reject(new Error(this.known.why ?? 'The document is no longer served.'));
    this.loading ??= this.loadClient();
    return this.loading;
  }

  private async loadClient(): Promise<DocumentClient> {
    try {
      const client = new DocumentClient(this.options.start, this.options.limits);
      this.client = client;
      const { text } = this.document;
      const answer = await client.ask({ kind: 'load', text, suspended: this.known.suspended });
      if (answer.kind !== 'loaded')
        throw new Error('why' in answer ? answer.why : `unexpected answer ${answer.kind}`);
      const { title, version, operations } = answer;
      this.change({ state: 'serving', title, version, operations: operations.length });
      return client;
    } catch (error) {
      if (this.isAlive()) this.giveUp(wordsOf(error, 'Reading the document'));
      throw error;
    }
  }

  private note({ operation, breaks, ownBreaks }: CheckedAnswer): void {
    const { broken, brokenCount, ownBrokenCount, checked } = this.known;
    const told = breaks === null || broken.length >= MAX_TOLD_BROKEN ? [] : [{ operation, why: breaks }];
    this.change({
      checked: checked + 1,
      broken: [...broken, ...told],
      brokenCount: brokenCount + (breaks === null ? 0 : 1),
      ownBrokenCount: ownBrokenCount + (ownBreaks ? 1 : 0),
    });
  }

  private giveUp(why: string): void {
    this.change({ state: 'ended', why });
    this.client?.close();
  }

  private isAlive(): boolean {
    return !this.isClosed && this.known.state !== 'ended';
  }

  private change(change: Partial<ServedDocument>): void {
    this.known = { ...this.known, ...change };
    this.options.changed(this.known);
  }
}

function wordsOf(error: unknown, what: string): string {
  if (error instanceof ProcessEnded) return `${what} ${REFUSALS[error.why]}.`;
  return messageOf(error);
}

function refused(message: string): DocumentReply {
  return { kind: 'refused', status: 500, message, details: [] };
}
