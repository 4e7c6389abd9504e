import { expect, it } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { testingEntry } from '@shared/testing/testing-entry';
import { doneSteps } from './tour-steps';

const since = Date.parse('2026-11-22T10:00:00Z');
const entry = (changes: Partial<HistoryEntry>): HistoryEntry =>
  testingEntry({ id: crypto.randomUUID(), startedAt: '2026-11-22T10:00:05Z', ...changes });

it('recognises the steps by what was sent since the tour began', () => {
  expect([...doneSteps([], since)]).toEqual([]);
  expect([...doneSteps([entry({ startedAt: '2026-11-22T09:59:59Z' })], since)]).toEqual([]);
  expect([...doneSteps([entry({ outcome: 'failed' })], since)]).toEqual([]);
  expect([...doneSteps([entry({})], since)]).toEqual(['look-up']);
  const forwarded = entry({ operation: 'vault_forward' });
  const replayed = entry({ operation: 'vault_forward', replayOf: forwarded.id });
  expect([...doneSteps([replayed, forwarded], since)]).toEqual(['replay', 'forward']);
});
