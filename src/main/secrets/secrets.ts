import type { HeaderList } from '@shared/http/exchange';
import { readRecord, secretsOfRecord } from '../credentials/credential-record';
import { isCredential } from '../credentials/credential-store';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { KeychainError } from '../credentials/secret-store';
import { secretsOf } from './masker';
import type { Redactor } from './redactor';
import { SecretReferences } from './references';
import { SecretHosts } from './secret-hosts';

export { maskerFor, type Masker } from './masker';
export type { SecretSearch } from './stored-body';
export { Redactor } from './redactor';

export interface SecretsServices {
  readonly secretStore: IndexedSecretStore;
  /** The log's redactor, which exists before everything else. */
  readonly redactor: Redactor;
  /** Path of the file that says which hosts a secret may go to. */
  readonly hostsPath: string;
}

/**
 * Everything that main does with secrets: it finds their values, hides them in what is shown, and limits where they
 * may go.
 */
export class Secrets {
  readonly references: SecretReferences;
  readonly hosts: SecretHosts;

  constructor(private readonly services: SecretsServices) {
    const { secretStore, hostsPath } = services;
    this.references = new SecretReferences(
      secretStore,
      (secret) => this.learn(secret),
      () => this.known(),
    );
    this.hosts = new SecretHosts({ path: hostsPath, secretStore });
  }

  /** Accounts of credentials whose secrets were learned. */
  private readonly learned = new Set<string>();

  /** From now on this value is kept out of the log. */
  readonly learn = (secret: string): void => this.services.redactor.remember(secret);

  /**
   * Every secret that must not be in a file: those that this run has handled, and the credentials of profiles that it
   * has not used. If the keychain fails, these are left out: what a person exports does not wait for it.
   */
  readonly known = async (): Promise<readonly string[]> => {
    const { secretStore, redactor } = this.services;
    const unread = (await secretStore.accounts()).filter(
      (account) => isCredential(account) && !this.learned.has(account),
    );
    await Promise.all(unread.map((account) => this.learnCredential(account)));
    return redactor.known();
  };

  private async learnCredential(account: string): Promise<void> {
    try {
      const line = await this.services.secretStore.get(account);
      const record = line === null ? null : readRecord(line);
      for (const secret of record === null ? [] : secretsOfRecord(record)) this.learn(secret);
      this.learned.add(account);
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
    }
  }

  /** The secrets of a request (`secretsOf`); from now on they are kept out of the log. */
  readonly of = (token: string | null, headers: HeaderList, marked: readonly string[]): readonly string[] => {
    const secrets = secretsOf(token, headers, marked);
    for (const secret of secrets) this.learn(secret);
    return secrets;
  };
}
