import type keytar from 'keytar';
import { messageOf } from '@shared/text/message-of';
import { classifyKeychainError } from './keychain-errors';
import { assertOneLine, KeychainError, type SecretStore } from './secret-store';

type Keytar = Pick<typeof keytar, 'getPassword' | 'setPassword' | 'deletePassword'>;

/** Written and removed to find out whether a Linux keyring is unlocked; see `KeytarSecretStore.get`. */
const PROBE_ACCOUNT = 'availability-check';

/**
 * The only code that knows keytar. It runs in the keychain process (`keychain-process.ts`), never in main: a call on
 * a locked keyring may wait for a person forever, and libsecret does not recover when its daemon goes away.
 * `findCredentials` is not used because on a locked GNOME keyring it dereferences a null pointer and crashes the
 * process.
 */
export class KeytarSecretStore implements SecretStore {
  constructor(
    private readonly service: string,
    /** Loads keytar on first use; throws if its native parts do not load. */
    private readonly load: () => Keytar = loadKeytar,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  async get(account: string): Promise<string | null> {
    const read = (): Promise<string | null> =>
      this.run((keychain) => keychain.getPassword(this.service, account));
    const secret = await read();
    if (secret !== null || this.platform !== 'linux') return secret;
    // libsecret returns "nothing" for an item in a locked keyring. Only a write tells the two apart, and it may have
    // unlocked the keyring.
    await this.assertUnlocked();
    return read();
  }

  async set(account: string, secret: string): Promise<void> {
    assertOneLine(secret);
    await this.run((keychain) => keychain.setPassword(this.service, account, secret));
  }

  async delete(account: string): Promise<void> {
    const remove = (): Promise<boolean> =>
      this.run((keychain) => keychain.deletePassword(this.service, account));
    if ((await remove()) || this.platform !== 'linux') return;
    await this.assertUnlocked();
    await remove();
  }

  private async assertUnlocked(): Promise<void> {
    await this.run((keychain) => keychain.setPassword(this.service, PROBE_ACCOUNT, 'unlocked'));
    await this.run((keychain) => keychain.deletePassword(this.service, PROBE_ACCOUNT));
  }

  private async run<T>(use: (keychain: Keytar) => Promise<T>): Promise<T> {
    let keychain: Keytar;
    try {
      keychain = this.load();
    } catch (error) {
      throw new KeychainError('absent', `keytar could not be loaded: ${messageOf(error)}`);
    }
    try {
      return await use(keychain);
    } catch (error) {
      const detail = messageOf(error);
      throw new KeychainError(classifyKeychainError(detail), detail);
    }
  }
}

function loadKeytar(): Keytar {
  // Required here and not imported above: loading it costs time and may fail.
  // oxlint-disable-next-line typescript/no-require-imports
  return require('keytar');
}
