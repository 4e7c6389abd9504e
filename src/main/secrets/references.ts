import { randomUUID } from 'node:crypto';
import { orKeychainProblem } from '../credentials/keychain-problem';
import type { ForgetResult, IndexedSecretStore } from '../credentials/indexed-secret-store';

/**
 * How many values of secret headers stay in memory; beyond this, the oldest that was not given to `hold` is dropped.
 */
const MAX_IN_MEMORY = 2_000;

/** Prefix of the keychain accounts of stored references. */
const PREFIX = 'request:';

/** True for accounts of `SecretReferences`. */
export function isRequestSecret(account: string): boolean {
  return account.startsWith(PREFIX);
}

/**
 * The only place that knows the value of a secret header by its id, which stands in for it in drafts, the history and
 * saved requests (`secretReference`). Values that were sent or typed stay in memory until the app ends; those of
 * saved requests are in the keychain. They never cross the bridge: main fills them in when a request is sent.
 */
export class SecretReferences {
  private readonly values = new Map<string, string>();
  private readonly ids = new Map<string, string>();
  private readonly held = new Set<string>();

  constructor(
    private readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set' | 'forget'>,
    /** Called with every secret that is handled, so that it can be kept out of logs. */
    private readonly onSecret: (secret: string) => void = () => undefined,
    /** Every secret that must not be in a file, also tokens, which nothing refers to. */
    readonly known: () => Promise<readonly string[]> = () => Promise.resolve([]),
  ) {}

  /** Keeps the value in memory for this run. Equal values get the same id, a UUID. */
  keep(value: string): string {
    const known = this.ids.get(value);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.ids.set(value, id);
    this.remember(id, value);
    return id;
  }

  /** Like `keep`, but the value is never dropped during this run, because it is kept nowhere else. */
  hold(value: string): string {
    const id = this.keep(value);
    this.held.add(id);
    return id;
  }

  /** Restores the value for an id from an earlier run, after somebody entered it again. */
  remember(id: string, value: string): void {
    this.onSecret(value);
    this.values.set(id, value);
    if (this.values.size <= MAX_IN_MEMORY + this.held.size) return;
    const oldest = [...this.values.keys()].find((other) => !this.held.has(other));
    if (oldest !== undefined) this.drop(oldest);
  }

  /** From now on, keeps a value that is being typed out of logs; it has no id yet. */
  learn(value: string): void {
    this.onSecret(value);
  }

  /**
   * Stores the value in the keychain and returns its new id. Throws a `ProblemError` if the keychain does not accept
   * it.
   */
  async store(value: string): Promise<string> {
    const id = randomUUID();
    this.onSecret(value);
    await orKeychainProblem('save', () => this.secretStore.set(PREFIX + id, encode(value)));
    return id;
  }

  /** Null if the value is not, or no longer, known. Throws a `ProblemError` if the keychain is needed and fails. */
  async read(id: string): Promise<string | null> {
    const inMemory = this.readInMemory(id);
    if (inMemory !== null) return inMemory;
    const line = await orKeychainProblem('read', () => this.secretStore.get(PREFIX + id));
    const value = line === null ? null : decode(line);
    if (value !== null) this.onSecret(value);
    return value;
  }

  /** Null unless the value was given to `hold`. */
  readHeld(id: string): string | null {
    return this.held.has(id) ? this.readInMemory(id) : null;
  }

  /** Null if this run never had the value. */
  readInMemory(id: string): string | null {
    return this.values.get(id) ?? null;
  }

  /** The ids whose values are lost. Throws a `ProblemError` if the keychain is needed and fails. */
  async missing(ids: readonly string[]): Promise<readonly string[]> {
    const gone: string[] = [];
    for (const id of new Set(ids)) if ((await this.read(id)) === null) gone.push(id);
    return gone;
  }

  /** Removes the value from the keychain. */
  forget(id: string): Promise<ForgetResult> {
    return this.secretStore.forget(PREFIX + id);
  }

  /** Removes all values from memory, except those given to `hold`. */
  clear(): void {
    for (const id of [...this.values.keys()]) if (!this.held.has(id)) this.drop(id);
  }

  private drop(id: string): void {
    const value = this.values.get(id);
    this.values.delete(id);
    if (value !== undefined && this.ids.get(value) === id) this.ids.delete(value);
  }
}

/** Base64 turns any value into one line of plain characters. The prefix makes it possible to store an empty value. */
function encode(value: string): string {
  return `v1:${Buffer.from(value, 'utf8').toString('base64')}`;
}

function decode(line: string): string | null {
  return line.startsWith('v1:') ? Buffer.from(line.slice(3), 'base64').toString('utf8') : null;
}
