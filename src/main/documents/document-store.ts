import { z } from 'zod';
import { documentSourceSchema } from '@shared/documents/document-schemas';
import { VersionedJsonFile } from '../files/versioned-json-file';

const entrySchema = z
  .object({
    id: z.uuid(),
    /** Names the folder of its text. */
    revision: z.uuid(),
    title: z.string(),
    version: z.string(),
    source: documentSourceSchema,
    profileIds: z.array(z.string()).readonly(),
    addedAt: z.string(),
  })
  .readonly();
const contentSchema = z.object({ documents: z.array(entrySchema).readonly() }).readonly();

/** A document that the person added. */
export type DocumentEntry = z.infer<typeof entrySchema>;
type Content = z.infer<typeof contentSchema>;

/** The list of documents, in the order in which they were added. */
export class DocumentStore {
  private readonly file: VersionedJsonFile<Content>;

  /** @param path of `documents.json` */
  constructor(path: string) {
    this.file = new VersionedJsonFile({
      path,
      what: 'API documents',
      version: 1,
      schema: contentSchema,
      fresh: () => ({ documents: [] }),
    });
  }

  get notice(): string | null {
    return this.file.notice;
  }

  async list(): Promise<readonly DocumentEntry[]> {
    return (await this.file.read()).documents;
  }

  async find(id: string): Promise<DocumentEntry | null> {
    return (await this.list()).find((entry) => entry.id === id) ?? null;
  }

  /** Inserts it at its old place, if it had one. */
  async insert(entry: DocumentEntry, index = Number.MAX_SAFE_INTEGER): Promise<void> {
    await this.file.change(({ documents }) => ({
      documents: [...documents.slice(0, index), entry, ...documents.slice(index)],
    }));
  }

  async update(entry: DocumentEntry): Promise<void> {
    await this.file.change(({ documents }) => ({
      documents: documents.map((each) => (each.id === entry.id ? entry : each)),
    }));
  }

  async remove(id: string): Promise<void> {
    await this.file.change(({ documents }) => ({ documents: documents.filter((each) => each.id !== id) }));
  }
}
