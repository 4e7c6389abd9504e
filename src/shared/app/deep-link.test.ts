import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLink, readDeepLink, UNREADABLE_LINK } from './deep-link';

const id = '5e550000-0000-4000-8000-000000000001';

describe('readDeepLink', () => {
  it('reads a session, with and without a profile', () => {
    expect(readDeepLink(`payments-explorer://session/${id}`)).toEqual({ sessionId: id, profileName: null });
    expect(readDeepLink(`payments-explorer://session/${id.toUpperCase()}/?x=1&profile=Sandbox%20EU`)).toEqual(
      {
        sessionId: id,
        profileName: 'Sandbox EU',
      },
    );
  });

  it.each([
    `payments-explorer://session/`,
    `payments-explorer://session/nope`,
    `payments-explorer://buyer/${id}`,
    `https://session/${id}`,
    `payments-explorer://session/${id}#x`,
    `payments-explorer://session/${id}?profile=Production%20E%A0`,
    `payments-explorer://session/${id}?profile=${'x'.repeat(2000)}`,
  ])('refuses %s', (text) => expect(readDeepLink(text)).toBeNull());

  it('keeps any profile name, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 50, unit: 'binary' }), (name) => {
        const link = `payments-explorer://session/${id}?profile=${encodeURIComponent(name)}`;
        expect(readDeepLink(link)?.profileName).toBe(name);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void readDeepLink(text)));
  });
});

it('finds a link in a command line, and distinguishes a bad link from none', () => {
  const good = `payments-explorer://session/${id}`;
  expect(findLink(['app', '--flag', good])).toEqual({ sessionId: id, profileName: null });
  expect(findLink(['app', 'Payments-Explorer://session/nope'])).toBe(UNREADABLE_LINK);
  expect(findLink(['app', 'https://example.com'])).toBeNull();
});
