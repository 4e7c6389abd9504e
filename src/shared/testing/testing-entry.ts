import type { HistoryEntry } from '../history/history';

/** The entry of an answered look-up in the history, with these changes. */
export const testingEntry = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: '00000000-0000-4000-8000-000000000001',
  place: 1,
  startedAt: '2026-11-21T10:00:00.000Z',
  operation: 'get_checkout_session',
  profile: { id: 'p', name: 'Sandbox EU', environment: 'sandbox' },
  method: 'GET',
  url: 'https://api.example/v1/checkout/sessions/1',
  destination: null,
  status: 200,
  outcome: 'answered',
  durationMs: 7,
  findings: 0,
  starred: false,
  note: '',
  notedOutcome: null,
  replayOf: null,
  purpose: null,
  load: null,
  summary: null,
  ...changes,
});
