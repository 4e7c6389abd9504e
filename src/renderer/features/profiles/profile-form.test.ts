import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProfileDraft, type ProfileDraft } from '@shared/profiles/profile-rules';
import { draftOf, emptyForm, formOf, isChanged, inSeconds } from './profile-form';

const text = fc.string({ minLength: 1, maxLength: 20 });
const draft: fc.Arbitrary<ProfileDraft> = fc.record({
  name: fc.string(),
  environment: fc.constantFrom('local', 'sandbox', 'production'),
  baseUrl: fc.option(text),
  merchantAccountId: fc.option(text),
  merchantHeader: fc.string(),
  readOnly: fc.boolean(),
  timeouts: fc.record({ connectMs: fc.nat(), totalMs: fc.nat() }),
  proxy: fc.oneof(
    fc.constantFrom({ kind: 'system' } as const, { kind: 'none' } as const),
    fc.record({ kind: fc.constant('manual' as const), url: fc.string() }),
  ),
  extraCaFile: fc.option(text),
  clientCertificate: fc.option(fc.record({ certificateFile: text, keyFile: fc.string() })),
  variables: fc.array(fc.record({ name: fc.string(), value: fc.string() })),
});

describe('the profile form', () => {
  it('round-trips a profile', () => {
    fc.assert(
      fc.property(draft, (entered) => {
        // The address of the Local sandbox comes from its server.
        const baseUrl = entered.environment === 'local' ? null : entered.baseUrl;
        expect(draftOf(formOf(entered))).toEqual({ ...entered, baseUrl });
      }),
    );
  });

  it('starts valid except for the name', () => {
    const reading = readProfileDraft(draftOf(emptyForm()), [], false);
    expect(reading.ok ? [] : reading.problems.map(({ field }) => field)).toEqual(['Name']);
  });

  it.each(['', ' ', 'ten', '1e3', '-5', '1.5', '0x10'])('does not accept %j as a number', (typed) => {
    expect(draftOf({ ...emptyForm(), connectMs: typed }).timeouts.connectMs).toBeNaN();
  });

  it('shows a time-out in seconds, and anything else as typed', () => {
    expect(['10000', ' 1500 ', '0', '1e3', ''].map(inSeconds)).toEqual([
      '10 s',
      '1.5 s',
      '0 s',
      '1e3 ms',
      ' ms',
    ]);
  });

  it('keeps the typed proxy while another choice is selected', () => {
    const form = { ...emptyForm(), proxyKind: 'none' as const, proxyUrl: 'http://proxy:8080' };
    expect(draftOf(form).proxy).toEqual({ kind: 'none' });
    expect(form.proxyUrl).toBe('http://proxy:8080');
  });

  it('knows whether anything has changed', () => {
    fc.assert(
      fc.property(draft, fc.string(), (saved, name) => {
        const profile = { ...saved, id: 'p' };
        expect(isChanged(formOf(profile), profile)).toBe(false);
        expect(isChanged({ ...formOf(profile), name }, profile)).toBe(name !== saved.name);
      }),
    );
    expect(isChanged(emptyForm(), null)).toBe(false);
  });
});
