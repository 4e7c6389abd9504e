import type { HeaderList } from '@shared/http/exchange';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';
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
    const { secretStore, redactor, hostsPath } = services;
    this.references = new SecretReferences(
      secretStore,
      (secret) => this.learn(secret),
      () => redactor.known(),
    );
    this.hosts = new SecretHosts({ path: hostsPath, secretStore });
  }

  /** From now on this value is kept out of the log. */
  readonly learn = (secret: string): void => this.services.redactor.remember(secret);

  /** The secrets of a request (`secretsOf`); from now on they are kept out of the log. */
  readonly of = (token: string | null, headers: HeaderList, marked: readonly string[]): readonly string[] => {
    const secrets = secretsOf(token, headers, marked);
    for (const secret of secrets) this.learn(secret);
    return secrets;
  };
}
