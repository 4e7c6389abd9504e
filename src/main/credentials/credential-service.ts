import type { CredentialHome, CredentialState, ForgottenSecrets } from '@shared/profiles/credential';
import type { Profile } from '@shared/profiles/profile';
import type { AskPerson } from '@shared/questions/question';
import { credentialDetached, detachmentOf, noCredential } from './credential-problems';
import { describeRecord, type CredentialRecord, type CredentialSecret } from './credential-record';
import {
  accountOf,
  CredentialStore,
  isCredential,
  profileIdOf,
  type HeldCredential,
} from './credential-store';
import { routeOf, type CredentialRoute } from './credential-route';
import { orKeychainProblem } from './keychain-problem';
import { MoveConfirmations } from './move-confirmations';
import type { IndexedSecretStore } from './indexed-secret-store';
import { KeychainError } from './secret-store';
import { parseSigningKey } from './signing-key';
import { cleanToken } from './token-entry';
import { TokenMinter } from './token-minter';

export interface CredentialServices {
  readonly secretStore: IndexedSecretStore;
  /** The current profile; null if there is none. */
  readonly profileNow: (profileId: string) => Promise<Profile | null>;
  /** The route for a secret from an older version, which stored it without one. */
  readonly routeAtUpdate: (profileId: string) => Promise<CredentialRoute>;
  readonly ask: AskPerson;
  /** Tells the renderer the new state of a credential. */
  readonly announce: (state: CredentialState) => void;
  /** Called with every secret that is handled, so that it can be kept out of logs. */
  readonly onSecret?: (secret: string) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

export interface SigningKeyEntry {
  /** PEM or JWK text. */
  readonly key: string;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
  /** Null if tokens should name no issuer. */
  readonly issuer: string | null;
}

/**
 * The credential of each profile. It is kept in the OS keychain as one line for each profile or, with the person's
 * consent, in memory. It is bound to the route that it was entered for: the profile's origin, proxy, CA file and
 * client certificate.
 */
export class CredentialService {
  private readonly store: CredentialStore;
  /** Credentials of deleted profiles while the deletion can be undone; null for one that could not be read. */
  private readonly removed = new Map<string, HeldCredential | null>();
  /** Profiles about which the keychain had no answer when their state was last described. */
  private readonly unread = new Set<string>();
  private readonly minter: TokenMinter;
  private readonly moves: MoveConfirmations;

  constructor(private readonly services: CredentialServices) {
    const { secretStore, routeAtUpdate, onSecret = () => undefined, profileNow, ask } = services;
    this.minter = new TokenMinter(() => this.now());
    this.store = new CredentialStore({
      secretStore,
      routeAtUpdate,
      onSecret,
      onChange: (profileId) => {
        this.minter.forget(profileId);
        this.moves.withdraw(profileId);
      },
    });
    this.moves = new MoveConfirmations({ store: this.store, profileNow, ask, now: () => this.now() });
  }

  /** Asks the keychain again, and retries deletions that it has not carried out. */
  async describe(profileId: string): Promise<CredentialState> {
    const known = this.store.heldOf(profileId);
    this.unread.delete(profileId);
    if (known?.home === 'this-run-only') return this.stateOf(profileId, known);
    try {
      const record = await this.store.read(profileId);
      if (record !== null) return await this.stateOf(profileId, { record, home: 'keychain', failure: null });
      return await this.describeNone(profileId);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      this.unread.add(profileId);
      if (known !== null) return this.stateOf(profileId, { ...known, failure: error });
      return { profileId, kind: 'unavailable', trouble: error.trouble, detail: error.detail };
    }
  }

  /** The keychain may have been unlocked: tells the window the states that it had no answer about. */
  async tellUnread(): Promise<void> {
    for (const profileId of [...this.unread]) this.tell(await this.describe(profileId));
  }

  /** Binds the token to the route of exactly this profile. */
  async saveToken(profile: Profile, entered: string, home: CredentialHome): Promise<CredentialState> {
    return this.save(profile, { kind: 'token', token: cleanToken(entered) }, home);
  }

