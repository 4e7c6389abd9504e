import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { documentContentSchema, type DocumentContent } from '@shared/documents/document-schemas';
import { writeFileAtomically } from '../files/atomic-file';

/** Increase this when the data prepared from a text changes, so that it is prepared again. */
export const PREPARED_VERSION = 2;

const preparedSchema = z.object({ version: z.literal(PREPARED_VERSION), content: documentContentSchema });

export interface PreparedDocument {
  readonly text: string;
  readonly content: DocumentContent;
  /** The document as JSON. */
  readonly json: string;
}

/**
 * The texts of documents, each in a folder named after its revision, with what was prepared from it: the tree, and
 * the document as JSON. The prepared files are a cache; only the text counts.
 */
export class DocumentFiles {
  constructor(private readonly directory: string) {}

  async write(revision: string, { text, content, json }: PreparedDocument): Promise<void> {
    await mkdir(join(this.directory, revision), { recursive: true, mode: 0o700 });
    await writeFileAtomically(this.path(revision, 'source.txt'), text);
    await writeFileAtomically(this.path(revision, 'document.json'), json);
    // Written last: if it exists, so do the others.
    await writeFileAtomically(
      this.path(revision, 'content.json'),
      JSON.stringify({ version: PREPARED_VERSION, content }),
    );
  }

  /** Null if it was not prepared, or was prepared by another version of the app. */
  async content(revision: string): Promise<DocumentContent | null> {
    try {
      const prepared = preparedSchema.safeParse(JSON.parse(await this.read(revision, 'content.json')));
      return prepared.success ? prepared.data.content : null;
    } catch {
      return null;
    }
  }

  json(revision: string): Promise<string> {
    return this.read(revision, 'document.json');
  }

  text(revision: string): Promise<string> {
    return this.read(revision, 'source.txt');
  }

  async remove(revision: string): Promise<void> {
    await rm(join(this.directory, revision), { recursive: true, force: true });
  }

  /** Removes what earlier runs left: removed documents, and versions that were not accepted. */
  async keepOnly(isKept: (revision: string) => boolean): Promise<void> {
    const names = await readdir(this.directory).catch(() => []);
    for (const name of names) if (!isKept(name)) await this.remove(name);
  }

  private read(revision: string, file: string): Promise<string> {
    return readFile(this.path(revision, file), 'utf8');
  }

  private path(revision: string, file: string): string {
    return join(this.directory, revision, file);
  }
}
