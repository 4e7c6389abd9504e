import { startingDocument, type ServedDocument } from '@shared/documents/served-document';
import { ProblemError } from '@shared/problem';
import type { SandboxHost } from './sandbox-host';

export interface DocumentServingServices {
  /** The running sandbox; null if there is none. */
  readonly host: () => Promise<Pick<SandboxHost, 'serve' | 'stopServing'> | null>;
  /** The whole document. Rejects with a `ProblemError` if it is gone. */
  readonly textOf: (documentId: string) => Promise<string>;
  readonly announce: (served: readonly ServedDocument[]) => void;
  readonly report: (where: string, error: unknown) => void;
}

/** The documents that the Local sandbox answers from, until the app ends or the person stops it. */
export class DocumentServing {
  private readonly states = new Map<string, ServedDocument>();

  constructor(private readonly services: DocumentServingServices) {}

  get served(): readonly ServedDocument[] {
    return [...this.states.values()];
  }

  async serve(documentId: string): Promise<void> {
    const text = await this.services.textOf(documentId);
    const host = await this.services.host();
    if (host === null) throw notRunning();
    this.note(startingDocument(documentId));
    host.serve(documentId, text);
  }

  async stop(documentId: string): Promise<void> {
    if (!this.states.delete(documentId)) return;
    this.services.announce(this.served);
    (await this.services.host())?.stopServing(documentId);
  }

  /** Call when the document has changed. */
  async refresh(documentId: string): Promise<void> {
    if (this.states.has(documentId)) await this.serve(documentId);
  }

  /** Takes a document's state from the sandbox; ignores those of documents that have been stopped. */
  readonly accept = (state: ServedDocument): void => {
    if (this.states.has(state.id)) this.note(state);
  };

  /** A restarted sandbox serves no documents yet. */
  async serveAgain(): Promise<void> {
    for (const documentId of [...this.states.keys()])
      await this.serve(documentId).catch((error: unknown) => {
        this.services.report('sandbox', error);
        this.accept({
          ...startingDocument(documentId),
          state: 'ended',
          why: 'The Local sandbox ended, and could not serve the document again.',
        });
      });
  }

  private note(state: ServedDocument): void {
    this.states.set(state.id, state);
    this.services.announce(this.served);
  }
}

function notRunning(): ProblemError {
  return new ProblemError({
    code: 'sandbox-not-running',
    title: 'The Local sandbox is not running',
    meaning: 'Another program may be using the ports that it needs.',
    nextStep: 'Start the app again, then serve the document.',
    detail: null,
  });
}
