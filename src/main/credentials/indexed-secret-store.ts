import { z } from 'zod';
import { VersionedJsonFile } from '../files/versioned-json-file';
import { KeychainError, type SecretStore } from './secret-store';

const ledgerSchema = z.object({
  /** Accounts that may have a secret in the keychain. */
  stored: z.array(z.string()),
  /** Accounts whose secret still has to be deleted. */
  toDelete: z.array(z.string()),
});
type Ledger = z.infer<typeof ledgerSchema>;

export type ForgetResult =
  | { readonly done: true }
  /** The secret counts as forgotten from now on, and will be deleted as soon as the keychain answers. */
  | { readonly done: false; readonly error: KeychainError };

/**
 * A `SecretStore` with a memory: a file of account names (no secrets) says what is in the keychain. So everything can
 * be listed and forgotten, and a deletion that the keychain refuses is made up for later.
 */
export class IndexedSecretStore {
  private readonly ledger: VersionedJsonFile<Ledger>;
  /** Accounts whose new secret is on its way to the keychain, where it replaces one whose deletion is pending. */
  private readonly beingSet: string[] = [];

  constructor(
    private readonly store: SecretStore,
    ledgerPath: string,
  ) {
    this.ledger = new VersionedJsonFile({
      path: ledgerPath,
      what: 'names of kept secrets',
      version: 1,
      schema: ledgerSchema,
      fresh: () => ({ stored: [], toDelete: [] }),
    });
  }

  /** Null if there is none, or if it counts as forgotten. Rejects with a `KeychainError`. */
  async get(account: string): Promise<string | null> {
    const { toDelete } = await this.ledger.read();
    if (toDelete.includes(account)) {
      await this.deleteWaiting(account);
      return null;
    }
    const secret = await this.store.get(account);
    // Noted again in case the file of names was lost.
    if (secret !== null) await this.ledger.change((ledger) => add(ledger, 'stored', account));
    return secret;
  }

  async set(account: string, secret: string): Promise<void> {
    this.beingSet.push(account);
    try {
      // Noted first, because nobody could ever forget a secret that is not on the list.
      await this.ledger.change((ledger) => add(ledger, 'stored', account));
      await this.store.set(account, secret);
      await this.ledger.change((ledger) => drop(ledger, 'toDelete', account));
    } finally {
      this.beingSet.splice(this.beingSet.indexOf(account), 1);
    }
  }

  async forget(account: string): Promise<ForgetResult> {
    await this.forgetLater(account);
    try {
      await this.store.delete(account);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      return (await this.waitingToBeDeleted()).includes(account) ? { done: false, error } : { done: true };
    }
    await this.ledger.change((ledger) =>
      this.beingSet.includes(account) ? ledger : drop(drop(ledger, 'stored', account), 'toDelete', account),
    );
    return { done: true };
  }

  /**
   * The secret counts as forgotten; `deleteWaiting` deletes it. One that was never given to the keychain is not
   * noted, so that a failing keychain does not have to delete it.
   */
  async forgetLater(account: string): Promise<void> {
    await this.ledger.change((ledger) =>
      ledger.stored.includes(account) ? add(ledger, 'toDelete', account) : ledger,
    );
  }

  /** Retries a pending deletion. Null if there is none, or if a new secret is just being stored in its place. */
  async deleteWaiting(account: string): Promise<ForgetResult | null> {
    const isWaiting = (await this.waitingToBeDeleted()).includes(account);
    return isWaiting && !this.beingSet.includes(account) ? this.forget(account) : null;
  }

  /** Withdraws a `forget` that has not been carried out: the secret counts again. */
  async remember(account: string): Promise<void> {
    await this.ledger.change((ledger) => drop(ledger, 'toDelete', account));
  }

  /** Accounts that may have a secret, without those whose deletion is pending. */
  async accounts(): Promise<readonly string[]> {
    const { stored, toDelete } = await this.ledger.read();
    return stored.filter((account) => !toDelete.includes(account));
  }

  /** Accounts whose secret still has to be deleted. */
  async waitingToBeDeleted(): Promise<readonly string[]> {
    return (await this.ledger.read()).toDelete;
  }

  /** Retries deletions that failed before. Returns the first failure, or null if none is left. */
  async catchUp(): Promise<KeychainError | null> {
    for (const account of await this.waitingToBeDeleted()) {
      const forgetting = await this.deleteWaiting(account);
      if (forgetting?.done === false) return forgetting.error;
    }
    return null;
  }
}

/** Returns the same ledger if nothing changes, so that nothing is written. */
function add(ledger: Ledger, list: keyof Ledger, account: string): Ledger {
  return ledger[list].includes(account) ? ledger : { ...ledger, [list]: [...ledger[list], account] };
}

function drop(ledger: Ledger, list: keyof Ledger, account: string): Ledger {
  if (!ledger[list].includes(account)) return ledger;
  return { ...ledger, [list]: ledger[list].filter((other) => other !== account) };
}
