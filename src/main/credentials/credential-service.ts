import type {
  CredentialHome,
  CredentialState,
  ForgottenSecrets,
  KeychainFailure,
} from '../../shared/credential';
import { ProblemError } from '../../shared/problem';
import { describeRecord, readRecord, writeRecord, type CredentialRecord } from './credential-record';
import { withKeychainWords } from './keychain-problem';
import type { SecretKeeper } from './secret-keeper';
import { KeychainError } from './secret-store';
import { parseSigningKey } from './signing-key';
import { cleanToken } from './token-entry';
import { TokenMinter } from './token-minter';

export interface CredentialServices {
  readonly keeper: SecretKeeper;
  /** Tells the renderer of a credential's new state. */
  readonly announce: (state: CredentialState) => void;
  /** Told of every secret that is handled, so that it is kept out of logs. */
  readonly onSecret?: (secret: string) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

export interface SigningKeyEntry {
  /** PEM or JWK text. */
  readonly key: string;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
  /** Null: the tokens name no issuer. */
  readonly issuer: string | null;
}

interface Held {
  readonly record: CredentialRecord;
  readonly home: CredentialHome;
  /** Why it is held in memory only, when the keychain is the reason. */
  readonly failure: KeychainFailure | null;
}

/** Accounts of credentials in the keychain begin with this; the profile's id follows. */
const PREFIX = 'profile:';

/**
 * The credential of each profile. It lies in the OS keychain, one line for each profile, or with consent in memory.
 * A credential that was read once is remembered until the app ends, so that a keychain that fails later stops nothing.
 */
export class CredentialService {
  private readonly held = new Map<string, Held>();
  /** Credentials of deleted profiles, for as long as the deletion can be undone. */
  private readonly removed = new Map<string, Held | null>();
  /** Counts the changes of each profile's credential: an older reading must not overrule a newer change. */
  private readonly changes = new Map<string, number>();
  private readonly minter: TokenMinter;

  constructor(private readonly services: CredentialServices) {
    this.minter = new TokenMinter(services.now ?? Date.now);
  }

  /** Asks the keychain anew, and also tries again to delete what it refused to delete before. */
  async describe(profileId: string): Promise<CredentialState> {
    const known = this.held.get(profileId) ?? null;
    if (known?.home === 'this-run-only')
      return describeRecord(profileId, known.record, known.home, known.failure);
    try {
      const record = await this.readKeychain(profileId);
      if (record !== null) return describeRecord(profileId, record, 'keychain', null);
      return await this.describeNone(profileId);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      if (known !== null) return describeRecord(profileId, known.record, known.home, error);
      return { profileId, kind: 'unavailable', trouble: error.trouble, detail: error.detail };
    }
  }

  async saveToken(profileId: string, entered: string, home: CredentialHome): Promise<CredentialState> {
    return this.save(profileId, { kind: 'token', token: cleanToken(entered) }, home);
  }

  async saveSigningKey(
    profileId: string,
    entry: SigningKeyEntry,
    home: CredentialHome,
  ): Promise<CredentialState> {
    const { scopes, lifetimeSeconds, issuer } = entry;
    const key = await parseSigningKey(entry.key);
    const record = { kind: 'signing-key', ...key, scopes: [...scopes], lifetimeSeconds, issuer } as const;
    return this.save(profileId, record, home);
  }

  /**
   * Keeps the token of the built-in sandbox, which is a new one at each start. It can be used at once; when the keychain
   * cannot take it, it stays in memory for this run, and the state says why.
   */
  async keepSandboxToken(profileId: string, token: string): Promise<CredentialState> {
    const record = { kind: 'token', token } as const;
    this.hold(profileId, { record, home: 'this-run-only', failure: null });
    try {
      return await this.saveInKeychain(profileId, record);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      this.hold(profileId, { record, home: 'this-run-only', failure: error });
      return this.tell(await this.describe(profileId));
    }
  }

  /** The secret counts as forgotten at once; a keychain that fails deletes it when it answers again. */
  async forget(profileId: string): Promise<CredentialState> {
    this.hold(profileId, null);
    await this.services.keeper.forget(PREFIX + profileId);
    return this.tell(await this.describeNone(profileId));
  }

  /** Every profile's secret, also of profiles that are long gone. `others` are accounts to be forgotten with them. */
  async forgetAll(others: (account: string) => boolean): Promise<ForgottenSecrets> {
    const { keeper } = this.services;
    const inMemory = [...this.held]
      .filter(([, { home }]) => home === 'this-run-only')
      .map(([profileId]) => PREFIX + profileId);
    const kept = (await keeper.accounts()).filter((account) => account.startsWith(PREFIX) || others(account));
    for (const profileId of [...this.held.keys()]) this.hold(profileId, null);
    this.removed.clear();
    for (const account of kept) await keeper.forget(account);
    const failure = await keeper.catchUp();
    const waiting = (await keeper.waitingToBeDeleted()).length;
    for (const account of new Set([...inMemory, ...kept])) {
      if (account.startsWith(PREFIX))
        this.services.announce(await this.describeNone(account.slice(PREFIX.length)));
    }
    const forgotten = new Set([...inMemory, ...kept]).size;
    return failure === null
      ? { forgotten }
      : { forgotten, waiting: { trouble: failure.trouble, detail: failure.detail, count: waiting } };
  }

