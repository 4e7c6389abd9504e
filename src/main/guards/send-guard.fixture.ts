import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { SendGrant } from '@shared/questions/guard';
import { declined, type Answer, type Question } from '@shared/questions/question';
import type { Profile } from '@shared/profiles/profile';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { SecretHosts } from '../secrets/secret-hosts';
import type { GuardedSend } from './send-facts';
import { SendGuard, type Asking } from './send-guard';
import { testingProfile } from '@shared/testing/testing-profile';

export const sandbox: Profile = testingProfile({ proxy: { kind: 'system' } });
export const production: Profile = {
  ...sandbox,
  id: 'live',
  name: 'Live EU',
  environment: 'production',
  baseUrl: 'https://api.example.com',
};

export const PAYMENT_METHOD = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
export const AUTHENTICATION = '9b2b0f0a-7f0a-4d5c-8a41-6a3c5f1e2d10';

export function forwardOf(
  profile: Profile,
  changes: Partial<GuardedSend> = {},
  more: GuardedSend['headers'] = [],
): GuardedSend {
  return {
    profile,
    method: 'POST',
    url: `${profile.baseUrl ?? ''}/vault-forward`,
    headers: [
      ['content-type', 'application/json'],
      ['x-vault-forward-url', 'https://psp.example.net/charge?a=b'],
      ['x-vault-forward-http-method', 'PUT'],
      ['x-vault-forward-payment-methods', PAYMENT_METHOD],
      ['x-vault-forward-authentications', AUTHENTICATION],
      ...more,
    ],
    body: '{"number":"{{CARD_NUMBER_1}}"}',
    times: 1,
    composedUnder: null,
    unsettled: Promise.resolve(null),
    ...changes,
  };
}
export const secretHeader = (value: string) => [['x-vault-forward-header-authorization', value]] as const;
export const yes: Answer = { confirmed: true, checked: false };
export const yesForTenMinutes: Answer = { confirmed: true, checked: true };

export let folder: string;
export let now: number;
export let keychain: TestingKeychain;
export let secretHosts: SecretHosts;
export let announced: (readonly SendGrant[])[];
export let guard: SendGuard;
/** The questions that the person was asked, in order. */
export let asked: Question[];
/** How the person answers. */
export let person: (question: Question, signal: AbortSignal) => Promise<Answer>;

export function startGuard(): void {
  const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
  secretHosts = new SecretHosts({ path: join(folder, 'secret-hosts.json'), secretStore });
  guard = new SendGuard({
    secretHosts,
    ask: (question, signal) => {
      asked.push(question);
      return person(question, signal);
    },
    profileName: async (id) => (id === 'sandbox' ? sandbox.name : null),
    announceGrants: (grants) => announced.push(grants),
    now: () => now,
  });
}

const SILENT: Asking = {
  before: () => Promise.resolve(),
  onAsk: () => undefined,
  onLooked: () => Promise.resolve(),
};

export const checkMany = (sends: readonly GuardedSend[], signal = new AbortController().signal) =>
  guard.check(sends, signal, SILENT, null);
export const check = (send: GuardedSend, signal?: AbortSignal) => checkMany([send], signal);

/** The question that this send (or these sends) leads to; the person answers it with `answer`. */
export async function questionOf(
  send: GuardedSend | readonly GuardedSend[],
  answer: Answer = declined,
): Promise<Question> {
  person = async () => answer;
  const before = asked.length;
  const sends: readonly GuardedSend[] = 'profile' in send ? [send] : send;
  expect(await checkMany(sends)).toBe(answer.confirmed ? 'allowed' : 'declined');
  expect(asked).toHaveLength(before + 1);
  const question = asked.at(-1);
  if (!question) throw new Error('nothing was asked');
  return question;
}

/** Expects that the send is allowed without a question. */
export async function passes(send: GuardedSend): Promise<void> {
  const before = asked.length;
  expect(await check(send)).toBe('allowed');
  expect(asked).toHaveLength(before);
}

export const factOf = ({ facts }: Question, label: string): string | null =>
  facts.find((fact) => fact.label === label)?.value ?? null;

/** Gives each test its own guard. */
export function guardEach(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guard-'));
    now = Date.parse('2026-11-21T10:00:00Z');
    keychain = new TestingKeychain();
    announced = [];
    asked = [];
    person = async () => yes;
    startGuard();
  });
  afterEach(() => rm(folder, { recursive: true }));
}

export function setNow(to: typeof now): void {
  now = to;
}

export function setAsked(to: typeof asked): void {
  asked = to;
}

export function setPerson(to: typeof person): void {
  person = to;
}
