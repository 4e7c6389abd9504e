import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyDraft } from './any-draft.fixture';
import { draftWith, METHOD_1, METHOD_2 } from './drafts.fixture';
import { buildVaultForwardRequest, encodeBody, findLoneSurrogate } from './request';

const profile = { merchantHeader: 'x-service-merchant-account-id', merchantAccountId: 'acme' };

describe('buildVaultForwardRequest', () => {
  it('writes the headers of the specification in a stable order', () => {
    const draft = draftWith({
      method: 'PUT',
      paymentMethods: [METHOD_1, METHOD_2],
      authentications: [
        { id: METHOD_2, name: 'signing' },
        { id: METHOD_1, name: 'mTLS' },
      ],
      headers: [
        { id: '1', name: 'Authorization', value: 'Bearer abc', secret: true, enabled: true },
        { id: '2', name: 'x-off', value: '1', secret: false, enabled: false },
        { id: '3', name: '', value: '', secret: false, enabled: true },
        { id: '4', name: 'x-empty', value: '', secret: false, enabled: true },
      ],
      serviceHeaders: [
        { id: '5', name: 'x-vault-forward-timeout', value: '10', secret: false, enabled: true },
      ],
    });
    expect(buildVaultForwardRequest(draft, profile)).toEqual({
      method: 'POST',
      path: '/vault-forward',
      headers: [
        ['content-type', 'application/json'],
        ['x-service-merchant-account-id', 'acme'],
        ['x-vault-forward-url', 'https://psp.example/v1/charges'],
        ['x-vault-forward-http-method', 'PUT'],
        ['x-vault-forward-payment-methods', `${METHOD_1},${METHOD_2}`],
        ['x-vault-forward-authentications', `${METHOD_2},${METHOD_1}`],
        ['x-vault-forward-timeout', '10'],
        ['x-vault-forward-header-Authorization', 'Bearer abc'],
        ['x-vault-forward-header-x-empty', ''],
      ],
      body: '{"number":"{{CARD_NUMBER_1}}"}',
    });
  });

  it('leaves out empty lists and a missing merchant account', () => {
    const { headers } = buildVaultForwardRequest(draftWith({ paymentMethods: [] }), {
      ...profile,
      merchantAccountId: null,
    });
    expect(headers.map(([name]) => name)).toEqual([
      'content-type',
      'x-vault-forward-url',
      'x-vault-forward-http-method',
    ]);
  });

  it('declares a body as JSON unless the draft declares another type for its destination', () => {
    const declare = (value: string, enabled = true) =>
      buildVaultForwardRequest(
        draftWith({ headers: [{ id: '1', name: 'Content-Type', value, secret: false, enabled }] }),
        profile,
      ).headers[0]?.[1];
    expect(declare('application/vnd.psp+json; v=2')).toBe('application/json');
    expect(declare('text/xml', false)).toBe('application/json');
    expect(declare('text/xml; charset=utf-8')).toBe('text/xml; charset=utf-8');
  });

  it('does not change the body', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        expect(buildVaultForwardRequest(draft, profile).body).toBe(draft.body);
      }),
    );
  });
});

describe('encodeBody', () => {
  it('encodes exactly, or refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.integer({ min: 0xd7f0, max: 0xe00f })).map((units) => String.fromCharCode(...units)),
        ),
        (text) => {
          if (findLoneSurrogate(text) === -1) {
            expect(new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(encodeBody(text))).toBe(
              text,
            );
          } else {
            expect(() => encodeBody(text)).toThrow(RangeError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('recognises a lone surrogate like encodeURIComponent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0xd7fe, max: 0xe001 }), { maxLength: 6 }), (units) => {
        const text = String.fromCharCode(...units);
        let wellFormed = true;
        try {
          encodeURIComponent(text);
        } catch {
          wellFormed = false;
        }
        expect(findLoneSurrogate(text) === -1).toBe(wellFormed);
      }),
    );
  });
});
