import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Problem } from '@shared/problem';
import { BodyStore } from '../bodies/body-store';
import { DatabaseError } from '../database/database';
import { testingReferences } from '../secrets/testing-references';
import { useTestingDatabase } from '../testing/use-testing-database';
import { HistoryRecorder, type RecorderServices } from './history-recorder';
import { HistoryStore } from './history-store';
import { UnsettledSends } from '../sending/unsettled-sends';
import { forward, lookUp } from './testing-exchanges';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let bodies: BodyStore;
const testing = useTestingDatabase();
let store: HistoryStore;
/** The error that the disk returns for a write; null if it accepts the write. */
let trouble: DatabaseError | null;
let reported: unknown[];

beforeEach(async () => {
  bodies = new BodyStore({ directory: folder });
  store = new HistoryStore(testing.database);
  trouble = null;
  reported = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await bodies.close();
});

type Putting = Parameters<HistoryStore['putAll']>[0];

/** @param onPut gets what is to be written before the disk answers. */
function servicesWith(onPut: (items: Putting) => unknown = () => undefined): RecorderServices {
  return {
    bodies,
    secrets: testingReferences(),
    store: {
      putAll: async (items) => {
        onPut(items);
        if (trouble) throw trouble;
        return store.putAll(items);
      },
      putMarkings: async (markings) => {
        if (trouble && trouble.trouble !== 'statement') throw trouble;
        return store.putMarkings(markings);
      },
    },
    // Without a log, the recorder waits for the database; tests with a log are in write-ahead/.
    log: { append: () => null, settle: () => undefined },
    isOpen: () => true,
    isOnDisk: () => testing.database.state.kind === 'open',
    announce: () => undefined,
    report: (_where, error) => void reported.push(error),
    afterEach: () => undefined,
  };
}
const recorder = (): HistoryRecorder => new HistoryRecorder(servicesWith());

async function note(recording: HistoryRecorder): Promise<string> {
  const { exchange, sentAs } = lookUp();
  await recording.note(exchange, { ...sentAs, replayOf: null });
  return exchange.id;
}

it('keeps exchanges that a full disk refused, and writes them with the next one', async () => {
  const recording = recorder();
  trouble = new DatabaseError('disk', 'SQLITE_FULL');
  const held = [await note(recording), await note(recording)];
  expect(reported).toHaveLength(2);
  expect((await store.size()).entries).toBe(0);
  trouble = null;
  held.push(await note(recording));
  for (const id of held) expect(await store.find(id)).not.toBeNull();
});

const MARK = {
  mark: 'the plan',
  draftId: null,
  destinationMark: null,
  contentMarks: [],
  isKnown: false,
  succeeded: false,
};
const found = async (mark = MARK.mark) =>
  (await new UnsettledSends(testing.database).find({ mark, earlierMarks: [], draftId: null })).same[0] ??
  null;

it.each([
  ['the next exchange', (recording: HistoryRecorder) => note(recording)],
  ['the end of the app', (recording: HistoryRecorder) => recording.settled()],
])('keeps an unsettled send with its exchange, even if it is written with %s', async (_, then) => {
  const recording = recorder();
  trouble = new DatabaseError('disk', 'SQLITE_FULL');
  const { exchange, sentAs } = forward('1');
  expect(await recording.note(exchange, sentAs, { isNew: true, unsettled: MARK })).toBe(false);
  expect(await found()).toBeNull();
  trouble = null;
  await then(recording);
  expect(await store.find(exchange.id)).not.toBeNull();
  expect(await found()).toMatchObject({ exchangeId: exchange.id, startedAt: exchange.startedAt });
});

it('keeps an unsettled send even if its exchange is refused', async () => {
  const recording = recorder();
  trouble = new DatabaseError('statement', 'no');
  const { exchange, sentAs } = forward('1');
  await recording.note(exchange, sentAs, { isNew: true, unsettled: MARK });
  expect(await store.find(exchange.id)).toBeNull();
  expect(await found()).toMatchObject({ exchangeId: exchange.id });
});

it('drops reads before requests with an effect, and forgets no settled outcome', async () => {
  const recording = recorder();
  trouble = new DatabaseError('disk', 'SQLITE_FULL');
  const { exchange, sentAs } = forward('1');
  const other = {
    mark: 'another plan',
    draftId: null,
    destinationMark: null,
    contentMarks: [],
    isKnown: false,
    succeeded: false,
  };
  await recording.note(exchange, sentAs, { isNew: true, unsettled: MARK });
  await recording.note(exchange, sentAs, { unsettled: other });
  await recording.note(exchange, sentAs, { unsettled: { ...other, isKnown: true, succeeded: true } });
  for (let count = 0; count < 105; count += 1) await note(recording);
  trouble = null;
  await recording.settled();
  expect(await found()).toMatchObject({ exchangeId: exchange.id });
  expect(await found(other.mark)).toBeNull();
  expect((await store.size()).entries).toBe(98);
});

it('retries by itself what a full disk refused', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const recording = recorder();
  trouble = new DatabaseError('disk', 'SQLITE_FULL');
  const id = await note(recording);
  trouble = null;
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await expect.poll(() => store.find(id)).not.toBeNull();
});

