import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCardNumbers } from '../cards/card-numbers';
import { isHttpToken } from '../http/http-fields';
import { applyEdits } from '../text/text-edits';
import { checkDraft } from './checks';
import { destinationHost } from './destination';
import type { DraftHeader, VaultForwardDraft } from './draft';
import { anyDraft } from './any-draft.fixture';
import { draftWith, METHOD_1, METHOD_2 } from './drafts.fixture';
import { maySend, type DraftPlace } from './finding';
import { buildVaultForwardRequest, encodeBody } from './request';

function found(parts: Partial<VaultForwardDraft>): string[] {
  return checkDraft(draftWith(parts)).map(({ severity, code }) => `${severity} ${code}`);
}

function header(name: string, value: string, parts: Partial<DraftHeader> = {}): DraftHeader {
  return { id: '1', name, value, secret: false, enabled: true, ...parts };
}

/** The text that a finding points to. */
function textAt(draft: VaultForwardDraft, { field, index = 0, part = 'value' }: DraftPlace): string {
  switch (field) {
    case 'destinationUrl':
    case 'method':
    case 'body':
      return draft[field];
    case 'paymentMethods':
      return draft.paymentMethods[index] ?? '';
    case 'authentications':
      return draft.authentications[index]?.id ?? '';
    case 'headers':
    case 'serviceHeaders':
      return draft[field][index]?.[part] ?? '';
  }
}

describe('checkDraft', () => {
  it('finds nothing in a request like the specification’s', () => {
    expect(checkDraft(draftWith({}))).toEqual([]);
  });

  it('points into the text that it concerns, for any draft', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        for (const { where, message } of checkDraft(draft)) {
          const text = textAt(draft, where);
          expect((where.offset ?? 0) + (where.length ?? 0)).toBeLessThanOrEqual(text.length);
          expect(message).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('passes nothing that HTTP could not carry', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        if (!maySend(checkDraft(draft))) return;
        const request = buildVaultForwardRequest(draft, { merchantHeader: 'x-m', merchantAccountId: null });
        for (const [name, value] of request.headers) {
          expect(isHttpToken(name)).toBe(true);
          expect(value).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/);
        }
        encodeBody(request.body);
      }),
      { numRuns: 500 },
    );
  });

  it('counts findings rather than listing thousands', () => {
    const findings = checkDraft(
      draftWith({ body: `["{{CARD_NUMBER_1}}", ${'"{{NOPE}}",'.repeat(5000)} 1]` }),
    );
    expect(findings).toHaveLength(51);
    expect(findings[50]?.message).toBe('4950 more of the same kind, not listed.');
  });
});

