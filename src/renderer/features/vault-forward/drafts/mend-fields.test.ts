import { describe, expect, it } from 'vitest';
import { checkDraft } from '@shared/vault-forward/checks';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { fieldsOf, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { mendFields } from './mend-fields';

const row = (name: string, value: string) => ({ id: name, name, value, secret: false, enabled: true });

/** The fields after the finding with this code is fixed, and whether the finding is then gone. */
function mended(code: string, draft: VaultForwardDraft) {
  const finding = checkDraft(draft).find((one) => one.code === code);
  const change = finding === undefined ? null : mendFields(fieldsOf(draft), finding);
  const after = { ...draft, ...change };
  return { change, gone: !checkDraft(after).some((one) => one.code === code) };
}

describe('mendFields', () => {
  it.each<[string, Partial<VaultForwardDraft>, unknown]>([
    [
      'url-not-https',
      { destinationUrl: 'http://psp.example/a' },
      { destinationUrl: 'https://psp.example/a' },
    ],
    [
      'url-fragment',
      { destinationUrl: 'https://psp.example/a#b' },
      { destinationUrl: 'https://psp.example/a' },
    ],
    ['method-case', { method: 'post' }, { method: 'POST' }],
    [
      'header-spaces',
      { headers: [row('a', '1'), row('b', '  2')] },
      { headers: [row('a', '1'), row('b', '2')] },
    ],
  ])('%s', (code, fields, expected) => {
    expect(mended(code, draftWith(fields))).toEqual({ change: expected, gone: true });
  });

  it('leaves body findings to the editor, and ignores findings without a fix', () => {
    const draft = draftWith({ destinationUrl: 'nowhere', body: '{"a": 1 "b": 2}' });
    expect(mended('json-syntax', draft).change).toBeNull();
    expect(mended('url-invalid', draft).change).toBeNull();
  });
});

describe('fixes in the body', () => {
  it.each([
    ['{"a": 1 "b": 2}', '{"a": 1, "b": 2}'],
    ['{"a": 1\n  "b": 2}', '{"a": 1,\n  "b": 2}'],
    ['[1, 2,]', '[1, 2]'],
    ['{"a": "{{CARD_NUMBR_1}}"}', '{"a": "{{CARD_NUMBER_1}}"}'],
    ['{"a": "{{CARD_NUMBER}}"}', '{"a": "{{CARD_NUMBER_1}}"}'],
    ['{"a": "{{CARD_NUMBER_01}}"}', '{"a": "{{CARD_NUMBER_1}}"}'],
    ['{"a": "{{  CARD_NUMBER_1}}"}', '{"a": "{{CARD_NUMBER_1}}"}'],
    ['{"a": {{CARD_NUMBER_1}}}', '{"a": "{{CARD_NUMBER_1}}"}'],
  ])('%j', (body, expected) => {
    const [mend] = checkDraft(draftWith({ body })).flatMap((finding) => finding.mend ?? []);
    const { offset = 0, length = 0, insert = '' } = mend ?? {};
    expect(body.slice(0, offset) + insert + body.slice(offset + length)).toBe(expected);
  });
});
