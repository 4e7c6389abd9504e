import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDraft, parseDraft } from './draft';
import { anyDraft } from './drafts.fixture';

describe('parseDraft', () => {
  it('gives back any draft that was written as JSON, lone surrogates included', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual({ ok: true, value: draft });
      }),
    );
  });

  it('never throws, and never lets through what has another shape', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseDraft(value).ok).toBe(false);
      }),
    );
  });

  it.each([
    ['a missing list', { headers: undefined }],
    ['an id that is none', { paymentMethods: [1] }],
    ['a header without its switch', { headers: [{ id: '1', name: 'a', value: 'b', secret: false }] }],
    ['a body of bytes', { body: [1, 2] }],
    ['no version', { version: undefined }],
  ])('refuses %s', (_what, parts) => {
    expect(parseDraft({ ...emptyDraft(), ...parts })).toMatchObject({
      ok: false,
      problem: { code: 'draft-damaged' },
    });
  });

  it('says that a draft of a later version needs a newer app', () => {
    expect(parseDraft({ ...emptyDraft(), version: 2 })).toMatchObject({
      ok: false,
      problem: { code: 'draft-too-new' },
    });
  });

  it('drops what it does not know', () => {
    expect(parseDraft({ ...emptyDraft(), token: 'secret' })).toEqual({ ok: true, value: emptyDraft() });
  });
});
