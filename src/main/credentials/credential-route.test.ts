import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detachmentOf } from './credential-problems';
import { readRecord, writeRecord, type CredentialRecord } from './credential-record';
import { isSameRoute, routeOf, type RouteFields } from './credential-route';
import { moveQuestion } from './move-question';
import { TestingProfiles } from './testing-profiles';

/** Few values for each, so that two are often the same; some paths look like the words of a description. */
const path = fc.constantFrom('/a.pem', '/b.pem', 'none', '/a.pem with the key /b.pem');
const fields: fc.Arbitrary<RouteFields> = fc.record({
  environment: fc.constantFrom('sandbox', 'production'),
  baseUrl: fc.constantFrom(
    null,
    'https://api.example',
    'https://api.example/v1',
    'https://api.example:8443',
    'https://api.example.evil.example',
    'http://localhost',
  ),
  proxy: fc.oneof(
    fc.constantFrom({ kind: 'system' } as const, { kind: 'none' } as const),
    fc.record({ kind: fc.constant('manual' as const), url: fc.constantFrom('http://a:1', 'http://b:1') }),
  ),
  extraCaFile: fc.option(path),
  clientCertificate: fc.option(fc.record({ certificateFile: path, keyFile: path })),
});

/** The same rule, written differently. */
function goesTheSameRoute(one: RouteFields, other: RouteFields): boolean {
  const facts = ({ baseUrl, proxy, extraCaFile, clientCertificate }: RouteFields): string =>
    JSON.stringify([
      baseUrl === null ? null : /^\w+:\/\/[^/]+/.exec(baseUrl)?.[0],
      proxy.kind,
      proxy.kind === 'manual' ? proxy.url : null,
      extraCaFile,
      clientCertificate?.certificateFile,
      clientCertificate?.keyFile,
    ]);
  return facts(one) === facts(other);
}

const recordFor = (profile: RouteFields): CredentialRecord => ({
  kind: 'token',
  token: 'CANARY',
  way: routeOf(profile),
  enteredAt: '2026-11-14T10:00:00.000Z',
});

describe('a credential route', () => {
  it('is the same only for the same origin, proxy, CA file and client certificate', () => {
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        const same = goesTheSameRoute(one, other);
        expect(isSameRoute(routeOf(one), routeOf(other))).toBe(same);
        expect(detachmentOf(recordFor(one), routeOf(other)) === null).toBe(same);
      }),
    );
  });

  it('is read back from the keychain as it was written, on one line', () => {
    fc.assert(
      fc.property(fields, (profile) => {
        const record = recordFor(profile);
        expect(writeRecord(record)).not.toContain('\n');
        expect(readRecord(writeRecord(record))).toEqual(record);
      }),
    );
  });
});

describe('the question about another address', () => {
  it.each([
    ['https://api.example', 'https://api.example.evil.example', 'api.example', 'evil.example'],
    ['https://s.example', 'https://t.example', 's.example', 't.example'],
    ['https://api.example', 'https://api.example:8443', 'example', 'example:8443'],
    ['https://api.example', 'http://localhost', 'api.example', 'localhost'],
  ])('emphasises what differs between the hosts of %s and %s', (from, to, old, fresh) => {
    const profiles = new TestingProfiles();
    const record = recordFor(profiles.add('p', { baseUrl: from }));
    const profile = profiles.add('p', { baseUrl: to });
    const detachment = detachmentOf(record, routeOf(profile));
    if (detachment === null) throw new Error('they are the same');
    const { facts } = moveQuestion(profile, record, detachment, Date.now());
    expect(facts.slice(0, 2)).toEqual([
      { label: 'So far', value: from, emphasis: old, mono: true, compared: true },
      { label: 'Now', value: to, emphasis: fresh, mono: true, compared: true },
    ]);
    expect(JSON.stringify(facts)).not.toContain('CANARY');
  });
});