it('checks for an older version when it writes again after a failure', async () => {
  const asked: (boolean | undefined)[] = [];
  const services = servicesWith((items) => asked.push(...items.map(({ isNew }) => isNew)));
  const recording = new HistoryRecorder(services);
  trouble = new DatabaseError('busy', 'SQLITE_BUSY');
  const { exchange, sentAs } = lookUp();
  await recording.note(exchange, sentAs, { isNew: true });
  trouble = null;
  await recording.settled();
  expect(asked).toEqual([true, false]);
  expect(await store.find(exchange.id)).not.toBeNull();
});

it('tries once more when the app ends', async () => {
  const recording = recorder();
  trouble = new DatabaseError('busy', 'SQLITE_BUSY');
  const id = await note(recording);
  trouble = null;
  await recording.settled();
  expect(await store.find(id)).not.toBeNull();
});

it('drops an exchange that the database refuses', async () => {
  const recording = recorder();
  trouble = new DatabaseError('statement', 'no');
  await note(recording);
  trouble = null;
  const next = await note(recording);
  expect((await store.size()).entries).toBe(1);
  expect(await store.find(next)).not.toBeNull();
});

it.each([
  ['the database', () => new DatabaseError('statement', 'no')],
  ['what masks it, whose body cannot be read', () => new Error('no such file')],
])('writes the rest of a batch if one exchange is refused by %s, and reports it', async (_, refusal) => {
  const bad = lookUp();
  let announced: Problem | null = null;
  const services = servicesWith((items) => {
    if (items.some(({ kept }) => kept.record.id === bad.exchange.id)) throw refusal();
  });
  const recording = new HistoryRecorder({ ...services, announce: (problem) => (announced = problem) });
  const ids = await Promise.all([
    note(recording),
    recording.note(bad.exchange, bad.sentAs).then(() => bad.exchange.id),
    note(recording),
    note(recording),
  ]);
  const entries = await Promise.all(ids.map((id) => store.find(id)));
  expect(entries.map((entry) => entry !== null)).toEqual([true, false, true, true]);
  expect(reported).toHaveLength(1);
  await vi.waitFor(() => expect(announced?.title).toBe('The history could not be written'));
  expect(announced).toMatchObject({ meaning: expect.stringMatching(/^The last exchange is not/) as string });
});

it('reports a refused exchange even if the next one is written before the announcement', async () => {
  const told: (Problem | null)[] = [];
  const services = servicesWith();
  const recording = new HistoryRecorder({ ...services, announce: (problem) => void told.push(problem) });
  trouble = new DatabaseError('statement', 'no');
  await note(recording);
  trouble = null;
  await note(recording);
  await vi.waitFor(() => expect(told).toMatchObject([{ code: 'history-not-written' }]));
  await note(recording);
  await vi.waitFor(() => expect(told.at(-1)).toBeNull());
});

it('keeps the order of a batch if the disk fills up while one exchange is refused', async () => {
  const bad = lookUp();
  const last = forward('1');
  const puts: number[] = [];
  const recording = new HistoryRecorder(
    servicesWith((items) => {
      puts.push(items.length);
      if (items.some(({ kept }) => kept.record.id === bad.exchange.id))
        throw new DatabaseError('statement', 'no');
      if (puts.length === 3) trouble = new DatabaseError('disk', 'SQLITE_FULL');
    }),
  );
  const underWay = { kind: 'unanswered', why: 'under-way', mayHaveArrived: true } as const;
  await Promise.all([
    recording.note(bad.exchange, bad.sentAs),
    recording.note({ ...last.exchange, response: null, outcome: underWay }, last.sentAs),
    recording.note(last.exchange, last.sentAs),
  ]);
  expect(puts.slice(0, 3)).toEqual([3, 1, 1]);
  trouble = null;
  const other = await note(recording);
  expect(puts.at(-1)).toBe(3);
  expect(await store.find(other)).not.toBeNull();
  expect(await store.find(last.exchange.id)).toMatchObject({ outcome: 'answered' });
});

it('has written a small read by the time note resolves', async () => {
  const recording = recorder();
  const { exchange, sentAs } = lookUp();
  await recording.note(exchange, sentAs, { soon: true, isNew: true });
  expect((await store.size()).entries).toBe(1);
});

/** A look-up whose answer is stored. */
async function largeLookUp(text: string) {
  const bodyId = await bodies.keep(Buffer.from(text));
  const body = await bodies.toBody(bodyId);
  expect(body.kind).toBe('stored');
  const { exchange, sentAs } = lookUp();
  const { response } = exchange;
  if (response === null) throw new Error('a look-up that was answered');
  return { exchange: { ...exchange, response: { ...response, body } }, sentAs, bodyId };
}
const LARGE = `{"filler":"${'x'.repeat(1_200_000)}"}`;

it('has also written a large answer by the time note resolves, if there is no window', async () => {
  const recording = new HistoryRecorder({ ...servicesWith(), writesAtOnce: true });
  const { exchange, sentAs } = await largeLookUp(LARGE);
  await recording.note(exchange, sentAs, { soon: true, isNew: true });
  expect((await store.size()).entries).toBe(1);
});

it('writes a large answer to a read later, even if its body is released first', async () => {
  const recording = recorder();
  const { exchange, sentAs, bodyId } = await largeLookUp(LARGE);
  await recording.note(exchange, sentAs, { soon: true, isNew: true });
  await bodies.release(bodyId);
  expect((await store.size()).entries).toBe(0);
  await recording.settled();
  const found = await store.find(exchange.id);
  const kept = found && (await store.read(found.place));
  expect(kept?.responseBody?.equals(Buffer.from(LARGE.slice(0, 1_000_000)))).toBe(true);
});
