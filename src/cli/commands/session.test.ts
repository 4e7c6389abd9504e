import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { lookUp as testingLookUp } from '@main/history/testing-exchanges';
import { SERVICE_UNREACHABLE, TOKEN_REFUSED, unaskedLine } from '@shared/history/session-outcome';
import { unanswered } from '@shared/testing/exchanges';
import { ProblemError } from '@shared/problem';
import { readUuids } from '@shared/text/uuid';
import { EXIT } from '../exit-codes';
import type { Format } from '../formats';
import { Output } from '../output';
import type { CommandContext } from './command';
import { lookUp, noIdsOf, type NoId } from './session';

const ids = ['1', '2', '3', '4'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const COUNTS = [null, 0, 1_200, 58_503];

async function written(
  format: Format,
  noIds: readonly NoId[] = [],
  asked = ids,
  ask: ((name: string, argument?: unknown) => Promise<unknown>) | null = null,
  events = new EventEmitter(),
  order?: readonly string[],
) {
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const said: string[] = [];
  const lines = ids.map((id, at) => ({
    ...unaskedLine(id, 'waiting'),
    outcome: 'found',
    findings: COUNTS[at],
  }));
  const context = {
    app: { ask: ask ?? (() => Promise.resolve(lines)), events },
    format,
    output,
    say: (words: string) => said.push(words),
    showRequest: false,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  const code = await lookUp(asked, noIds, order)(context);
  await output.close();
  return { code, text: String(stdout.read()), said };
}

it('shows a capped number of findings as 5,000+', async () => {
  const { text: csv, code } = await written('csv');
  expect(code).toBe(EXIT.done);
  expect(csv).toContain(',1200,');
  expect(csv).toContain(',"5,000+",');
  expect((await written('text')).text).toContain('5,000+');
  const rows = JSON.parse((await written('json')).text) as { findings: unknown }[];
  expect(rows.map(({ findings }) => findings)).toEqual([null, 0, 1_200, '5,000+']);
});

it('prints a session even if the recent look-ups cannot be written, and says so', async () => {
  const { exchange } = testingLookUp();
  const problem = { title: 'Not remembered', meaning: 'The disk is full.' };
  const { code, text, said } = await written('json', [], [ids[0] ?? ''], (name) =>
    name === 'lookUpSession'
      ? Promise.resolve(exchange)
      : Promise.reject(new ProblemError({ code: 'x', ...problem, nextStep: '', detail: null })),
  );
  expect([code, said]).toEqual([EXIT.done, ['Not remembered. The disk is full.']]);
  expect(JSON.parse(text)).toMatchObject({ buyer: { display_name: 'Zoë Müller' } });
});

it('has the facts of a session also while another one is pinned in Recent, where pinned ones come first', async () => {
  const { exchange } = testingLookUp();
  const recent = ids.slice(0, 2).map((id, at) => ({
    ...unaskedLine(id, 'waiting'),
    outcome: 'found',
    buyer: ['Pinned', 'Wanted'][at],
    pinned: at === 0,
  }));
  const { text } = await written('csv', [], [ids[1] ?? ''], (name) =>
    Promise.resolve(name === 'lookUpSession' ? exchange : recent),
  );
  expect(text).toContain('Wanted');
  expect(text).not.toContain('Pinned');
});

it.each([
  { what: 'reached nobody', mayHaveArrived: [false, false], end: EXIT.failed },
  { what: 'reached nobody, or was not answered', mayHaveArrived: [false, true], end: EXIT.unknown },
])('has the exit code of a single session for a list that $what', async ({ mayHaveArrived, end }) => {
  const outcomes = mayHaveArrived.map((arrived) =>
    unanswered({ kind: 'failed', failure: 'refused', detail: '', mayHaveArrived: arrived }),
  );
  const lines = outcomes.map((_one, at) => ({ ...unaskedLine(ids[at] ?? '', 'waiting'), outcome: 'failed' }));
  const ask = (name: string): Promise<unknown> =>
    Promise.resolve(name === 'lookUpSessions' ? lines : outcomes.shift());
  expect((await written('csv', [], ids.slice(0, 2), ask)).code).toBe(end);
});

it('has the exit code of an unreachable service for a list that stopped because of that', async () => {
  const refused = unanswered({ kind: 'failed', failure: 'refused', detail: '', mayHaveArrived: false });
  const lines = ids.map((id, at) =>
    at === 0
      ? { ...unaskedLine(id, 'waiting'), outcome: 'failed' }
      : { ...unaskedLine(id, 'cancelled'), message: SERVICE_UNREACHABLE },
  );
  const ask = (name: string): Promise<unknown> =>
    Promise.resolve(name === 'lookUpSessions' ? lines : refused);
  const { code, said } = await written('csv', [], ids, ask);
  expect(code).toBe(EXIT.failed);
  expect(said.at(-1)).toBe(
    'Found 0 of 4 sessions. 3 sessions were not looked up, as six in a row could not reach the service.',
  );
});

it('says that a list stopped because its token was refused', async () => {
  const lines = ids.map((id, at) =>
    at === 0
      ? { ...unaskedLine(id, 'waiting'), outcome: 'no access', status: 401 }
      : { ...unaskedLine(id, 'cancelled'), message: TOKEN_REFUSED },
  );
  const { said } = await written('csv', [], ids, () => Promise.resolve(lines));
  expect(said.at(-1)).toBe(
    'Found 0 of 4 sessions. 3 sessions were not looked up, as the service refused the token six times in a row.',
  );
});

it('sends nothing for a list that is too long, and says what to do', async () => {
  const many = Array.from({ length: 10_001 }, (_one, at) => `${(ids[0] ?? '').slice(0, -5)}${10_000 + at}`);
  const ask = vi.fn();
  const { code, said } = await written('csv', [], many, ask);
  expect([code, said]).toEqual([
    EXIT.usage,
    [
      '10,001 IDs are too many: at most 10,000 are looked up at a time. Nothing was sent. Look them up in smaller batches.',
    ],
  ]);
  expect(ask).not.toHaveBeenCalled();
});

it.each([
  [3, 3],
  [40, 20],
  [100, 20],
])('reports the progress of a list of %i in at most %i lines', async (count, lines) => {
  const many = Array.from({ length: count }, (_one, at) => `${(ids[0] ?? '').slice(0, -4)}${1_000 + at}`);
  const found = many.map((id) => ({ ...unaskedLine(id, 'waiting'), outcome: 'found' }));
  const events = new EventEmitter();
  const ask = (): Promise<unknown> => {
    for (const line of found) events.emit('sessionLines', { lines: [line] });
    return Promise.resolve(found);
  };
  const said = (await written('csv', [], many, ask, events)).said.filter((words) => / of /.test(words));
  expect(said).toHaveLength(lines + 1);
  expect(said.at(-2)).toBe(`${count.toLocaleString('en')} of ${count.toLocaleString('en')}`);
});

describe('an entry of standard input that is not an ID', () => {
  it('has its own row beside one ID, and on its own requests nothing', async () => {
    const noIds = [{ line: 2, entry: '8d3c' }];
    const found = [{ ...unaskedLine(ids[0] ?? '', 'waiting'), outcome: 'found' }];
    const asked: string[] = [];
    const ask = (name: string) => Promise.resolve(asked.push(name) && found);
    const list = await written('json', noIds, ids.slice(0, 1), ask);
    const row = {
      session: '8d3c',
      outcome: 'not an ID',
      status: null,
      message: 'line 2: not looked up: 4 digits, not 32',
    };
    expect([list.code, JSON.parse(list.text)]).toMatchObject([EXIT.notFound, [{ session: ids[0] }, row]]);
    expect(list.said.at(-1)).toBe('Found 1 of 1 session. 1 entry is not an ID, and was not looked up.');
    const empty = await written('json', noIds, [], ask);
    expect([empty.code, JSON.parse(empty.text)]).toMatchObject([EXIT.notFound, [row]]);
    expect(empty.said).toEqual(['Line 2 is not an ID: 8d3c', '1 entry is not an ID, and was not looked up.']);
    expect(asked).toEqual(['lookUpSessions']);
  });

  it('is kept in place in its list', async () => {
    const told: unknown[] = [];
    const ask = (_name: string, argument?: unknown) => {
      told.push(argument);
      return Promise.resolve([]);
    };
    const order = ['8d3c', ...ids];
    await written('csv', [{ line: 1, entry: '8d3c' }], ids, ask, undefined, order);
    await written('csv', [], ids, ask);
    expect(told).toMatchObject([{ entries: order }, { entries: undefined }]);
  });

  const short = (ids[1] ?? '').slice(0, -1);
  const input = `${ids[0]}\r\n\r\n${short}\n${ids[2]}\n8d3c\n0000\u200b0000-x\n${ids[3]}`;

  it('is reported with its line, unless it is only a part of a longer word', () => {
    const { uuids, broken } = readUuids(`${input}\n`);
    expect(uuids).toEqual([ids[0], ids[2], ids[3]]);
    expect(noIdsOf(input, broken)).toEqual([
      { line: 3, entry: short },
      { line: 5, entry: '8d3c' },
      { line: null, entry: '00000000-x' },
    ]);
    expect(noIdsOf(`${ids[0]}0\n8d3c${ids[0]}\n 8d3c `, ['8d3c'])).toEqual([{ line: 3, entry: '8d3c' }]);
  });

  it('has its row in place among the sessions', async () => {
    const { entries } = readUuids(input);
    const noIds = [
      { line: 3, entry: short },
      { line: 5, entry: '8d3c' },
    ];
    const { text } = await written('json', noIds, ids, null, new EventEmitter(), entries);
    const rows = JSON.parse(text) as { session: string }[];
    // The second session was not requested as part of this text, so it has no place in it.
    expect(rows.map(({ session }) => session)).toEqual([ids[0], short, ids[2], '8d3c', ids[3], ids[1]]);
  });

  it('is reported before any look-up, limited in number, and makes the exit code "not found"', async () => {
    const { said, code, text } = await written('csv', [
      { line: 3, entry: short },
      { line: null, entry: `${'0'.repeat(300)}-1` },
      ...Array.from({ length: 30 }, (_one, at) => ({ line: 10 + at, entry: '8d3c' })),
    ]);
    expect(said.slice(0, 2)).toEqual([
      `Line 3 is not an ID: ${short}`,
      `An entry is not an ID: ${'0'.repeat(60)}…`,
    ]);
    expect(said).toContain('12 more entries are not IDs.');
    expect(text.split('\r\n')).toHaveLength(1 + 4 + 32 + 1);
    expect(text).toContain(`${short},not an ID,,,,,,,"line 3: not looked up: 31 digits, not 32"\r\n`);
    expect(text).toContain(`${'0'.repeat(300)}-1,not an ID,,,,,,,"not looked up: 301 digits, not 32"\r\n`);
    expect(said.at(-1)).toBe('Found 4 of 4 sessions. 32 entries are not IDs, and were not looked up.');
    expect(code).toBe(EXIT.notFound);
  });
});
