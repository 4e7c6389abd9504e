import { randomUUID } from 'node:crypto';
import type { DocumentReplacement, DocumentRequests, GivenDocument } from '@shared/bridge/documents';
import {
  BUILT_IN_DOCUMENT,
  type DocumentContent,
  type DocumentSummary,
} from '@shared/documents/document-summary';
import type { CheckedPart, DocumentCheck, DocumentExample } from '@shared/documents/document-check';
import type { ModelView, OperationDetails } from '@shared/documents/operation-details';
import { ProblemError } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { withoutBidiControls } from '@shared/text/bidi-controls';
import type { DocumentFiles } from './document-files';
import { noSuchDocument, notInDocument, tooLateToUndo } from './document-problems';
import { unexpected, type DocumentReader } from './document-reader';
import type { DocumentEntry, DocumentStore } from './document-store';

export interface DocumentServices {
  readonly store: DocumentStore;
  readonly files: DocumentFiles;
  readonly reader: DocumentReader;
  /** The text of the built-in contract. */
  readonly builtIn: () => Promise<string>;
  /** True beside the app, which may be adding or reviewing a document, or bring back a removed one. */
  readonly leavesUnlisted?: boolean;
  readonly report: (where: string, error: unknown) => void;
  readonly now?: () => Date;
}

interface Removed {
  readonly entry: DocumentEntry;
  readonly index: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * The documents of the API screen: the built-in contract and those that the person added, all handled by the same
 * code.
 */
export class DocumentService {
  private readonly removed = new Map<string, Removed>();
  /** Newer versions under review, by document. */
  private readonly replacements = new Map<
    string,
    { readonly revision: string; readonly given: GivenDocument }
  >();
  private isTidy = false;
  /** Revisions that this run has read, so they are not leftovers of an earlier one. */
  private readonly made = new Set<string>();

  constructor(private readonly services: DocumentServices) {}

  async list(): Promise<DocumentRequests['listDocuments']['result']> {
    const { store } = this.services;
    const entries = await store.list();
    const { revision, content } = await this.builtIn();
    this.made.add(revision);
    await this.tidy(entries.map((entry) => entry.revision));
    const added = await Promise.all(entries.map((entry) => this.summary(entry)));
    const builtIn: DocumentSummary = {
      ...content,
      id: BUILT_IN_DOCUMENT,
      source: { kind: 'built-in' },
      profileIds: [],
      addedAt: null,
    };
    return { documents: [builtIn, ...added], notice: store.notice };
  }

  async add({ text, source }: GivenDocument, signal?: AbortSignal): Promise<DocumentSummary> {
    const { store, reader, now } = this.services;
    const revision = this.newRevision();
    const content = await reader.prepare(revision, text, signal);
    const entry: DocumentEntry = {
      id: randomUUID(),
      revision,
      title: content.title,
      version: content.version,
      source,
      profileIds: [],
      addedAt: (now?.() ?? new Date()).toISOString(),
    };
    await store.insert(entry);
    return toSummary(entry, content);
  }

  /** Reads a newer version beside the current one, and says what it would change. */
  async review(documentId: string, given: GivenDocument, signal?: AbortSignal): Promise<DocumentReplacement> {
    const { reader, files } = this.services;
    const entry = await this.entry(documentId);
    const revision = this.newRevision();
    const content = await reader.prepare(revision, given.text, signal);
    const answer = await reader.about(
      { kind: 'compare', revision: entry.revision, newer: revision },
      documentId,
      signal,
    );
    if (answer.kind !== 'changes') throw unexpected(answer);
    const earlier = this.replacements.get(documentId);
    if (earlier) await files.remove(earlier.revision);
    this.replacements.set(documentId, { revision, given });
    return { documentId, replacementId: revision, content: named(content), changes: answer.changes };
  }

  async replace(documentId: string, replacementId: string): Promise<DocumentSummary> {
    const { store, files, reader } = this.services;
    const before = await this.entry(documentId);
    const replacement = this.replacements.get(documentId);
    if (replacement?.revision !== replacementId) throw noSuchDocument();
    const content = await reader.content(replacementId);
    const { title, version } = content;
    const entry = { ...before, revision: replacementId, title, version, source: replacement.given.source };
    await store.update(entry);
    this.replacements.delete(documentId);
    await this.removeFiles(files, before.revision);
    return toSummary(entry, content);
  }

  async assign(documentId: string, profileIds: readonly string[]): Promise<DocumentSummary> {
    const entry = { ...(await this.entry(documentId)), profileIds };
    await this.services.store.update(entry);
    return this.summary(entry);
  }

  /** The text stays on disk until it is too late to undo the removal. */
  async remove(documentId: string): Promise<null> {
    const { store, files } = this.services;
    const entry = await this.entry(documentId);
    const index = (await store.list()).findIndex(({ id }) => id === documentId);
    await store.remove(documentId);
    const timer = setTimeout(() => {
      this.removed.delete(documentId);
      void this.removeFiles(files, entry.revision);
    }, UNDO_WINDOW_MS);
    timer.unref();
    this.removed.set(documentId, { entry, index, timer });
    return null;
  }

