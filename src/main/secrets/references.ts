import { randomUUID } from 'node:crypto';
import { orKeychainProblem } from '../credentials/keychain-problem';
import type { ForgetResult, IndexedSecretStore } from '../credentials/indexed-secret-store';

/** So many values of secret headers are held in memory; beyond them the oldest that nothing holds on to goes. */
const MAX_IN_MEMORY = 2_000;

/** Accounts of stored references in the keychain begin with this. */
const PREFIX = 'request:';

/** True for accounts of `SecretReferences`. */
export function isRequestSecret(account: string): boolean {
  return account.startsWith(PREFIX);
}

/**
 * The one place where the value of a secret header is found again by its id, which stands in its place in drafts, the
 * history and saved requests (`secretReference`). Values that were sent or typed lie in memory and end with the run;
 * those of saved requests lie in the keychain. They never cross the bridge: main puts them in when a request is sent.
 */
export class SecretReferences {
  private readonly values = new Map<string, string>();
  private readonly ids = new Map<string, string>();
  private readonly held = new Set<string>();

  constructor(
    private readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set' | 'forget'>,
    /** Told of every secret that is handled, so that it is kept out of logs. */
    private readonly onSecret: (secret: string) => void = () => undefined,
  ) {}

  /** In memory, for this run. The same value has the same id, a UUID. */
  keep(value: string): string {
    const known = this.ids.get(value);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.ids.set(value, id);
    this.remember(id, value);
    return id;
  }

  /** As `keep`, and the value stays for the whole run, however many come after it: it is nowhere else. */
  hold(value: string): string {
    const id = this.keep(value);
    this.held.add(id);
    return id;
  }

  /** Knows a value again that was entered anew for an id of an earlier run. */
  remember(id: string, value: string): void {
    this.onSecret(value);
    this.values.set(id, value);
    if (this.values.size <= MAX_IN_MEMORY + this.held.size) return;
    const oldest = [...this.values.keys()].find((other) => !this.held.has(other));
    if (oldest !== undefined) this.drop(oldest);
  }

  /** A value that is typed and not referred to yet: from now on it is kept out of logs. */
  learn(value: string): void {
    this.onSecret(value);
  }

  /** In the keychain. Gives the id of the new secret. Throws a `ProblemError` when the keychain does not take it. */
  async store(value: string): Promise<string> {
    const id = randomUUID();
    this.onSecret(value);
    await orKeychainProblem('save', () => this.secretStore.set(PREFIX + id, encode(value)));
    return id;
  }

  /** Null when it is known nowhere (any more). Throws a `ProblemError` when the keychain has to be asked and fails. */
  async read(id: string): Promise<string | null> {
    const inMemory = this.readInMemory(id);
    if (inMemory !== null) return inMemory;
    const line = await orKeychainProblem('read', () => this.secretStore.get(PREFIX + id));
    const value = line === null ? null : decode(line);
    if (value !== null) this.onSecret(value);
    return value;
  }

  /** Only what was given to `hold`. */
  readHeld(id: string): string | null {
    return this.held.has(id) ? this.readInMemory(id) : null;
  }

  /** Null when it was never known in this run. */
  readInMemory(id: string): string | null {
    return this.values.get(id) ?? null;
  }

  /** Those of the ids that are known nowhere. Throws a `ProblemError` when the keychain has to be asked and fails. */
  async missing(ids: readonly string[]): Promise<readonly string[]> {
    const gone: string[] = [];
    for (const id of new Set(ids)) if ((await this.read(id)) === null) gone.push(id);
    return gone;
  }

  /** Out of the keychain. */
  forget(id: string): Promise<ForgetResult> {
    return this.secretStore.forget(PREFIX + id);
  }

  /** Out of memory, all but those that are held. */
  clear(): void {
    for (const id of [...this.values.keys()]) if (!this.held.has(id)) this.drop(id);
  }

  private drop(id: string): void {
    const value = this.values.get(id);
    this.values.delete(id);
    if (value !== undefined && this.ids.get(value) === id) this.ids.delete(value);
  }
}

/** Base64, so that any value is one line of plain letters. The leading mark keeps an empty value from being no secret. */
function encode(value: string): string {
  return `v1:${Buffer.from(value, 'utf8').toString('base64')}`;
}

function decode(line: string): string | null {
  return line.startsWith('v1:') ? Buffer.from(line.slice(3), 'base64').toString('utf8') : null;
}
