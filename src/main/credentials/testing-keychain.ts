import type { KeychainTrouble } from '@shared/profiles/credential';
import { KeychainError, type SecretStore } from './secret-store';

/** For tests: a keychain in memory that can be made to fail. */
export class TestingKeychain implements SecretStore {
  readonly secrets = new Map<string, string>();
  trouble: KeychainTrouble | null = null;

  async get(account: string): Promise<string | null> {
    this.assertUsable();
    return this.secrets.get(account) ?? null;
  }

  async set(account: string, secret: string): Promise<void> {
    this.assertUsable();
    this.secrets.set(account, secret);
  }

  async delete(account: string): Promise<void> {
    this.assertUsable();
    this.secrets.delete(account);
  }

  private assertUsable(): void {
    if (this.trouble !== null) throw new KeychainError(this.trouble, `test: ${this.trouble}`);
  }
}
