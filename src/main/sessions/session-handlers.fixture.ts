import { afterEach, beforeEach, expect } from 'vitest';
import type { BridgeEvents } from '@shared/bridge/events';
import type { HistoryDetail } from '@shared/history/history';
import type { SessionLine } from '@shared/history/session-outcome';
import type { Profile } from '@shared/profiles/profile';
import { RunningCalls } from '../calls/running-calls';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { sessionHandlers } from './session-handlers';
import { declined, type Answer, type Question } from '@shared/questions/question';
import { KeptLists } from './kept-lists';
import { RecentSessions } from './recent-sessions';
import { apiError } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';

export const A = '11111111-0000-4000-8000-000000000001';
export const B = '22222222-0000-4000-8000-000000000002';
export const FOUND = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 14\r\n\r\n{"buyer":null}';
export const jsonAnswer = (body: string): string =>
  `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
/** The API's own 404. */
export const NOT_FOUND = jsonAnswer(apiError(404, 'not_found')).replace('200 OK', '404 Not Found');
export const answer = (status: number, retryAfter: string): string =>
  `HTTP/1.1 ${status} No\r\nconnection: close\r\nretry-after: ${retryAfter}\r\ncontent-length: 0\r\n\r\n`;

export let harness: Harness;
export let testing: TestingDatabase;
export let server: RawServer;
export let app: TestingSender;
/** The service's answers to the next requests for a session; null means that it never answers. */
export let answers: Map<string, (string | null)[]>;

/** The Local sandbox only has an address once somebody has waited for it to start. */
const startedAs = (profile: Profile): Profile =>
  profile.environment === 'local' ? { ...profile, baseUrl: server.url } : profile;

export function open(
  recent = new RecentSessions(testing.database),
  changes: Partial<Profile> = {},
  others: readonly Profile[] = [],
) {
  const profile: Profile = testingProfile({
    id: 'p',
    name: 'A profile',
    baseUrl: server.url,
    merchantAccountId: null,
    ...changes,
  });
  const findProfile = (id: string): Promise<Profile> =>
    Promise.resolve(startedAs(others.find((other) => other.id === id) ?? profile));
  const questions: Question[] = [];
  /** What the person answers, which profile is active by then, and what the history has; a test may change them. */
  const world: {
    answer: Answer;
    active: Profile;
    recorded: Pick<HistoryDetail, 'exchange' | 'notKept'> | null;
  } = {
    answer: declined,
    active: profile,
    recorded: null,
  };
  const calls = new RunningCalls();
  const progress: (string | null)[] = [];
  /** When the waits end that `progress` is about. */
  const waits: (number | undefined)[] = [];
  const tellProgress = (_callId: string, note: string | null, until?: number): void => {
    progress.push(note);
    waits.push(until);
  };
  const lines: SessionLine[] = [];
  const beginnings: BridgeEvents['sessionBegins'][] = [];
  app = testingSender(harness, testing, {
    now: Date.now,
    findProfile,
    tellProgress,
  });
  const reports: string[] = [];
  const handlers = sessionHandlers({
    sender: app.sender,
    reader: app.reader,
    calls,
    recent,
    keptLists: new KeptLists(testing.database),
    openRecorded: () => Promise.resolve(world.recorded),
    listProfiles: () => Promise.resolve(others),
    findProfile,
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(world.answer);
    },
    activeProfile: () => Promise.resolve(world.active),
    tellProgress,
    tellLines: (event) => lines.push(...event.lines),
    tellBeginning: (event) => beginnings.push(event),
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
  });
  const lookUpMany = (callId: string, ...sessionIds: string[]) =>
    Promise.resolve(handlers.lookUpSessions.handle({ listId: callId, sessionIds, callId })).then(
      (lines) => lines ?? [],
    );
  return {
    handlers,
    calls,
    progress,
    waits,
    lines,
    reports,
    questions,
    recent,
    lookUpMany,
    beginnings,
    world,
  };
}

/** The journal's only exchange for a session's look-up. */
export function notedOf(id: string) {
  const found = app.noted.filter(({ sentAs }) => sentAs.request.pathParameters['session_id'] === id);
  expect(found).toHaveLength(1);
  return found[0]?.exchange;
}

export const outcomesOf = (lines: readonly SessionLine[]) => lines.map(({ outcome }) => outcome);

/** Gives each test its own service and database. */
export function serveEach(): void {
  beforeEach(async () => {
    harness = await openHarness();
    testing = openTestingDatabase();
    answers = new Map();
    server = await startRawServer((socket, bytes) => {
      if (!isWholeRequest(bytes)) return;
      const id = /sessions\/([^ ]+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
      const next = answers.get(id)?.shift();
      if (next !== null) socket.end(next ?? FOUND);
    });
  });
  afterEach(async () => {
    await server.close();
    await testing.remove();
    await harness.close();
  });
}
