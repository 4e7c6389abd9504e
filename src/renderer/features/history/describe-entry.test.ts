import { expect, it } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { FREE_REQUEST } from '@shared/requests/operation-key';
import { testingEntry } from '@shared/testing/testing-entry';
import {
  describeFindings,
  endOf,
  headingOf,
  nameToSave,
  notesOf,
  resultLabel,
  stateOf,
  subjectOf,
  titleOf,
} from './describe-entry';

const ENTRY = testingEntry();
const SUMMARY = { who: 'Ada Example', total: null, expiresAt: null, note: null };
const VALID = { ...SUMMARY, expiresAt: '2026-11-22T10:00:00.000Z' };
const OWN = { who: null, total: null, expiresAt: null, note: null, isForeign: false };
const FOREIGN = { ...OWN, isForeign: true };
const NOW = new Date('2026-11-21T11:00:00.000Z');

it.each([
  [{ findings: 2, status: 200 }, '2 findings'],
  [{ findings: 50_001, status: 200 }, '5,000+ findings'],
  [{ findings: 1, status: 200 }, '1 finding'],
  [{ findings: 0, status: 200 }, null],
  [{ findings: null, status: 200 }, 'not checked'],
  [{ findings: null, status: null }, null],
] as const)('describes the check of %j as %j', (entry, words) => {
  expect(describeFindings(entry)).toBe(words);
});

it.each([
  ['broken JSON (one finding)', { findings: 1 }, ['warning', 'soon', '1 finding']],
  ['more findings than are counted', { findings: 50_001 }, ['warning', 'soon', '5,000+ findings']],
  ['one without findings', { findings: 0 }, ['valid', 'valid', 'Answered']],
  ['one that was not checked', { findings: null }, ['valid', 'valid', 'Answered']],
  ['one that could be read', { findings: 1, summary: SUMMARY }, ['valid', 'valid', 'Answered']],
  ['a session that could be read', { findings: 1, summary: VALID }, ['valid', 'valid', 'Valid']],
  ['a refusal', { findings: 1, status: 404 }, ['not-found', 'neutral', 'Not found']],
  ['a 401 of unknown origin', { status: 401 }, ['refused', 'soon', 'No access']],
  ['a 401 of the API', { status: 401, summary: OWN }, ['refused', 'failed', 'Token refused']],
  ['a 401 of a proxy', { status: 401, summary: FOREIGN }, ['error', 'failed', 'Not the API’s answer']],
  ['a 404 of a gateway', { status: 404, summary: FOREIGN }, ['error', 'failed', 'Not the API’s answer']],
] as const)(
  'marks an answer with findings if nothing could be read from it: %s',
  (_what, changes, expected) => {
    const { icon, tone, word } = stateOf({ ...ENTRY, ...changes }, NOW);
    expect([icon, tone, word]).toEqual(expected);
  },
);

it('lists a noted outcome before the note', () => {
  const entry: HistoryEntry = { ...ENTRY, outcome: 'unknown', status: null, note: 'saw it there' };
  expect(notesOf({ ...entry, notedOutcome: 'carried-out' }).slice(0, 2)).toEqual([
    'noted: carried out',
    '“saw it there”',
  ]);
  expect(notesOf(entry)[0]).toBe('“saw it there”');
});

it('starts the title with what was requested if no person is known, and says if the answer is not the API’s', () => {
  const foreign = { ...ENTRY, status: 401, summary: FOREIGN };
  expect(titleOf(foreign, NOW)).toBe('Session: not the API’s answer');
  expect(titleOf({ ...foreign, summary: OWN }, NOW)).toBe('Session: token refused');
});

it('gives a free request its method and path as its title, once', () => {
  const url = 'https://api.sandbox.example.com/v1/refunds?page=2';
  const free: HistoryEntry = { ...ENTRY, operation: FREE_REQUEST, method: 'PURGE', url, status: 500 };
  expect(titleOf(free, NOW)).toBe('PURGE /v1/refunds?page=2');
  expect(notesOf(free)).toEqual([]);
});

it('hides a key that was typed into an address', () => {
  const url = 'https://api.sandbox.example.com/payouts?api_key=s3cret&page=2';
  const other: HistoryEntry = { ...ENTRY, operation: 'list_buyers', url };
  const forward: HistoryEntry = { ...ENTRY, operation: 'vault_forward', destination: `POST ${url}` };
  expect(subjectOf(other)).toBe('/payouts?api_key=••••••••&page=2');
  expect(subjectOf(forward)).toBe('POST api.sandbox.example.com/payouts?api_key=••••••••&page=2');
  expect(notesOf(other)).toContain('/payouts?api_key=••••••••&page=2');
});