  async undoRemove(documentId: string): Promise<DocumentSummary> {
    const held = this.removed.get(documentId);
    if (held === undefined) throw tooLateToUndo();
    await this.services.store.insert(held.entry, held.index);
    clearTimeout(held.timer);
    this.removed.delete(documentId);
    return this.summary(held.entry);
  }

  async operation(documentId: string, operationId: string): Promise<OperationDetails> {
    const revision = await this.revision(documentId);
    const answer = await this.services.reader.about({ kind: 'operation', revision, operationId }, documentId);
    if (answer.kind !== 'operation') throw unexpected(answer);
    if (answer.details === null) throw notInDocument(`The operation "${operationId}"`);
    return answer.details;
  }

  async model(documentId: string, reference: string): Promise<ModelView> {
    const revision = await this.revision(documentId);
    const answer = await this.services.reader.about({ kind: 'model', revision, reference }, documentId);
    if (answer.kind !== 'model') throw unexpected(answer);
    if (answer.model === null) throw notInDocument(`"${reference}"`);
    return answer.model;
  }

  /** Never rejects because of the document or the body: the answer says why it was not checked. */
  async check(
    documentId: string,
    operationId: string,
    part: CheckedPart,
    text: string,
  ): Promise<DocumentCheck> {
    const revision = await this.revision(documentId);
    try {
      const question = { kind: 'check', revision, operationId, part, text } as const;
      const answer = await this.services.reader.about(question, documentId);
      if (answer.kind !== 'check') throw unexpected(answer);
      return answer.check ?? { kind: 'not-checked', why: 'no-schema', detail: null };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const why = error.problem.code === 'document-took-too-long' ? 'took-too-long' : 'failed';
      return { kind: 'not-checked', why, detail: error.problem.detail };
    }
  }

  /** The whole document, as JSON. */
  async json(documentId: string): Promise<string> {
    const revision = await this.revision(documentId);
    await this.services.reader.content(revision);
    return this.services.files.json(revision);
  }

  /** Bodies to start from, best first. */
  async examples(
    documentId: string,
    operationId: string,
    mediaType: string,
  ): Promise<readonly DocumentExample[]> {
    const revision = await this.revision(documentId);
    const question = { kind: 'examples', revision, operationId, mediaType } as const;
    const answer = await this.services.reader.about(question, documentId);
    if (answer.kind !== 'examples') throw unexpected(answer);
    return answer.examples;
  }

  private async revision(documentId: string): Promise<string> {
    return documentId === BUILT_IN_DOCUMENT
      ? (await this.builtIn()).revision
      : (await this.entry(documentId)).revision;
  }

  private async builtIn(): Promise<{ readonly revision: string; readonly content: DocumentContent }> {
    const { reader, builtIn } = this.services;
    return reader.contentOfText(await builtIn());
  }

  private async entry(documentId: string): Promise<DocumentEntry> {
    const entry = await this.services.store.find(documentId);
    if (entry === null) throw noSuchDocument();
    return entry;
  }

  /** A document whose files are gone or damaged is still listed by its name, and marked so. */
  private async summary(entry: DocumentEntry): Promise<DocumentSummary> {
    const { reader, report } = this.services;
    try {
      return toSummary(entry, await reader.content(entry.revision));
    } catch (error) {
      report('documents', error);
      const message =
        'What is kept of this document could not be read. Replace it by its text, or remove it.';
      const { title, version } = entry;
      const place = { pointer: '', line: null, column: null };
      const problems = [{ message, place }];
      return toSummary(entry, {
        title,
        version,
        openapi: '',
        servers: [],
        problems,
        problemCount: 1,
        areas: [],
      });
    }
  }

  private newRevision(): string {
    const revision = randomUUID();
    this.made.add(revision);
    return revision;
  }

  /** Removes, once per run, what earlier runs left. */
  private async tidy(revisions: readonly string[]): Promise<void> {
    if (this.isTidy || this.services.leavesUnlisted === true) return;
    this.isTidy = true;
    const { files, report } = this.services;
    const listed = new Set([...revisions, ...[...this.removed.values()].map(({ entry }) => entry.revision)]);
    // Evaluated for each file in turn, because a document may be added in the meantime.
    await files
      .keepOnly((revision) => listed.has(revision) || this.made.has(revision))
      .catch((error: unknown) => report('documents', error));
  }

  private async removeFiles(files: DocumentFiles, revision: string): Promise<void> {
    await files.remove(revision).catch((error: unknown) => this.services.report('documents', error));
  }
}

function toSummary(
  { id, source, profileIds, addedAt }: DocumentEntry,
  content: DocumentContent,
): DocumentSummary {
  return { ...named(content), id, source, profileIds, addedAt };
}

function named<Content extends { readonly title: string; readonly version: string }>(
  content: Content,
): Content {
  return {
    ...content,
    title: withoutBidiControls(content.title),
    version: withoutBidiControls(content.version),
  };
}
