import type { IncomingMessage } from 'node:http';
import type { ServedDocument } from '@shared/documents/served-document';
import { RequestRefused } from '../errors/api-error';
import type { Answer } from '../server/answer';
import { readBody } from '../server/read-body';
import { DocumentHost, type HostedDocument } from './document-host';
import { DOCUMENT_LIMITS, type DocumentLimits, type StartDocumentProcess } from './document-client';
import type { DocumentReply } from './protocol';
import { toDocumentRequest } from './to-document-request';

export interface ServedDocumentsOptions {
  readonly start: StartDocumentProcess;
  readonly maxBodyBytes: number;
  readonly limits?: DocumentLimits;
  readonly changed?: (state: ServedDocument) => void;
}

/**
 * The documents that the sandbox serves beside its own operations. The first document that has a request's path answers
 * it.
 */
export class ServedDocuments {
  private readonly hosts = new Map<string, DocumentHost>();

  constructor(private readonly options: ServedDocumentsOptions) {}

  get isEmpty(): boolean {
    return this.hosts.size === 0;
  }

  get states(): readonly ServedDocument[] {
    return [...this.hosts.values()].map(({ state }) => state);
  }

  /**
   * Settles once the document is served or has turned out to be impossible to serve. Its answers are checked after
   * that.
   */
  async serve(document: HostedDocument): Promise<ServedDocument> {
    this.stop(document.id);
    const { start, limits = DOCUMENT_LIMITS, changed = () => undefined } = this.options;
    const host: DocumentHost = new DocumentHost(document, {
      start,
      limits,
      changed: (state) => this.hosts.get(document.id) === host && changed(state),
    });
    this.hosts.set(document.id, host);
    const state = await host.start();
    void host.checkAll();
    return state;
  }

  /** Rejects with a message if the document cannot be served. */
  async serveOrThrow(document: HostedDocument): Promise<void> {
    const { state, why } = await this.serve(document);
    if (state === 'ended') throw new Error(`${document.id}: ${why ?? 'it cannot be served.'}`);
  }

  stop(id: string): void {
    const host = this.hosts.get(id);
    this.hosts.delete(id);
    host?.close();
  }

  close(): void {
    for (const id of [...this.hosts.keys()]) this.stop(id);
  }

  /**
   * Null if no document has the path.
   * @param refusal why the token is not accepted; null when it is.
   */
  async answer(request: IncomingMessage, refusal: RequestRefused | null): Promise<Answer | null> {
    const body = (await readBody(request, this.options.maxBodyBytes)).toString('utf8');
    const asked = toDocumentRequest(request, body, refusal?.reason ?? null);
    let otherMethods: readonly string[] = [];
    for (const host of this.hosts.values()) {
      if (host.state.state === 'ended') continue;
      const reply = await host.reply(asked);
      if (reply.kind === 'no-method') otherMethods = reply.allow;
      else if (reply.kind !== 'no-path') return toAnswer(reply, refusal);
    }
    if (otherMethods.length > 0)
      throw new RequestRefused(405, { headers: { allow: otherMethods.join(', ') } });
    return null;
  }
}

function toAnswer(
  reply: Extract<DocumentReply, { kind: 'answer' | 'refused' }>,
  refusal: RequestRefused | null,
): Answer {
  if (reply.kind === 'answer') {
    const { status, headers } = reply;
    if (status === 204 || status === 304) return { status, headers, body: null };
    const body = Buffer.from(reply.body);
    return { status, headers: { ...headers, 'content-length': body.length }, body };
  }
  if (reply.status === 401 && refusal !== null) throw refusal;
  throw new RequestRefused(reply.status, { message: reply.message, details: reply.details });
}
