import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exchange } from '@shared/http/exchange';
import { DEFAULT_MERCHANT_HEADER, type Profile } from '@shared/profiles/profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { assertNever } from '@shared/problem';
import { buyers } from '../buyers/buyers-handlers';
import { KeptRows } from '../buyers/kept-rows';
import { ResumableLoads } from '../buyers/resumable-loads';
import { RunningCalls } from '../calls/running-calls';
import { ClockWatch } from '../sending/clock-watch';
import { testingSender } from '../sending/testing-sender';
import { declined } from '@shared/questions/question';
import { KeptLists } from '../sessions/kept-lists';
import { RecentSessions } from '../sessions/recent-sessions';
import { sessionHandlers } from '../sessions/session-handlers';
import { openTestingDatabase } from '../testing/testing-database';
import { createTestAuthority } from '../transport/test-fixtures/certificates';
import { openHarness, PLAIN_OPTIONS } from '../transport/test-fixtures/harness';
import { PATIENT, type FaultPlace, type Operation } from './fault.fixture';

/** Largest body that the tests accept, in bytes; the app's own limit is 512 MB. */
export const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

/** The result of an operation; `rows` and `end` belong to a load. */
export interface Result {
  readonly exchange: Exchange;
  readonly end: string | null;
  readonly rows: number | null;
}

export interface FaultWorld extends FaultPlace {
  /** One client for everything, with the app's own pipeline and handlers. */
  carryOut(operation: Operation, changes: Partial<Profile>): Promise<Result>;
  /** Base URLs of the profiles whose service was found to have a different clock. */
  readonly skewed: ReadonlySet<string>;
  /** Failures that were reported in addition to the answers. */
  readonly reports: readonly string[];
  close(): Promise<void>;
}

export async function openFaultWorld(): Promise<FaultWorld> {
  const harness = await openHarness({}, { bodyLimitBytes: BODY_LIMIT_BYTES });
  const testing = openTestingDatabase();
  const authority = await createTestAuthority();
  const caFile = join(harness.folder, 'ca.pem');
  await writeFile(caFile, authority.certificate);
  const profiles = new Map<string, Profile>();
  const skewed = new Set<string>();
  const clocks = new ClockWatch((id) => skewed.add(profiles.get(id)?.baseUrl ?? ''));
  const calls = new RunningCalls();
  const reports: string[] = [];
  const report = (where: string, error: unknown): unknown => reports.push(`${where}: ${String(error)}`);
  const find = (id: string): Promise<Profile> => {
    const profile = profiles.get(id);
    return profile ? Promise.resolve(profile) : Promise.reject(new Error('no such profile'));
  };
  const app = testingSender(harness, testing, {
    findProfile: find,
    noteAnswer: (id, result) => clocks.note(id, result),
    report,
  });

  function partsFor(profile: Profile) {
    const activeProfile = (): Promise<Profile> => Promise.resolve(profile);
    const sessions = sessionHandlers({
      sender: app.sender,
      calls,
      reader: app.reader,
      recent: new RecentSessions(testing.database),
      keptLists: new KeptLists(testing.database),
      openRecorded: () => Promise.resolve(null),
      listProfiles: () => Promise.resolve([]),
      findProfile: find,
      ask: () => Promise.resolve(declined),
      activeProfile,
      tellProgress: () => undefined,
      tellLines: () => undefined,
      tellBeginning: () => undefined,
      report,
    });
    const { handlers } = buyers({
      sender: app.sender,
      bodies: harness.bodies,
      calls,
      activeProfile,
      findProfile: find,
      resumable: new ResumableLoads({
        path: join(harness.folder, `${profile.id}-loads.json`),
        rows: new KeptRows(testing.database),
        report,
      }),
      tellLoad: () => undefined,
    });
    return { sessions, buyers: handlers };
  }

  async function carryOut(operation: Operation, changes: Partial<Profile>): Promise<Result> {
    const profile: Profile = {
      ...PLAIN_OPTIONS,
      variables: [],
      timeouts: PATIENT,
      id: randomUUID(),
      name: 'A profile',
      environment: 'sandbox',
      baseUrl: null,
      merchantAccountId: null,
      merchantHeader: DEFAULT_MERCHANT_HEADER,
      readOnly: false,
      ...changes,
    };
    profiles.set(profile.id, profile);
    const parts = partsFor(profile);
    const callId = randomUUID();
    const query = { limit: 1, cursor: null, parameters: [] };
    switch (operation) {
      case 'look-up': {
        const exchange = await parts.sessions.lookUpSession.handle({ sessionId: randomUUID(), callId });
        return { exchange, end: null, rows: null };
      }
      case 'list': {
        const { exchange } = await parts.buyers.listBuyers.handle({ query, callId });
        return { exchange, end: null, rows: null };
      }
      case 'load all': {
        const { end, state } = await parts.buyers.loadBuyers.handle({ query, cap: 100, callId });
        const noted = app.noted.filter((one) => one.exchange.profile.id === profile.id);
        const exchange = end.kind === 'failed' ? end.exchange : noted.at(-1)?.exchange;
        if (!exchange) throw new Error(`the load ended as ${end.kind}, without an exchange`);
        return { exchange, end: end.kind, rows: state.rows };
      }
      case 'Vault Forward': {
        // Each body is different, because sending the same request twice would raise a question.
        const body = JSON.stringify({ number: '{{CARD_NUMBER_1}}', order: randomUUID() });
        const draft = draftWith({ destinationUrl: 'http://127.0.0.1:9/charge', body });
        const sent = await app.submit(requestOfDraft(draft), profile);
        if (sent.kind !== 'sent') throw new Error('nobody was to decline');
        return { exchange: sent.exchange, end: null, rows: null };
      }
      default:
        return assertNever(operation);
    }
  }

  return {
    authority,
    caFile,
    carryOut,
    skewed,
    reports,
    close: async () => {
      await testing.remove();
      await harness.close();
    },
  };
}
