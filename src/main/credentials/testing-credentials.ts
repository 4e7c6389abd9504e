import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CredentialState } from '@shared/profiles/credential';
import type { Answer, Question } from '@shared/questions/question';
import { CredentialService, type CredentialServices } from './credential-service';
import { IndexedSecretStore } from './indexed-secret-store';
import { TestingKeychain } from './testing-keychain';
import { TestingProfiles } from './testing-profiles';

export const TOKEN = 'CANARY-token';
export const OTHER = 'CANARY-other';
export const A = 'https://api.a.example/v1';
export const B = 'https://api.b.example/v1';
export const DETACHED = { problem: { code: 'credential-detached' } };

export const keyEntry = {
  key: generateKeyPairSync('ec', { namedCurve: 'P-521' })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString(),
  scopes: ['a.read'],
  lifetimeSeconds: 60,
  issuer: null,
};

/** For tests: what outlives a run of the app, what the window is told, and a person who answers. */
export class TestingCredentials {
  readonly keychain = new TestingKeychain();
  readonly profiles = new TestingProfiles();
  readonly announced: CredentialState[] = [];
  readonly asked: Question[] = [];
  answer: (signal: AbortSignal) => Promise<Answer> = no;

  private constructor(readonly folder: string) {}

  /** With a profile `p` at `A`. */
  static async open(): Promise<TestingCredentials> {
    const testing = new TestingCredentials(await mkdtemp(join(tmpdir(), 'credentials-')));
    testing.profiles.add('p', { baseUrl: A });
    return testing;
  }

  /** One run of the app. */
  start(more: Partial<CredentialServices> = {}): CredentialService {
    return new CredentialService({
      secretStore: new IndexedSecretStore(this.keychain, join(this.folder, 'secrets.json')),
      ...this.profiles.services,
      ask: (question, signal) => {
        this.asked.push(question);
        return this.answer(signal);
      },
      announce: (state) => void this.announced.push(state),
      ...more,
    });
  }

  /** Also checks that no secret was announced or shown in a question. */
  close(): Promise<void> {
    expect(JSON.stringify([this.announced, this.asked])).not.toContain('CANARY');
    return rm(this.folder, { recursive: true });
  }
}

export const yes = (): Promise<Answer> => Promise.resolve({ confirmed: true, checked: false });
export const no = (): Promise<Answer> => Promise.resolve({ confirmed: false, checked: false });

/** A promise that is settled from outside. */
export function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
