import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { KeptRequestDraft } from '@shared/bridge/drafts';
import { isTypedCode, maskSecurityCodes } from '@shared/cards/security-codes';
import { parseJson } from '@shared/json/parse-json';
import type { OperationKey } from '@shared/requests/operation-key';
import { requestDraftSchema, type RequestDraft } from '@shared/requests/request-draft';
import { hasTestCards } from '@shared/vault-forward/test-cards';
import { TaskQueue } from '@shared/task-queue';
import type { Database } from '../database/database';
import type { SecretReferences } from '../secrets/references';
import { hideSecret, revealSecret } from './draft-secrets';

const row = z.object({ profile_id: z.string(), draft: z.string() });

/** The draft's id, kept with it; a draft from an earlier version has none until it is written again. */
const identity = z.object({ id: z.string().uuid().default(randomUUID) });

/**
 * Drafts of the API screen, one for each operation, in the encrypted database; without a keychain in memory, for this
 * run only. Security codes of cards are masked on disk, except those of test cards.
 */
export class RequestDraftStore {
  /** Drafts with a security code, as they were typed, until the run ends. */
  private readonly typed = new Map<OperationKey, RequestDraft>();
  /** Changes are written one after the other, in the order in which they come. */
  private readonly writes = new TaskQueue();

  constructor(
    private readonly database: Database,
    private readonly references: SecretReferences,
    private readonly wasOnlyLocal: () => Promise<boolean>,
  ) {}

  /** Null if there is no draft, or if it cannot be parsed. */
  async open(operation: OperationKey): Promise<KeptRequestDraft | null> {
    await this.writes.settled();
    const [kept] = await this.database.query(
      { sql: 'SELECT profile_id, draft FROM request_drafts WHERE operation = ?', values: [operation] },
      row,
    );
    if (kept === undefined) return null;
    const read = fromJson(kept.draft);
    if (read === null) return null;
    const draft = withHeaders(this.typed.get(operation) ?? read.draft, this.hide);
    return { id: read.id, profileId: kept.profile_id, draft };
  }

  /** Resolves when the draft is written. */
  keep(operation: OperationKey, kept: KeptRequestDraft): Promise<void> {
    return this.writes.run(() => this.write(operation, kept));
  }

  /** Resolves when everything that was given so far is written. */
  settled(): Promise<void> {
    return this.writes.settled();
  }

  private async write(operation: OperationKey, kept: KeptRequestDraft): Promise<void> {
    const { id, profileId } = kept;
    const draft = withHeaders(kept.draft, this.reveal);
    const way = { composedUnder: profileId, wasOnlyLocal: await this.wasOnlyLocal(), destinationUrl: '' };
    const masked = hasTestCards(way) ? draft : withoutCodes(draft);
    if (JSON.stringify(masked) === JSON.stringify(draft)) this.typed.delete(operation);
    else this.typed.set(operation, draft);
    await this.database.execute({
      typed: true,
      idempotent: true,
      movesAsWritten: true,
      sql: `INSERT INTO request_drafts (operation, profile_id, draft, changed_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (operation) DO UPDATE SET profile_id = excluded.profile_id, draft = excluded.draft,
          changed_at = excluded.changed_at`,
      values: [operation, profileId, JSON.stringify({ ...masked, id }), new Date().toISOString()],
    });
  }

  private readonly hide = (header: RequestDraft['headers'][number]): typeof header =>
    hideSecret(header, this.references);
  private readonly reveal = (header: RequestDraft['headers'][number]): typeof header =>
    revealSecret(header, this.references);
}

function withHeaders(
  draft: RequestDraft,
  change: (header: RequestDraft['headers'][number]) => RequestDraft['headers'][number],
): RequestDraft {
  return { ...draft, headers: draft.headers.map(change) };
}

function withoutCodes(draft: RequestDraft): RequestDraft {
  const text = (given: string): string => maskSecurityCodes(given).text;
  const value = (name: string, given: string): string =>
    isTypedCode({ name, value: given }) ? '' : text(given);
  return {
    ...draft,
    path: text(draft.path),
    pathParameters: Object.fromEntries(
      Object.entries(draft.pathParameters).map(([name, given]) => [name, value(name, given)]),
    ),
    query: draft.query.map((row) => ({ ...row, value: row.value && value(row.name, row.value) })),
    headers: draft.headers.map((row) => ({ ...row, value: value(row.name, row.value) })),
    body: text(draft.body),
  };
}

function fromJson(text: string): Pick<KeptRequestDraft, 'id' | 'draft'> | null {
  const json = parseJson(text);
  const [known, draft] = [identity.safeParse(json), requestDraftSchema.safeParse(json)];
  return known.success && draft.success ? { id: known.data.id, draft: draft.data } : null;
}
