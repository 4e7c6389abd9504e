import type { VaultForwardImport } from '@shared/import/to-vault-forward';
import type { Result } from '@shared/problem';
import { serveRpc, type MessageEnd } from '@renderer/components/worker-rpc';
import { readImport, readImportFile, type Candidate, type ReadImport } from './read-import';

export interface ImportCalls {
  read: { argument: string | Blob; result: Result<readonly Candidate[]> };
  /** Converts a request of the text or file read last, by its index. */
  convert: { argument: number; result: VaultForwardImport | null };
}

/** All that the worker does: it reads one text or file, and converts the requests found in it. */
export function serveImport(end: MessageEnd): void {
  let last: ReadImport | null = null;
  serveRpc<ImportCalls>(end, {
    read: async (given) => {
      last = typeof given === 'string' ? readImport(given) : await readImportFile(given);
      return last.candidates;
    },
    convert: (index) => last?.convert(index) ?? null,
  });
}