  /** Binds the key, and the tokens minted with it, to the route of exactly this profile. */
  async saveSigningKey(
    profile: Profile,
    entry: SigningKeyEntry,
    home: CredentialHome,
  ): Promise<CredentialState> {
    const { scopes, lifetimeSeconds, issuer } = entry;
    const key = await parseSigningKey(entry.key);
    const secret = { kind: 'signing-key', ...key, scopes: [...scopes], lifetimeSeconds, issuer } as const;
    return this.save(profile, secret, home);
  }

  /**
   * Keeps the token of the built-in sandbox, which is new at each start. It can be used at once. If the keychain does
   * not accept it, it stays in memory for this run, and the state says why.
   */
  async keepSandboxToken(profileId: string, token: string, home: CredentialHome): Promise<CredentialState> {
    const record = { kind: 'token', token, way: 'local', enteredAt: this.time() } as const;
    this.store.hold(profileId, { record, home: 'this-run-only', failure: null });
    if (home === 'this-run-only') return this.tell(await this.describe(profileId));
    try {
      await this.store.write(profileId, record);
    } catch (error) {
      const failure = error instanceof KeychainError ? error : null;
      this.store.hold(profileId, { record, home: 'this-run-only', failure });
      const state = this.tell(await this.describe(profileId));
      // A full disk: it can be used all the same.
      if (failure === null) throw error;
      return state;
    }
    return this.tell(await this.stateOf(profileId, { record, home: 'keychain', failure: null }));
  }

  /** The secret counts as forgotten at once. If the keychain fails, it is deleted once the keychain answers again. */
  async forget(profileId: string): Promise<CredentialState> {
    await this.store.forget(profileId);
    return this.tell(await this.describeNone(profileId));
  }

  /**
   * Forgets every profile's secret, including those of profiles that no longer exist. `others` selects further
   * accounts to forget.
   */
  async forgetAll(others: (account: string) => boolean): Promise<ForgottenSecrets> {
    const { secretStore } = this.services;
    const inMemory = this.store
      .heldIds()
      .filter((profileId) => this.store.heldOf(profileId)?.home === 'this-run-only')
      .map(accountOf);
    const kept = (await secretStore.accounts()).filter((account) => isCredential(account) || others(account));
    for (const profileId of this.store.heldIds()) this.store.hold(profileId, null);
    this.removed.clear();
    for (const account of kept) {
      await (isCredential(account) ? this.store.forget(profileIdOf(account)) : secretStore.forget(account));
    }
    const failure = await secretStore.catchUp();
    const waiting = (await secretStore.waitingToBeDeleted()).length;
    for (const account of new Set([...inMemory, ...kept])) {
      if (isCredential(account)) this.tell(await this.describeNone(profileIdOf(account)));
    }
    const forgotten = new Set([...inMemory, ...kept]).size;
    return failure === null
      ? { forgotten }
      : { forgotten, waiting: { trouble: failure.trouble, detail: failure.detail, count: waiting } };
  }

  /**
   * The access token to send for exactly this profile: a sender passes its own frozen copy, and later changes to the
   * profile do not count. Throws a `ProblemError` if there is no token, if it cannot be read, or if it is bound to
   * another route.
   */
  async bearerFor(profile: Profile): Promise<string> {
    const record = this.store.heldOf(profile.id)?.record ?? (await this.readFor(profile));
    if (record === null) throw noCredential(profile.id);
    const detachment = detachmentOf(record, routeOf(profile));
    if (detachment !== null) throw credentialDetached(profile, record, detachment);
    if (record.kind === 'token') return record.token;
    const minted = await this.minter.tokenFor(profile.id, record);
    this.services.onSecret?.(minted);
    return minted;
  }

  private async readFor({ id }: Profile): Promise<CredentialRecord | null> {
    const record = await orKeychainProblem('read', () => this.store.read(id), id);
    if (this.unread.has(id)) this.tell(await this.describe(id));
    return record;
  }

  /**
   * Asks the person whether a detached secret may take the route that its profile names now. Throws a `ProblemError`
   * if the secret or the profile is gone or has changed in the meantime, or if the keychain cannot store the change.
   */
  async confirm(profileId: string): Promise<CredentialState> {
    await this.moves.confirm(profileId);
    return this.tell(await this.describe(profileId));
  }

  /**
   * The profile has another route now: withdraws an open question about the earlier one, and tells the renderer the
   * state of the secret.
   */
  async routeChanged(profileId: string): Promise<void> {
    this.moves.withdraw(profileId);
    this.tell(await this.describe(profileId));
  }

