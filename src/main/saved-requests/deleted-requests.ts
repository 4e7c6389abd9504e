import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import type { SecretReferences } from '../secrets/references';
import { mapRows } from './content-rows';

/** How long deleted requests are kept, in ms: longer than the window offers to bring them back. */
const KEPT_MS = 90_000;

/** Requests that were deleted a moment ago. The values of their secrets are only in memory. */
export class DeletedRequests {
  private readonly kept = new Map<string, SavedRequest>();

  constructor(private readonly references: Pick<SecretReferences, 'read' | 'keep'>) {}

  /**
   * Called before they are deleted, while their secrets can still be read. A secret that cannot be read has to be
   * entered again.
   */
  async note(requests: readonly SavedRequest[]): Promise<void> {
    for (const request of requests) {
      const asked = await mapRows(request, async (row) => {
        const id = secretIdOf(row.value);
        if (id === null) return row;
        const value = await this.references.read(id).catch(() => null);
        return { ...row, value: value === null ? '' : secretReference(this.references.keep(value)) };
      });
      const kept = { ...request, ...asked };
      this.kept.set(request.id, kept);
      // By then it may be back, and deleted again.
      const forget = (): void => {
        if (this.kept.get(request.id) === kept) this.drop([request.id]);
      };
      setTimeout(forget, KEPT_MS).unref();
    }
  }

  find(ids: readonly string[]): SavedRequest[] {
    return ids.flatMap((id) => this.kept.get(id) ?? []);
  }

  /** Called once they are back; until then it can be tried again. */
  drop(ids: readonly string[]): void {
    for (const id of ids) this.kept.delete(id);
  }
}
