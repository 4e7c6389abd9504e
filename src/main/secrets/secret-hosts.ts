import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SecretHostList } from '@shared/questions/guard';
import { ProblemError } from '@shared/problem';
import { parseUrl } from '@shared/http/parse-url';
import { firstKey, knownKey } from '../credentials/first-key';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { keychainMeaning, keychainRemedy } from '../credentials/keychain-problem';
import { KeychainError } from '../credentials/secret-store';
import { VersionedJsonFile } from '../files/versioned-json-file';

const schema = z.object({
  secrets: z.array(z.object({ id: z.string(), header: z.string(), hosts: z.array(z.string()) })),
});
type Content = z.infer<typeof schema>;

/** The keychain account of the key that turns a secret into its id. */
const SECRET_HOSTS_KEY_ACCOUNT = 'secret-hosts-key';

export interface SecretHostServices {
  readonly path: string;
  readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set' | 'accounts'>;
}

/**
 * Which hosts may receive which secret. A secret's id is the HMAC-SHA-256 of its value under a key from the keychain,
 * so that the file reveals nothing about it and the same secret has the same id everywhere. While the keychain cannot
 * be read, nobody knows whether a secret is bound, so none is let through. Failures are not remembered; the next use
 * asks again. Only on a computer that has no keychain and never had a list, the list lasts for this run.
 */
export class SecretHosts {
  private readonly file: VersionedJsonFile<Content>;
  private key: Buffer | null = null;
  private reading: Promise<Buffer | null> | null = null;
  /** For a computer without a keychain: what is allowed is forgotten when the app ends. */
  private readonly keyOfThisRun = randomBytes(32);
  private ofThisRun: Content = { secrets: [] };

  constructor(private readonly services: SecretHostServices) {
    this.file = new VersionedJsonFile({
      path: services.path,
      what: 'hosts that may receive secrets',
      version: 1,
      schema,
      fresh: () => ({ secrets: [] }),
    });
  }

  /** Null if the secret was never used. Throws a `ProblemError` if that cannot be determined. */
  async hostsOf(value: string): Promise<readonly string[] | null> {
    const key = await this.readKey();
    const kept = key && find(await this.file.read(), idUnder(key, value));
    return (kept ?? find(this.ofThisRun, idUnder(this.keyOfThisRun, value)))?.hosts ?? null;
  }

  /** @param header the header that carries the secret, by which the person knows it. */
  async allowFor(value: string, header: string, host: string): Promise<void> {
    const key = await this.readKey();
    const id = idUnder(key ?? this.keyOfThisRun, value);
    const allowed = ({ secrets }: Content): Content => {
      const known = secrets.some((secret) => secret.id === id)
        ? secrets
        : [...secrets, { id, header, hosts: [] }];
      return { secrets: known.map((secret) => (secret.id === id ? withHost(secret, host) : secret)) };
    };
    if (key === null) this.ofThisRun = allowed(this.ofThisRun);
    else await this.file.change(allowed);
  }

  async describe(): Promise<readonly SecretHostList[]> {
    return [...(await this.file.read()).secrets, ...this.ofThisRun.secrets];
  }

  /** Throws a `ProblemError` if there is no such secret or the text is not a host. */
  async allow(id: string, host: string): Promise<readonly SecretHostList[]> {
    const normal = normalHost(host);
    return this.changeSecret(id, ({ secrets }) => {
      if (!secrets.some((secret) => secret.id === id)) throw noSuchSecret();
      return { secrets: secrets.map((secret) => (secret.id === id ? withHost(secret, normal) : secret)) };
    });
  }

  async forget(id: string, host: string): Promise<readonly SecretHostList[]> {
    return this.changeSecret(id, ({ secrets }) => ({
      secrets: secrets
        .map((secret) =>
          secret.id === id ? { ...secret, hosts: secret.hosts.filter((other) => other !== host) } : secret,
        )
        .filter(({ hosts }) => hosts.length > 0),
    }));
  }

  private async changeSecret(
    id: string,
    change: (content: Content) => Content,
  ): Promise<readonly SecretHostList[]> {
    if (find(this.ofThisRun, id) === undefined) await this.file.change(change);
    else this.ofThisRun = change(this.ofThisRun);
    return this.describe();
  }

  /**
   * Null on a computer that has no keychain and never had a list. Throws a `ProblemError` while the key cannot be
   * read.
   */
  private async readKey(): Promise<Buffer | null> {
    if (this.key !== null) return this.key;
    this.reading ??= this.askKeychain().finally(() => (this.reading = null));
    this.key = await this.reading;
    return this.key;
  }

  private async askKeychain(): Promise<Buffer | null> {
    const { secretStore, path } = this.services;
    const place = { secretStore, account: SECRET_HOSTS_KEY_ACCOUNT };
    const hasList = (await this.file.read()).secrets.length > 0;
    try {
      const known = await knownKey(place);
      if (known !== null) return Buffer.from(known, 'hex');
      // Under a new key, none of the listed secrets would be recognised.
      if (hasList) throw missingKeyProblem();
      return Buffer.from(await firstKey({ ...place, path }), 'hex');
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      const neverHadOne =
        error.trouble === 'absent' && !hasList && !(await this.hadKey()) && this.file.notice === null;
      if (neverHadOne) return null;
      throw cannotCheck(error);
    }
  }

  private async hadKey(): Promise<boolean> {
    return (await this.services.secretStore.accounts()).includes(SECRET_HOSTS_KEY_ACCOUNT);
  }
}

function idUnder(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value.trim(), 'utf8').digest('hex').slice(0, 32);
}

function find({ secrets }: Content, id: string): Content['secrets'][number] | undefined {
  return secrets.find((secret) => secret.id === id);
}

function cannotCheck({ trouble, detail }: KeychainError): ProblemError {
  return new ProblemError({
    code: `secret-hosts-${trouble}`,
    title: 'It cannot be checked where this secret may go',
    meaning: `${keychainMeaning(trouble)} It holds what is needed to tell which hosts a secret belongs to. Nothing was sent.`,
    nextStep: `${keychainRemedy(trouble)}, then send it again.`,
    detail,
  });
}

function missingKeyProblem(): ProblemError {
  return new ProblemError({
    code: 'secret-hosts-key-gone',
    title: 'It cannot be checked where this secret may go',
    meaning:
      'The keychain no longer has the key of the list of hosts, so that no secret is recognised in it. Nothing was sent.',
    nextStep:
      'Bring the keychain back. If it is gone for good, remove the entries in Settings; each secret is then asked about again.',
    detail: null,
  });
}

function withHost<Secret extends { hosts: string[] }>(secret: Secret, host: string): Secret {
  return secret.hosts.includes(host) ? secret : { ...secret, hosts: [...secret.hosts, host] };
}

/** The host as in a URL: lower case, with its port unless that is the https default. */
export function normalHost(entered: string): string {
  const text = entered.trim();
  const url = parseUrl(`https://${text}`);
  if (url?.pathname === '/' && url.host !== '' && !/[/?#@\s]/.test(text)) return url.host;
  throw new ProblemError({
    code: 'not-a-host',
    title: 'This is not a host',
    meaning: 'A host is a name such as api.example.com, with :port where it is needed. Nothing was changed.',
    nextStep: 'Enter the host alone, without https:// and path.',
    field: 'Host',
    detail: null,
  });
}

function noSuchSecret(): ProblemError {
  return new ProblemError({
    code: 'no-such-secret',
    title: 'This secret is no longer in the list',
    meaning: 'It was removed in the meantime. Nothing was changed.',
    nextStep: 'It is asked about again when it is used.',
    detail: null,
  });
}