  /**
   * Forgets the credential of a profile that is being deleted, but holds it in memory until `closeUndo`, so that
   * `restore` can bring it back within this run with the same binding.
   */
  async remove(profileId: string): Promise<void> {
    let copy = this.store.heldOf(profileId);
    try {
      const record = copy === null ? await this.store.read(profileId) : null;
      copy ??= record && { record, home: 'keychain', failure: null };
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      // If it were deleted now, a keychain that is waiting for the person would later delete a secret that nobody has
      // a copy of.
      this.removed.set(profileId, null);
      await this.store.forgetLater(profileId);
      const { trouble, detail } = error;
      this.tell({ profileId, kind: 'none', keychain: { trouble, detail } });
      return;
    }
    this.removed.set(profileId, copy);
    await this.forget(profileId);
  }

  /** Brings back what `remove` took away. Throws a `ProblemError` if the keychain does not accept it. */
  async restore(profileId: string): Promise<CredentialState> {
    const copy = this.removed.get(profileId);
    if (copy === undefined) return this.describe(profileId);
    // A deletion that the keychain has not carried out yet is simply withdrawn.
    await this.services.secretStore.remember(accountOf(profileId));
    const state =
      copy === null ? this.tell(await this.describe(profileId)) : await this.keep(profileId, copy, 'restore');
    this.removed.delete(profileId);
    return state;
  }

  /** Drops the copy in memory that `remove` kept, and deletes the secret if `remove` could not read it. */
  closeUndo(profileId: string): void {
    const wasUnread = this.removed.get(profileId) === null;
    this.removed.delete(profileId);
    // If the keychain fails again, it deletes the secret later: the deletion is noted.
    if (wasUnread) void this.services.secretStore.deleteWaiting(accountOf(profileId)).catch(() => undefined);
  }

  /** Ids of profiles whose secret the keychain still has to delete, for `forgetGoneProfiles`. */
  async profileIds(): Promise<readonly string[]> {
    const waiting = await this.services.secretStore.waitingToBeDeleted();
    return waiting.filter(isCredential).map(profileIdOf);
  }

  /** Asks the keychain once more to delete the secrets of these profiles. */
  async forgetProfiles(profileIds: readonly string[]): Promise<void> {
    for (const profileId of profileIds) await this.services.secretStore.deleteWaiting(accountOf(profileId));
  }

  private async save(
    profile: Profile,
    secret: CredentialSecret,
    home: CredentialHome,
  ): Promise<CredentialState> {
    const record = { ...secret, way: routeOf(profile), enteredAt: this.time() };
    const before = this.removed.get(profile.id);
    const state = await this.keep(profile.id, { record, home, failure: null }, 'save');
    // An undo that brought the profile back without its secret may be tried again, and must not overwrite this one.
    if (this.removed.get(profile.id) === before) this.removed.delete(profile.id);
    return state;
  }

  private async keep(
    profileId: string,
    credential: HeldCredential,
    doing: 'save' | 'restore',
  ): Promise<CredentialState> {
    const { record, home } = credential;
    if (home === 'this-run-only') this.store.hold(profileId, credential);
    else await orKeychainProblem(doing, () => this.store.write(profileId, record));
    return this.tell(await this.stateOf(profileId, credential));
  }

  private async stateOf(
    profileId: string,
    { record, home, failure }: HeldCredential,
  ): Promise<CredentialState> {
    const profile = await this.services.profileNow(profileId);
    const detachment = profile === null ? null : detachmentOf(record, routeOf(profile));
    return describeRecord(profileId, record, home, failure, detachment);
  }

  private async describeNone(profileId: string): Promise<CredentialState> {
    const forgetting = await this.services.secretStore.deleteWaiting(accountOf(profileId));
    if (forgetting === null || forgetting.done) return { profileId, kind: 'none' };
    const { trouble, detail } = forgetting.error;
    return { profileId, kind: 'none', keychain: { trouble, detail } };
  }

  private tell(state: CredentialState): CredentialState {
    this.services.announce(state);
    return state;
  }

  private now(): number {
    return (this.services.now ?? Date.now)();
  }

  private time(): string {
    return new Date(this.now()).toISOString();
  }
}
