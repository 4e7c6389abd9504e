import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SendResult } from '@shared/bridge/sending';
import type { Exchange } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import type { Answer, Question } from '@shared/questions/question';
import type { RequestSpec } from '@shared/requests/request-spec';
import { BodyReader } from '../body-reading/body-reader';
import { readHere } from '../body-reading/testing-reading';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import type { TestingDatabase } from '../testing/testing-database';
import { SendGuard } from '../guards/send-guard';
import { Redactor, Secrets } from '../secrets/secrets';
import type { Harness } from '../transport/test-fixtures/harness';
import type { ExchangeJournal, NotedHow, SentAs } from './journal';
import { Sender, type SendCall, type SenderServices } from './sender';
import { markUnsettled, unsettledSendOf } from './unsettled-mark';
import { UnkeptSends } from './unkept-sends';
import { UnsettledSends } from './unsettled-sends';

export interface TestingSender {
  readonly sender: Sender;
  /** Runs the code of the reading process in this process. */
  readonly reader: BodyReader;
  readonly secrets: Secrets;
  /** What reached the journal, in order; the given journal gets it too. */
  readonly noted: readonly {
    readonly exchange: Exchange;
    readonly sentAs: SentAs;
    readonly how?: NotedHow;
  }[];
  /** What the person was asked. */
  readonly questions: readonly Question[];
  /** Failures that did not affect an answer. */
  readonly reports: readonly string[];
  /** The person's answer; yes by default. */
  answer: Answer;
  /** Runs while the next question is open. */
  whileAsked: () => Promise<unknown>;
  /** ms since 1970; the clock of the double-click rule stands still until a test moves it. */
  now: number;
  /** Sends a request once under a profile, as if composed there just now unless told otherwise. */
  submit(
    request: RequestSpec,
    profile: Profile,
    changes?: Partial<SendCall> & { composedUnder?: string; draftId?: string },
  ): Promise<SendResult>;
}

/** For tests: the app's own pipeline with a harness's transport, a testing database and the test's keychain. */
export function testingSender(
  harness: Harness,
  testing: TestingDatabase,
  {
    journal,
    secrets: known,
    ...services
  }: Partial<Omit<SenderServices, 'journal'>> & {
    readonly journal?: Pick<ExchangeJournal, 'note'> & Partial<ExchangeJournal>;
    readonly secrets?: Secrets;
  } = {},
): TestingSender {
  const secretStore = new IndexedSecretStore(testing.keychain, join(harness.folder, 'secrets.json'));
  const secrets =
    known ??
    new Secrets({
      secretStore,
      redactor: new Redactor(),
      hostsPath: join(harness.folder, 'secret-hosts.json'),
    });
  const noted: { exchange: Exchange; sentAs: SentAs; how?: NotedHow }[] = [];
  const questions: Question[] = [];
  const reports: string[] = [];
  const profiles = new Map<string, Profile>();
  const guard = new SendGuard({
    secretHosts: secrets.hosts,
    ask: async (question) => {
      questions.push(question);
      const { whileAsked } = testingApp;
      testingApp.whileAsked = () => Promise.resolve();
      await whileAsked();
      return testingApp.answer;
    },
    profileName: (id) => Promise.resolve(profiles.get(id)?.name ?? null),
    announceGrants: () => undefined,
  });
  const reader = new BodyReader({
    bodies: harness.bodies,
    start: readHere,
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
  });
  const sender = new Sender({
    transport: harness.transport,
    bodies: harness.bodies,
    reader,
    secrets,
    guard,
    unsettled: new UnsettledSends(testing.database, new UnkeptSends(join(testing.folder, 'unkept-sends'))),
    bearerFor: () => Promise.resolve('CANARY.TOKEN.value'),
    findProfile: (id) => {
      const profile = profiles.get(id);
      return profile ? Promise.resolve(profile) : Promise.reject(new Error('no such profile'));
    },
    noteAnswer: () => undefined,
    sandboxDestination: () => Promise.resolve(null),
    tellProgress: () => undefined,
    atService: () => null,
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
    now: () => testingApp.now,
    ...services,
    journal: {
      expect: (sentAs, profile) => journal?.expect?.(sentAs, profile),
      note: async (exchange, sentAs, how) => {
        noted.push({ exchange, sentAs, ...(how ? { how } : {}) });
        if (journal) return journal.note(exchange, sentAs, how);
        if (how?.unsettled)
          await testing.database.transaction(markUnsettled(how.unsettled, unsettledSendOf(exchange)));
        return true;
      },
    },
  });
  const testingApp: TestingSender = {
    sender,
    reader,
    secrets,
    noted,
    questions,
    reports,
    answer: { confirmed: true, checked: false },
    whileAsked: () => Promise.resolve(),
    now: Date.parse('2026-11-21T10:00:00Z'),
    submit: (request, profile, { composedUnder, draftId, ...call } = {}) => {
      profiles.set(profile.id, profile);
      // Otherwise it would count as the same click as the one before.
      testingApp.now += 2_000;
      const order = {
        id: randomUUID(),
        request,
        profile,
        composedUnder: composedUnder ?? null,
        replayOf: null,
        variables: new Map(),
        ...(draftId === undefined ? {} : { draftId }),
      };
      const signal = new AbortController().signal;
      return sender.submit(order, { callId: randomUUID(), signal, ...call });
    },
  };
  return testingApp;
}
