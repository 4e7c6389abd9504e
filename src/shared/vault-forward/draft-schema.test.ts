import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft';
import { draftSchema } from './draft-schema';
import { anyDraft } from './any-draft.fixture';

describe('draftSchema', () => {
  it('returns any draft unchanged from JSON, including lone surrogates', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        expect(draftSchema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
      }),
    );
  });

  it('never throws, and refuses any other shape', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(draftSchema.safeParse(value).success).toBe(false);
      }),
    );
  });

  it.each([
    ['a missing list', { headers: undefined }],
    ['an invalid id', { paymentMethods: [1] }],
    ['a header without its switch', { headers: [{ id: '1', name: 'a', value: 'b', secret: false }] }],
    ['a body that is bytes', { body: [1, 2] }],
    ['no version', { version: undefined }],
    ['a later version', { version: 2 }],
  ])('refuses %s', (_what, parts) => {
    expect(draftSchema.safeParse({ ...emptyDraft(), ...parts }).success).toBe(false);
  });

  it('drops unknown properties', () => {
    expect(draftSchema.parse({ ...emptyDraft(), token: 'secret' })).toEqual(emptyDraft());
  });
});
