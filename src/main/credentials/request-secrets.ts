import { randomUUID } from 'node:crypto';
import { withKeychainWords } from './keychain-problem';
import type { Forgetting, SecretKeeper } from './secret-keeper';

const PREFIX = 'request:';

/** True for accounts of `RequestSecrets`. */
export function isRequestSecret(account: string): boolean {
  return account.startsWith(PREFIX);
}

/**
 * Secret header values of saved requests, in the keychain. The saved request holds the id in the value's place. Never
 * crosses the bridge: main puts the values in when the request is sent.
 */
export class RequestSecrets {
  constructor(
    private readonly keeper: SecretKeeper,
    /** Told of every secret that is handled, so that it is kept out of logs. */
    private readonly onSecret: (secret: string) => void = () => undefined,
  ) {}

  /** Gives the id of the new secret (a UUID). Throws a `ProblemError` when the keychain does not take it. */
  async keep(value: string): Promise<string> {
    const id = randomUUID();
    this.onSecret(value);
    await withKeychainWords('save', () => this.keeper.set(PREFIX + id, encode(value)));
    return id;
  }

  /** Null when it is gone. Throws a `ProblemError` when the keychain fails. */
  async read(id: string): Promise<string | null> {
    const line = await withKeychainWords('read', () => this.keeper.get(PREFIX + id));
    const value = line === null ? null : decode(line);
    if (value !== null) this.onSecret(value);
    return value;
  }

  forget(id: string): Promise<Forgetting> {
    return this.keeper.forget(PREFIX + id);
  }
}

/** Base64, so that any value is one line of plain letters. The leading mark keeps an empty value from being no secret. */
function encode(value: string): string {
  return `v1:${Buffer.from(value, 'utf8').toString('base64')}`;
}

function decode(line: string): string | null {
  return line.startsWith('v1:') ? Buffer.from(line.slice(3), 'base64').toString('utf8') : null;
}
