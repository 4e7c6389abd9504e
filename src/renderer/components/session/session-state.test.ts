import { describe, expect, it } from 'vitest';
import { describeExpiry, describeState, stateOfLine, stateOfSession } from './session-state';

const now = new Date('2026-11-21T12:00:00Z');

describe('the state of a session', () => {
  it.each([
    ['2026-11-22T11:00:00Z', 'valid', 'Valid · 23 h'],
    ['2026-11-21T13:00:00Z', 'valid', 'Valid · 1 h'],
    ['2026-11-21T12:59:59Z', 'soon', 'Expires in 59 min'],
    ['2026-11-21T12:00:00.400Z', 'soon', 'Expires in 1 s'],
    ['2026-11-21T12:00:00Z', 'expired', 'Expired just now'],
    ['2026-11-21T10:00:00Z', 'expired', 'Expired · 2 h ago'],
    ['tomorrow', 'unknown', 'Expiry unknown'],
    [null, 'unknown', 'Expiry unknown'],
  ] as const)('expiring at %s is %s', (expiresAt, state, words) => {
    expect(stateOfSession(expiresAt, now)).toBe(state);
    expect(describeState(expiresAt, now)).toBe(words);
  });

  it('of a line follows the clock', () => {
    const line = { outcome: 'found', expiresAt: '2026-11-21T11:59:00Z' } as const;
    expect(stateOfLine(line, new Date('2026-11-21T10:00:00Z'))).toBe('valid');
    expect(stateOfLine(line, now)).toBe('expired');
    expect(stateOfLine({ outcome: 'expired', expiresAt: null }, now)).toBe('expired');
    expect(stateOfLine({ outcome: 'no access', expiresAt: null }, now)).toBe('no-access');
  });
});

describe('describeExpiry', () => {
  it('gives the date once', () => {
    expect(describeExpiry('2026-11-22T21:40:10+00:00', now)).toEqual({
      lead: 'Valid until',
      moment: '22 Nov 2026 21:40 UTC',
      distance: 'in 1 day',
    });
    // The same text as in the head above.
    const soon = '2026-11-21T12:12:30Z';
    expect(describeState(soon, now)).toBe('Expires in 12 min');
    expect(describeExpiry(soon, now)).toEqual({
      lead: 'Expires in 12 min',
      moment: '21 Nov 2026 12:12 UTC',
      distance: null,
    });
    expect(describeExpiry('2026-11-21T11:00:00+02:00', now)).toEqual({
      lead: 'Expired 3 h ago',
      moment: '21 Nov 2026 09:00 UTC',
      distance: null,
    });
  });

  it.each([
    ['2026-11-21T12:00:27Z', 'Expires in 27 s', '21 Nov 2026 12:00:27 UTC'],
    ['2026-11-21T12:04:59Z', 'Expires in 4 min', '21 Nov 2026 12:04:59 UTC'],
    ['2026-11-21T12:05:01Z', 'Expires in 5 min', '21 Nov 2026 12:05 UTC'],
    ['2026-11-21T11:55:01Z', 'Expired 4 min ago', '21 Nov 2026 11:55:01 UTC'],
    ['2026-11-21T11:54:59Z', 'Expired 5 min ago', '21 Nov 2026 11:54 UTC'],
  ])('gives seconds only within 5 minutes: %s', (expiresAt, lead, moment) => {
    expect(describeExpiry(expiresAt, now)).toEqual({ lead, moment, distance: null });
  });

  it('distinguishes an unreadable expiry from a missing one', () => {
    const none = { lead: 'This session does not say when it expires', moment: null, distance: null };
    expect(describeExpiry(undefined, now)).toEqual(none);
    expect(describeExpiry(null, now)).toEqual(none);
    const lead = 'The expiry of this session cannot be read';
    expect(describeExpiry('2026-11-24T23:00:00', now)).toEqual({
      lead,
      moment: '2026-11-24T23:00:00',
      distance: null,
    });
    expect(describeExpiry(2524608000, now)).toEqual({ lead, moment: '2524608000', distance: null });
  });
});