describe('the destination URL', () => {
  it.each([
    ['https://psp.example/v1?a=b', []],
    ['https://[2001:db8::1]:8443/x', []],
    ['http://127.0.0.1:8080/x', []],
    ['http://localhost/x', []],
    ['http://[::1]/x', []],
    ['', ['error url-missing']],
    ['psp.example/v1', ['error url-invalid']],
    ['https:psp.example', ['error url-invalid']],
    ['https:///psp.example', ['error url-invalid']],
    ['https://', ['error url-invalid']],
    ['http://psp.example/', ['error url-not-https']],
    ['http://localhost.evil.example/', ['error url-not-https']],
    ['ftp://psp.example/', ['error url-not-https']],
    ['https://user:pw@psp.example/', ['error url-credentials']],
    ['https://user@psp.example/', ['error url-credentials']],
    ['https://psp.example/#top', ['warning url-fragment']],
    ['https://psp.example/#', ['warning url-fragment']],
    ['https://psp.example/{{CARD_NUMBER_1}}', ['warning placeholder-not-in-body']],
    [`https://psp.example/${maskCardNumbers('4111111111111111')}`, ['error card-number-masked']],
    [
      `https://psp.example/?pan=${maskCardNumbers('4111%201111%201111%201111')}&cvc=•••`,
      ['error security-code-masked', 'error card-number-masked'],
    ],
    [' https://psp.example/', ['error url-characters']],
    ['https://psp.example/\n', ['error url-characters']],
    ['https://bücher.example/', ['error url-characters']],
    ['https://psp.example\\@evil.example/', ['error url-characters']],
    ['http://psp.example/a b', ['error url-characters', 'error url-not-https']],
  ])('%j', (destinationUrl, expected) => {
    expect(found({ destinationUrl })).toEqual(expected);
  });

  it.each([
    ['https://psp.example/a b/c d', 'contain spaces', 'Use %20', 'https://psp.example/a%20b/c%20d'],
    ['https://psp.example/a?q=b c', 'contain spaces', 'Use %20', 'https://psp.example/a?q=b%20c'],
    ['{sandbox}/a b', 'contain spaces', 'Use %20', '{sandbox}/a%20b'],
    [' https://psp.example/', 'contain spaces', 'Remove it', 'https://psp.example/'],
    ['https://psp.ex ample/', 'contain spaces', 'Remove it', 'https://psp.example/'],
    ['https://psp.example/a ', 'contain spaces', 'Remove it', 'https://psp.example/a'],
    ['https://psp.example/a\u200b', 'invisible characters', 'Remove it', 'https://psp.example/a'],
    ['https://psp.example/é', 'contain “é”', 'Use %C3%A9', 'https://psp.example/%C3%A9'],
    // The app cannot know which host was meant.
    ['https://bücher.example/', 'contain “ü”', undefined, undefined],
    ['https://psp.example\\@evil.example/', 'contain “\\”', undefined, undefined],
  ])('offers a fix for characters that a URL cannot contain: %j', (destinationUrl, said, label, mended) => {
    const { message, mend } = checkDraft(draftWith({ destinationUrl }))[0] ?? {};
    expect(message?.split('. ')[0]).toContain(said);
    expect(mend?.label).toBe(label);
    const edits = mend && [{ from: mend.offset, to: mend.offset + mend.length, insert: mend.insert }];
    expect(edits && applyEdits(destinationUrl, edits)).toBe(mended);
  });

  it('says that a masked card number has to be entered again, anywhere in a request', () => {
    const masked = maskCardNumbers('4111-1111-1111-1111');
    const draft = draftWith({
      destinationUrl: `https://psp.example/${masked}/x`,
      headers: [header('x-pan', masked)],
      body: `{"number":"${masked}"}`,
    });
    const errors = checkDraft(draft).filter(({ severity }) => severity === 'error');
    expect(errors.map(({ where: { field }, message }) => [field, message])).toEqual(
      ['destinationUrl', 'headers', 'body'].map((field) => [
        field,
        'Enter the card number again: it was not kept.',
      ]),
    );
    expect(errors.map(({ where: { offset, length } }) => [offset, length])).toEqual([
      [26, 10],
      [6, 10],
      [17, 10],
    ]);
  });

  it('shows the host as it is contacted', () => {
    expect(destinationHost('https://PSP.example:8443/x')).toBe('psp.example:8443');
    expect(destinationHost('https://psp.example:443/x')).toBe('psp.example');
    expect(destinationHost('https://bücher.example/')).toBe('xn--bcher-kva.example');
    expect(destinationHost('nonsense')).toBeNull();
  });

  it('says how a URL with other characters is encoded', () => {
    const [finding] = checkDraft(draftWith({ destinationUrl: 'https://psp.example/ä' }));
    expect(finding).toMatchObject({ where: { offset: 20, length: 1 } });
    expect(finding?.message).toContain('https://psp.example/%C3%A4');
  });
});

describe('method and ids', () => {
  it.each([
    ['PUT', []],
    ['', ['error method-invalid']],
    ['PO ST', ['error method-invalid']],
    ['post', ['warning method-case']],
    ['PURGE', ['note method-not-specified']],
  ])('method %j', (method, expected) => {
    expect(found({ method })).toEqual(expected);
  });

  it('notes that several payment methods are not specified, and finds invalid and duplicate ids', () => {
    const body = '["{{CARD_NUMBER_1}}","{{CARD_NUMBER_2}}"]';
    expect(found({ paymentMethods: [METHOD_1, METHOD_2], body })).toEqual(['note payment-methods-several']);
    expect(found({ paymentMethods: [METHOD_1, METHOD_1.toUpperCase()], body })).toEqual([
      'warning id-duplicate',
      'note payment-methods-several',
    ]);
    expect(found({ paymentMethods: ['pm_123'] })).toEqual(['error id-not-a-uuid']);
    expect(found({ paymentMethods: [], body: '{}' })).toEqual(['note payment-methods-none']);
    expect(found({ authentications: [{ id: 'x', name: '' }] })).toEqual(['error id-not-a-uuid']);
  });
});