it.each([
  ['unknown', 'POST', 'Session', 'unknown'],
  ['unknown', 'GET', 'Session: no complete answer', 'unknown'],
  ['cancelled', 'GET', 'Session', 'cancelled'],
  ['failed', 'GET', 'Session', 'no answer'],
  ['failed', 'POST', 'Session', 'not sent'],
] as const)(
  'states once for an outcome without an answer that it is %s: %s',
  (outcome, method, title, end) => {
    const entry: HistoryEntry = { ...ENTRY, status: null, outcome, method };
    expect([titleOf(entry, NOW), endOf(entry)]).toEqual([title, end]);
  },
);

it.each([
  ['POST', 'Session'],
  ['GET', 'Session: no complete answer'],
])('does not show the status of an answer that broke off as its result: %s', (method, title) => {
  const entry: HistoryEntry = { ...ENTRY, status: 200, outcome: 'unknown', method };
  expect([titleOf(entry, NOW), endOf(entry)]).toEqual([title, 'unknown']);
});

it('does not say that a request that only reads was not sent: it may have been, and its answer may have broken off', () => {
  const failed = { ...ENTRY, outcome: 'failed' } as const;
  expect(stateOf({ ...failed, status: null }, NOW).word).toBe('No answer');
  expect(stateOf(failed, NOW).word).toBe('No complete answer');
  expect([titleOf(failed, NOW), endOf(failed)]).toEqual(['Session: no complete answer', 'broke off']);
  expect(stateOf({ ...failed, status: null, method: 'POST' }, NOW).word).toBe('Not sent');
});

it('formats a card as every list does', () => {
  expect(notesOf({ ...ENTRY, summary: { ...SUMMARY, note: 'visa •••• 1111' } })).toContain('visa ••1111');
});

it('does not end the line of a session with a bare status, which would read as its total', () => {
  const session = { ...ENTRY, summary: { ...SUMMARY, total: '200' } };
  expect(endOf(session)).toBe('200');
  expect(endOf({ ...session, summary: SUMMARY })).toBe('200 OK');
  expect(endOf({ ...ENTRY, status: 404 })).toBe('404');
});

it('removes control characters that change the text direction of a name', () => {
  const summary = { ...SUMMARY, who: 'Ada \u202elive\u202c' };
  expect(titleOf({ ...ENTRY, summary }, NOW)).toBe('Ada  live');
});

it('states how many rows a load brought', () => {
  const load = { ...ENTRY, operation: 'list_buyers', load: { pages: 12, rows: 1_200 } } as const;
  expect(titleOf(load, NOW)).toBe('Buyers: 1,200 loaded');
});

it.each(['unknown', 'cancelled'] as const)(
  'describes a request in progress as just that, whatever its outcome without an answer: %s',
  (outcome) => {
    const entry = { ...ENTRY, status: null, outcome, isUnderWay: true };
    expect(stateOf(entry, NOW)).toEqual({ icon: 'soon', tone: 'neutral', word: 'Under way' });
    expect([resultLabel(entry), endOf(entry)]).toEqual(['under way', 'under way']);
    expect(titleOf(entry, NOW)).toBe('Session');
    // An answer that has come counts, even though it has not been written to the history yet.
    expect(resultLabel({ ...entry, status: 200, outcome: 'answered' })).toBe('200');
  },
);

it.each([
  [
    { destination: 'POST https://psp.example/charges', operation: 'vault_forward' },
    'POST psp.example/charges',
  ],
  [{ operation: FREE_REQUEST, method: 'PUT', url: 'https://api.example/v1/x' }, 'PUT /v1/x'],
  [{}, 'Session 1'],
] as const)(
  'names a saved request after what it is about, and after its operation only if that adds something: %j',
  (changes, name) => {
    expect(nameToSave({ ...ENTRY, ...changes })).toBe(name);
  },
);

it.each([
  [{}, '1', true],
  [{ operation: 'list_buyers', url: 'https://api.example/buyers' }, 'Buyers: first page', false],
  [{ operation: 'list_buyers', url: 'https://api.example/buyers?limit=5' }, '?limit=5', true],
  [
    { operation: 'list_buyers', url: 'https://api.example/buyers', load: { pages: 2, rows: 9 } },
    'Load all: 2 pages, 9 rows · first page',
    false,
  ],
  [{ purpose: 'connection-test' }, 'Connection test', false],
] as const)('has a heading in words, or as it was sent: %j', (changes, text, isAsSent) => {
  expect(headingOf({ ...ENTRY, ...changes })).toEqual({ text, isAsSent });
});
