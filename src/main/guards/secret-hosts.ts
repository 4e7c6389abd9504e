import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SecretHostList } from '../../shared/guard';
import { ProblemError } from '../../shared/problem';
import type { SecretKeeper } from '../credentials/secret-keeper';
import { KeychainError } from '../credentials/secret-store';
import { KeptFile } from '../files/kept-file';

const schema = z.object({
  secrets: z.array(z.object({ id: z.string(), header: z.string(), hosts: z.array(z.string()) })),
});
type Content = z.infer<typeof schema>;

/** The account of the key that turns a secret into its id. */
export const SECRET_HOSTS_KEY_ACCOUNT = 'secret-hosts-key';

export interface SecretHostServices {
  readonly path: string;
  readonly keeper: Pick<SecretKeeper, 'get' | 'set'>;
}

/**
 * Which hosts may receive which secret. A secret is known by an id that its value gives under a key (HMAC-SHA-256), so
 * that the file tells nothing of it, and the same secret is the same wherever it is used. The key lies in the keychain;
 * without one it is made for this run, and what is allowed then is forgotten at its end.
 */
export class SecretHosts {
  private readonly file: KeptFile<Content>;
  private key: Promise<{ readonly bytes: Buffer; readonly kept: boolean }> | null = null;
  /** Instead of the file when the key is not kept. */
  private inMemory: Content = { secrets: [] };

  constructor(private readonly services: SecretHostServices) {
    this.file = new KeptFile({
      path: services.path,
      what: 'hosts that may receive secrets',
      version: 1,
      schema,
      fresh: () => ({ secrets: [] }),
    });
  }

  /** Null when the secret was never used yet. */
  async hostsOf(value: string): Promise<readonly string[] | null> {
    const id = await this.idOf(value);
    return (await this.read()).secrets.find((secret) => secret.id === id)?.hosts ?? null;
  }

  /** @param header under which the secret is used, to name it to the person. */
  async allowFor(value: string, header: string, host: string): Promise<void> {
    const id = await this.idOf(value);
    await this.change(({ secrets }) => {
      const known = secrets.some((secret) => secret.id === id)
        ? secrets
        : [...secrets, { id, header, hosts: [] }];
      return { secrets: known.map((secret) => (secret.id === id ? withHost(secret, host) : secret)) };
    });
  }

  async describe(): Promise<readonly SecretHostList[]> {
    return (await this.read()).secrets;
  }

  /** Throws a `ProblemError` when there is no such secret, or the text is no host. */
  async allow(id: string, host: string): Promise<readonly SecretHostList[]> {
    const normal = normalHost(host);
    const { secrets } = await this.change((content) => {
      if (!content.secrets.some((secret) => secret.id === id)) throw noSuchSecret();
      return {
        secrets: content.secrets.map((secret) => (secret.id === id ? withHost(secret, normal) : secret)),
      };
    });
    return secrets;
  }

  async forget(id: string, host: string): Promise<readonly SecretHostList[]> {
    const { secrets } = await this.change((content) => ({
      secrets: content.secrets
        .map((secret) =>
          secret.id === id ? { ...secret, hosts: secret.hosts.filter((other) => other !== host) } : secret,
        )
        .filter(({ hosts }) => hosts.length > 0),
    }));
    return secrets;
  }

  private async read(): Promise<Content> {
    return (await this.keyOf()).kept ? this.file.read() : this.inMemory;
  }

  private async change(change: (content: Content) => Content): Promise<Content> {
    if ((await this.keyOf()).kept) return this.file.change(change);
    this.inMemory = change(this.inMemory);
    return this.inMemory;
  }

  private async idOf(value: string): Promise<string> {
    const { bytes } = await this.keyOf();
    return createHmac('sha256', bytes).update(value.trim(), 'utf8').digest('hex').slice(0, 32);
  }

  private keyOf(): Promise<{ readonly bytes: Buffer; readonly kept: boolean }> {
    this.key ??= this.readKey();
    return this.key;
  }

  private async readKey(): Promise<{ bytes: Buffer; kept: boolean }> {
    const { keeper } = this.services;
    try {
      const known = await keeper.get(SECRET_HOSTS_KEY_ACCOUNT);
      if (known !== null) return { bytes: Buffer.from(known, 'hex'), kept: true };
      const bytes = randomBytes(32);
      await keeper.set(SECRET_HOSTS_KEY_ACCOUNT, bytes.toString('hex'));
      return { bytes, kept: true };
    } catch (error) {
      if (!(error instanceof KeychainError) && !(error instanceof ProblemError)) throw error;
      return { bytes: randomBytes(32), kept: false };
    }
  }
}

function withHost<Secret extends { hosts: string[] }>(secret: Secret, host: string): Secret {
  return secret.hosts.includes(host) ? secret : { ...secret, hosts: [...secret.hosts, host] };
}

/** As a URL writes it: lower case, the port unless it is the default one of https. */
export function normalHost(entered: string): string {
  const text = entered.trim();
  try {
    const url = new URL(`https://${text}`);
    if (url.host !== '' && url.pathname === '/' && !/[/?#@\s]/.test(text)) return url.host;
  } catch {
    // Told below.
  }
  throw new ProblemError({
    code: 'not-a-host',
    title: 'This is no host',
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
