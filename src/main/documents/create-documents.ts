import { join } from 'node:path';
import { DocumentClient, type StartDocumentsProcess } from './document-client';
import { DocumentFiles } from './document-files';
import { DocumentReader } from './document-reader';
import { DocumentService } from './document-service';
import { DocumentStore } from './document-store';

/**
 * An import may take longer, because the person sees it and can cancel it; its process ends early, because it holds
 * no documents.
 */
const IMPORTS = { readMs: 120_000, idleMs: 1_000 } as const;

/**
 * The documents of the API screen, and the processes that read them and imported requests. Nothing is started before
 * it is used.
 */
export function createDocuments({
  dataFolder,
  startDocuments,
  report,
  pinnedProfileId = null,
  limitMs,
}: {
  readonly dataFolder: { readonly path: string };
  readonly startDocuments: StartDocumentsProcess;
  readonly report: (where: string, error: unknown) => void;
  /** See `Platform`. */
  readonly pinnedProfileId?: string | null;
  /** See `DocumentClientOptions`. */
  readonly limitMs?: number;
}) {
  const files = new DocumentFiles(join(dataFolder.path, 'documents'));
  const client = new DocumentClient({
    start: startDocuments,
    report,
    ...(limitMs === undefined ? {} : { limitMs }),
  });
  const documents = new DocumentService({
    store: new DocumentStore(join(dataFolder.path, 'documents.json')),
    files,
    reader: new DocumentReader({ client, files }),
    builtIn: async () => (await import('@contract/openapi.yaml?raw')).default,
    leavesUnlisted: pinnedProfileId !== null,
    report,
  });
  const importClient = new DocumentClient({ start: startDocuments, report, ...IMPORTS });
  return { documents, client, importClient };
}