describe('headers', () => {
  it.each<[string, DraftHeader[], string[]]>([
    ['a good one', [header('authorization', 'Bearer abc')], []],
    ['no name', [header('', 'x')], ['error header-name']],
    ['a name with a space', [header('x y', 'x')], ['error header-name']],
    ['an empty row', [header('', '')], []],
    ['a disabled row', [header('x y', '\n', { enabled: false })], []],
    ['a line break', [header('x-a', 'a\nb')], ['error header-value']],
    ['NUL', [header('x-a', 'a\u0000b')], ['error header-value']],
    ['beyond Latin-1', [header('x-a', 'Ž')], ['error header-value']],
    ['Latin-1', [header('x-a', 'ü')], ['warning header-latin1']],
    ['a trailing space', [header('authorization', 'Bearer abc ')], ['warning header-spaces']],
    ['a leading tab', [header('x-a', '\tabc')], ['warning header-spaces']],
    ['the same name twice', [header('x-a', '1'), header('X-A', '2')], ['warning header-duplicate']],
    ['a connection header', [header('Host', 'x')], ['warning header-owned']],
    ['a typed prefix', [header('x-vault-forward-header-accept', 'x')], ['warning header-owned']],
    ['a header of the service', [header('x-vault-forward-url', 'x')], ['warning header-owned']],
    ['a placeholder', [header('x-card', '{{CARD_NUMBER_1}}')], ['warning placeholder-not-in-body']],
    ['a secret without a value', [header('x-key', '', { secret: true })], ['warning header-secret-empty']],
  ])('%s', (_what, headers, expected) => {
    expect(found({ headers })).toEqual(expected);
  });

  it('mentions credentials for a credential header', () => {
    const message = (name: string) => checkDraft(draftWith({ headers: [header(name, 'abc\n')] }))[0]?.message;
    expect(message('x-api-key')).toContain('credential');
    expect(message('x-comment')).not.toContain('credential');
  });

  it('refuses service headers that contradict other fields', () => {
    expect(found({ serviceHeaders: [header('x-vault-forward-timeout', '10')] })).toEqual([]);
    expect(found({ serviceHeaders: [header('x-vault-forward-url', 'https://evil.example')] })).toEqual([
      'error header-owned',
    ]);
    for (const name of ['X_Vault_Forward_Url', 'x_vault_forward_header_accept', 'x_vault_forward_timeout'])
      expect(found({ serviceHeaders: [header(name, 'x')] }), name).toEqual(['error header-owned']);
    expect(found({ serviceHeaders: [header('Authorization', 'Bearer x')] })).toEqual(['error header-owned']);
    for (const name of ['Host', 'connection', 'Transfer-Encoding', 'content-length', 'proxy-authorization'])
      expect(found({ serviceHeaders: [header(name, 'x')] }), name).toEqual(['error header-owned']);
  });
});

describe('the body', () => {
  it.each([
    ['{"number":"{{CARD_NUMBER_1}}","n":1e999}', []],
    ['', ['warning body-empty', 'warning payment-method-unused']],
    ['{"number":"{{CARD_NUMBER_1}}",}', ['error json-syntax']],
    ['{"a":"{{CARD_NUMBER_1}}","a":2}', ['warning json-duplicate-key']],
    ['"{{CARD_NUMBER_1}} \ud800"', ['error body-surrogate']],
    ['"{{CARD_NUMBER_1}} \\ud800"', []],
    ['{"a": {{CARD_NUMBER_1}}}', ['error placeholder-outside-string']],
    ['{"a": {{CARD_NUMBER_1}}, "b": }', ['error json-syntax', 'error placeholder-outside-string']],
  ])('%j', (body, expected) => {
    expect(found({ body })).toEqual(expected);
  });

  it('names the header that a form lacks, in addition to what is wrong with it as JSON', () => {
    const [message] = checkDraft(draftWith({ body: 'card[number]={{CARD_NUMBER_1}}&amount=100' })).map(
      (finding) => finding.message,
    );
    expect(message).toBe(
      'card is not a JSON value. If it is text, it takes double quotes. If this is a form, add the header content-type: application/x-www-form-urlencoded.',
    );
    expect(checkDraft(draftWith({ body: 'card' }))[0]?.message).not.toContain('form');
  });

  it('may be something else if declared, with a warning', () => {
    const headers = [header('content-type', 'application/x-www-form-urlencoded')];
    expect(found({ headers, body: 'number={{CARD_NUMBER_1}}' })).toEqual(['warning body-not-json']);
  });

  it('that looks like JSON but is declared as something else is pointed out at its header, which can be mended', () => {
    const headers = [header('x-a', 'b'), header('Content-Type', 'text/plain')];
    const of = (body: string) =>
      checkDraft(draftWith({ headers, body })).find(({ code }) => code === 'body-not-json');
    const where = { field: 'headers', index: 1, part: 'value', offset: 0, length: 10 };
    const mend = { label: 'Use application/json', offset: 0, length: 10, insert: 'application/json' };
    expect(of(' {"number":"{{CARD_NUMBER_1}}"}')).toMatchObject({ where, mend });
    expect(of('number={{CARD_NUMBER_1}}')).toMatchObject({ where });
    expect(of('number={{CARD_NUMBER_1}}')).not.toHaveProperty('mend');
  });
});
