import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { MAX_EXPORT_RECORDS, type ExportRequests } from '@shared/bridge/exports';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import type { ChosenFiles } from '../files/chosen-files';
import { inWords } from '../files/chosen-text';
import { ExportFile } from './export-file';

/** Exports under way at a time; a window has one or two. */
const MAX_EXPORTS = 8;

const exportId = z.string().uuid();
const cell = z.union([z.string(), z.number(), z.null()]);
const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cells'), records: z.array(z.array(cell)).max(MAX_EXPORT_RECORDS) }),
  z.object({ kind: z.literal('json'), texts: z.array(z.string()).max(MAX_EXPORT_RECORDS) }),
]);
/** A name, not a path: no slashes, and no leading dot. */
const fileName = z.string().regex(/^[^\\/:*?"<>|.\p{Cc}][^\\/:*?"<>|\p{Cc}]{0,120}$/u);

export interface ExportServices {
  readonly files: Pick<ChosenFiles, 'choosePathToSave'>;
}

export interface Exports {
  readonly handlers: BridgeHandlers<ExportRequests>;
  /** Ends every export under way and removes what it has written. */
  close(): Promise<void>;
}

/** Exports of tables. The person chooses the file in a dialog: the renderer never provides a path. */
export function tableExports({ files }: ExportServices): Exports {
  const running = new Map<string, ExportFile>();

  function find(id: string): ExportFile {
    const file = running.get(id);
    if (!file) throw new Error(`there is no export ${id} (any more)`);
    return file;
  }

  async function orExplain<T>(file: ExportFile, id: string, act: () => Promise<T>): Promise<T> {
    try {
      return await inWords(file.path, act);
    } catch (error) {
      running.delete(id);
      await file.abandon();
      throw error;
    }
  }

  return {
    handlers: {
      beginExport: {
        parse: z.object({
          what: z.string().min(1).max(100),
          suggestedName: fileName,
          format: z.enum(['csv', 'json', 'ndjson']),
          columns: z.array(z.string()).max(1_000),
        }),
        async handle({ what, suggestedName, format, columns }) {
          if (running.size >= MAX_EXPORTS) throw new Error('too many exports are under way');
          const path = await files.choosePathToSave({ title: `Export ${what}`, suggestedName });
          if (path === null) return null;
          const id = randomUUID();
          const file = await inWords(path, () => ExportFile.begin(path, format, columns));
          running.set(id, file);
          return { exportId: id, path };
        },
      },
      writeExport: {
        parse: z.object({ exportId, part }),
        async handle(argument) {
          const file = find(argument.exportId);
          await orExplain(file, argument.exportId, () => file.write(argument.part));
          return null;
        },
      },
      finishExport: {
        parse: z.object({ exportId }),
        async handle({ exportId: id }) {
          const file = find(id);
          const bytes = await orExplain(file, id, () => file.finish());
          running.delete(id);
          return { path: file.path, bytes };
        },
      },
      abandonExport: {
        parse: z.object({ exportId }),
        async handle({ exportId: id }) {
          const file = running.get(id);
          running.delete(id);
          await file?.abandon();
          return null;
        },
      },
    },
    async close() {
      const files = [...running.values()];
      running.clear();
      await Promise.all(files.map((file) => file.abandon()));
    },
  };
}
