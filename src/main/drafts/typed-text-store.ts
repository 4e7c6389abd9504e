import { z } from 'zod';
import type { TypedText } from '@shared/bridge/drafts';
import { maskCardData } from '@shared/cards/mask-card-data';
import { parseJson } from '@shared/json/parse-json';
import { TaskQueue } from '@shared/task-queue';
import type { Database, Statement } from '../database/database';
import { expectationShape } from '../saved-requests/saved-request-schemas';
import { withoutCardsInDetails } from '../saved-requests/store-secrets';

/** The newest are kept. */
const MAX_TEXTS = 200;
const AS_WRITTEN = { idempotent: true, movesAsWritten: true };

const row = z.object({ id: z.string(), text: z.string().transform(parseJson) });
const details = z
  .object({
    name: z.string(),
    folder: z.string(),
    description: z.string(),
    expectations: z.array(expectationShape),
  })
  .transform(withoutCardsInDetails);
const editedDetails = z.object({ details, base: details });

/**
 * Text that was typed into forms and is neither saved nor discarded, in the encrypted database; without a keychain in
 * memory, for this run only. Card numbers and security codes are masked. It goes with what it is about: see the
 * triggers of `typedTextsMigration`.
 */
export class TypedTextStore {
  private readonly writes = new TaskQueue();

  constructor(
    private readonly database: Database,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async open(): Promise<readonly TypedText[]> {
    await this.writes.settled();
    const rows = await this.database.query({ sql: 'SELECT id, text FROM typed_texts' }, row);
    return rows.flatMap(({ id: key, text }) => {
      const read = typeof text === 'string' ? masked(key, text) : null;
      return read === null ? [] : [{ key, text: read }];
    });
  }

  /** @param text null when it was saved, discarded or is as before. */
  keep(key: string, text: string | null): Promise<void> {
    return this.writes.run(async () => {
      const kept = text === null ? null : masked(key, text);
      await this.database.transaction(kept === null ? [forgetting(key)] : this.writing(key, kept));
    });
  }

  /** Resolves when everything that was given so far is written. */
  settled(): Promise<void> {
    return this.writes.settled();
  }

  private writing(key: string, text: string): readonly Statement[] {
    const [, about = ''] = key.split('\n');
    return [
      {
        // An ID is pasted again faster than a question is read.
        typed: !key.startsWith('look-up\n'),
        ...AS_WRITTEN,
        sql: `INSERT INTO typed_texts (id, about, text, changed_at) VALUES (?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at`,
        values: [key, about, JSON.stringify(text), this.now().toISOString()],
      },
      {
        ...AS_WRITTEN,
        sql: `DELETE FROM typed_texts WHERE id NOT IN
          (SELECT id FROM typed_texts ORDER BY changed_at DESC, rowid DESC LIMIT ?)`,
        values: [MAX_TEXTS],
      },
    ];
  }
}

function forgetting(key: string): Statement {
  return { discards: true, ...AS_WRITTEN, sql: 'DELETE FROM typed_texts WHERE id = ?', values: [key] };
}

/** The text without card data; null for details that cannot be read. */
function masked(key: string, text: string): string | null {
  if (!key.startsWith('details\n')) return maskCardData(text);
  const read = editedDetails.safeParse(parseJson(text));
  return read.success ? JSON.stringify(read.data) : null;
}