  /** The access token to send, for `api` only. Throws a `ProblemError` when there is none or it cannot be read. */
  async bearerFor(profileId: string): Promise<string> {
    const record =
      this.held.get(profileId)?.record ??
      (await withKeychainWords('read', () => this.readKeychain(profileId)));
    if (record === null) throw noCredential();
    if (record.kind === 'token') return record.token;
    const minted = await this.minter.tokenFor(profileId, record);
    this.services.onSecret?.(minted);
    return minted;
  }

  /**
   * Forgets the credential of a profile that is being deleted, but holds it in memory until `closeUndo`, so that
   * `restore` can bring it back within this run.
   */
  async remove(profileId: string): Promise<void> {
    const known = this.held.get(profileId) ?? null;
    let copy = known;
    if (known === null) {
      const record = await this.readKeychain(profileId).catch((error: unknown) => {
        if (error instanceof KeychainError) return null;
        throw error;
      });
      copy = record && { record, home: 'keychain', failure: null };
    }
    this.removed.set(profileId, copy);
    await this.forget(profileId);
  }

  /** Brings back what `remove` took away. Throws a `ProblemError` when the keychain does not take it. */
  async restore(profileId: string): Promise<CredentialState> {
    const copy = this.removed.get(profileId);
    if (copy === undefined) return this.describe(profileId);
    // A deletion that the keychain has not carried out yet is simply taken back.
    await this.services.keeper.remember(PREFIX + profileId);
    const state =
      copy === null
        ? this.tell(await this.describe(profileId))
        : await this.save(profileId, copy.record, copy.home);
    this.removed.delete(profileId);
    return state;
  }

  /** Drops the memory copy that `remove` held. */
  closeUndo(profileId: string): void {
    this.removed.delete(profileId);
  }

  private async save(
    profileId: string,
    record: CredentialRecord,
    home: CredentialHome,
  ): Promise<CredentialState> {
    if (home === 'keychain') return withKeychainWords('save', () => this.saveInKeychain(profileId, record));
    this.hold(profileId, { record, home, failure: null });
    return this.tell(describeRecord(profileId, record, home, null));
  }

  private async saveInKeychain(profileId: string, record: CredentialRecord): Promise<CredentialState> {
    this.noteSecret(record);
    await this.services.keeper.set(PREFIX + profileId, writeRecord(record));
    // Not held: the next use reads what the keychain really has.
    this.hold(profileId, null);
    return this.tell(describeRecord(profileId, record, 'keychain', null));
  }

  /** Reads the record and holds it. Null when there is none. Rejects with a `KeychainError`. */
  private async readKeychain(profileId: string): Promise<CredentialRecord | null> {
    const before = this.changes.get(profileId);
    const line = await this.services.keeper.get(PREFIX + profileId);
    const record = line === null ? null : readRecord(line);
    if (line !== null && record === null) {
      throw new KeychainError(
        'failed',
        'The entry in the keychain was not written by this app. Forget it, then enter the secret again.',
      );
    }
    if (this.changes.get(profileId) !== before) return this.held.get(profileId)?.record ?? record;
    if (record === null) this.held.delete(profileId);
    else {
      this.noteSecret(record);
      this.held.set(profileId, { record, home: 'keychain', failure: null });
    }
    return record;
  }

  private hold(profileId: string, held: Held | null): void {
    this.changes.set(profileId, (this.changes.get(profileId) ?? 0) + 1);
    this.minter.forget(profileId);
    if (held === null) this.held.delete(profileId);
    else {
      this.noteSecret(held.record);
      this.held.set(profileId, held);
    }
  }

  private noteSecret(record: CredentialRecord): void {
    this.services.onSecret?.(record.kind === 'token' ? record.token : record.pkcs8);
  }

  private async describeNone(profileId: string): Promise<CredentialState> {
    const waiting = (await this.services.keeper.waitingToBeDeleted()).includes(PREFIX + profileId);
    if (!waiting) return { profileId, kind: 'none' };
    const forgetting = await this.services.keeper.forget(PREFIX + profileId);
    if (forgetting.done) return { profileId, kind: 'none' };
    const { trouble, detail } = forgetting.error;
    return { profileId, kind: 'none', keychain: { trouble, detail } };
  }

  private tell(state: CredentialState): CredentialState {
    this.services.announce(state);
    return state;
  }
}

function noCredential(): ProblemError {
  return new ProblemError({
    code: 'no-credential',
    title: 'This profile has no access token',
    meaning: 'Every operation of the service needs a bearer token. Nothing was sent.',
    nextStep: "Enter an access token or a signing key in the profile's form.",
    field: 'Access token',
    detail: null,
  });
}
