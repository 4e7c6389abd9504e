import type { CredentialHome, KeychainFailure } from '@shared/profiles/credential';
import { TaskQueue } from '@shared/task-queue';
import {
  isBound,
  readRecord,
  secretsOfRecord,
  writeRecord,
  type CredentialRecord,
  type CredentialSecret,
} from './credential-record';
import type { CredentialRoute } from './credential-route';
import type { ForgetResult, IndexedSecretStore } from './indexed-secret-store';
import { KeychainError } from './secret-store';

export interface HeldCredential {
  readonly record: CredentialRecord;
  readonly home: CredentialHome;
  /** Why it is only in memory, if the keychain is the reason. */
  readonly failure: KeychainFailure | null;
}

export interface CredentialStoreServices {
  readonly secretStore: IndexedSecretStore;
  /** The route for a secret from an older version, which stored it without one. */
  readonly routeAtUpdate: (profileId: string) => Promise<CredentialRoute>;
  /** Called with every secret that is handled, so that it can be kept out of logs. */
  readonly onSecret: (secret: string) => void;
  /** Called when a profile's credential changes: anything made from it before, such as tokens, is no longer valid. */
  readonly onChange: (profileId: string) => void;
}

/** Prefix of the keychain accounts for credentials; the profile's id follows. */
const PREFIX = 'profile:';

export function isCredential(account: string): boolean {
  return account.startsWith(PREFIX);
}

export function profileIdOf(account: string): string {
  return account.slice(PREFIX.length);
}

export function accountOf(profileId: string): string {
  return PREFIX + profileId;
}

/**
 * The records of all profiles, in the keychain or in memory. A record that was read once is remembered until the app
 * ends, so that a keychain that fails later stops nothing. Because the keychain may wait minutes for the person,
 * changes to a profile take turns, and an older read never overrides a newer change.
 */
export class CredentialStore {
  private readonly held = new Map<string, HeldCredential>();
  /** Counts the changes to each profile's credential. */
  private readonly changes = new Map<string, number>();
  private readonly queues = new Map<string, TaskQueue>();

  constructor(private readonly services: CredentialStoreServices) {}

  /** The credential in memory; null if there is none. */
  heldOf(profileId: string): HeldCredential | null {
    return this.held.get(profileId) ?? null;
  }

  heldIds(): readonly string[] {
    return [...this.held.keys()];
  }

  /** A number that changes whenever the profile's credential does. */
  changeOf(profileId: string): number {
    return this.changes.get(profileId) ?? 0;
  }

  /** Reads the record from the keychain and holds it. Null if there is none. Rejects with a `KeychainError`. */
  async read(profileId: string): Promise<CredentialRecord | null> {
    const before = this.changeOf(profileId);
    const line = await this.services.secretStore.get(accountOf(profileId));
    const found = line === null ? null : readRecord(line);
    if (line !== null && found === null) {
      throw new KeychainError(
        'failed',
        'The entry in the keychain was not written by this app. Forget it, then enter the secret again.',
      );
    }
    if (found !== null) this.noteSecret(found);
    const record = found === null || isBound(found) ? found : await this.bind(profileId, found, before);
    if (this.changeOf(profileId) !== before) return this.held.get(profileId)?.record ?? this.read(profileId);
    if (record === null) this.held.delete(profileId);
    else this.held.set(profileId, { record, home: 'keychain', failure: null });
    return record;
  }

  /** Writes the record to the keychain. Rejects with a `KeychainError`. */
  write(profileId: string, record: CredentialRecord): Promise<void> {
    return this.inTurn(profileId, () => this.writeNow(profileId, record));
  }

  /**
   * Writes the record. Returns false and writes nothing if the credential has changed since. Rejects with a
   * `KeychainError`.
   */
  replace(profileId: string, held: HeldCredential, change: number): Promise<boolean> {
    return this.inTurn(profileId, async () => {
      if (this.changeOf(profileId) !== change) return false;
      if (held.home === 'keychain') await this.writeNow(profileId, held.record);
      else this.hold(profileId, held);
      return true;
    });
  }

  /** Puts a credential into memory only, or removes it from memory. */
  hold(profileId: string, held: HeldCredential | null): void {
    this.changes.set(profileId, this.changeOf(profileId) + 1);
    this.services.onChange(profileId);
    if (held === null) this.held.delete(profileId);
    else {
      this.noteSecret(held.record);
      this.held.set(profileId, held);
    }
  }

  /**
   * The credential counts as forgotten at once. If the keychain fails, it is deleted once the keychain answers again.
   */
  forget(profileId: string): Promise<ForgetResult> {
    this.hold(profileId, null);
    return this.inTurn(profileId, async () => {
      const forgetting = await this.services.secretStore.forget(accountOf(profileId));
      this.dropRead(profileId);
      return forgetting;
    });
  }

  /**
   * The credential counts as forgotten at once, but stays in the keychain until `secretStore` is asked to carry out
   * pending deletions.
   */
  forgetLater(profileId: string): Promise<void> {
    this.hold(profileId, null);
    return this.inTurn(profileId, async () => {
      await this.services.secretStore.forgetLater(accountOf(profileId));
      this.dropRead(profileId);
    });
  }

  /** Drops what was read before the deletion was noted, because it would stay known for the rest of the run. */
  private dropRead(profileId: string): void {
    const held = this.heldOf(profileId);
    this.hold(profileId, held?.home === 'this-run-only' ? held : null);
  }

  private async writeNow(profileId: string, record: CredentialRecord): Promise<void> {
    this.noteSecret(record);
    await this.services.secretStore.set(accountOf(profileId), writeRecord(record));
    // Not held: the next use reads what the keychain really has.
    this.hold(profileId, null);
  }

  /**
   * Binds a secret from an older version to its route. If the keychain does not accept that, the next read tries
   * again.
   */
  private async bind(profileId: string, secret: CredentialSecret, change: number): Promise<CredentialRecord> {
    const way = await this.services.routeAtUpdate(profileId);
    const record = { ...secret, way, enteredAt: null };
    try {
      await this.inTurn(profileId, async () => {
        if (this.changeOf(profileId) !== change) return;
        await this.services.secretStore.set(accountOf(profileId), writeRecord(record));
      });
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
    }
    return record;
  }

  private inTurn<T>(profileId: string, act: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(profileId) ?? new TaskQueue();
    this.queues.set(profileId, queue);
    return queue.run(act);
  }

  private noteSecret(secret: CredentialSecret): void {
    for (const one of secretsOfRecord(secret)) this.services.onSecret(one);
  }
}
