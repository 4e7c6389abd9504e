import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expectation, SavedExample } from '@shared/requests/saved-requests';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import { emptyDraft } from '@shared/vault-forward/draft';
import { secretReference } from '@shared/secrets/secret-reference';
import { readRequestText, toRequestText } from './request-text';
import { ID, asked, comparable, forward, readOne } from './request-text.fixture';

describe('a request as text', () => {
  it('is readable, in a fixed order', () => {
    expect(toRequestText([forward()], true)).toBe(`version: 2
id: ${ID}
folder: Cards/Authorise
name: Authorise a card
description: |-
  Two lines
  of words.
request:
  operation: vault_forward
  headers:
    - name: content-type
      value: application/json
    - name: x-vault-forward-url
      value: https://psp.example/charges
    - name: x-vault-forward-http-method
      value: POST
    - name: x-vault-forward-payment-methods
      value: 5e550000-0000-4000-8000-0000000000aa
    - name: x-vault-forward-header-authorization
      secret: true
    - name: x-vault-forward-header-accept
      value: text/plain
      enabled: false
  body: |
    {
      "number": "{{CARD_NUMBER_1}}"
    }
expect:
  - status: 200
  - path: $.status
    equals: '"approved"'
`);
  });

  it('has every kind of expectation in a short form, and is read back', () => {
    const expectations: readonly Expectation[] = [
      { kind: 'status', status: 200 },
      { kind: 'time', withinMs: 800 },
      { kind: 'json-path', path: '$.a', is: { how: 'equals', value: '1' } },
      { kind: 'json-path', path: '$.a', is: { how: 'contains', text: 'x: "y"' } },
      { kind: 'json-path', path: '$.a', is: { how: 'matches', pattern: '^[0-9]+$' } },
      { kind: 'json-path', path: '$.a', is: { how: 'exists' } },
      { kind: 'header', name: 'x-id', is: { how: 'missing' } },
      { kind: 'header', name: 'x-id', is: { how: 'equals', value: '' } },
    ];
    const text = toRequestText([forward({ expectations })], true);
    expect(text.slice(text.indexOf('expect:'))).toBe(`expect:
  - status: 200
  - within: 800
  - path: $.a
    equals: "1"
  - path: $.a
    contains: 'x: "y"'
  - path: $.a
    matches: ^[0-9]+$
  - path: $.a
    exists: true
  - header: x-id
    exists: false
  - header: x-id
    equals: ""
`);
    expect(readOne(text).expectations).toEqual(expectations);
  });

  it('has its example after the expectations, and is read back', () => {
    const example: SavedExample = {
      status: 201,
      statusText: 'Created',
      contentType: 'application/json',
      body: '{\n  "id": "a"\n}\n',
      answeredAt: '2026-11-22T10:00:00.000Z',
    };
    const text = toRequestText([forward({ expectations: [], example })], true);
    expect(text.slice(text.indexOf('example:'))).toBe(`example:
  status: 201
  reason: Created
  contentType: application/json
  answeredAt: 2026-11-22T10:00:00.000Z
  body: |
    {
      "id": "a"
    }
`);
    expect(readOne(text).example).toEqual(example);
    const empty = { ...example, statusText: '', contentType: null, body: null };
    expect(readOne(toRequestText([forward({ example: empty })], true)).example).toEqual(empty);
    const large = text.replace('"id": "a"', `"id": "${'a'.repeat(100_000)}"`);
    expect(readRequestText(large)).toMatchObject([{ ok: false, why: expect.stringContaining('kept small') }]);
  });

  it('gives back every text exactly', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[ \t\r\n#:\-|>&*!%@`'"{}[\],?a-z0-9\\]{0,40}$/),
      fc.constantFrom(
        'null',
        'true',
        '1',
        '1e3',
        '~',
        '2026-11-21',
        '---\na',
        '...',
        '\u2028',
        '\ufeff',
        '\ud800',
        '|',
        '',
      ),
    );
    const header = fc.record({
      id: fc.uuid(),
      name: text.filter(
        (name) => !/auth|token|secret|cookie|key|pass|cred|sign|pin|session|jwt|bearer/i.test(name),
      ),
      value: text,
      secret: fc.boolean(),
      enabled: fc.boolean(),
    });
    const draft = fc.record({
      version: fc.constant(1 as const),
      destinationUrl: text,
      method: text,
      paymentMethods: fc.array(text, { maxLength: 3 }),
      authentications: fc.array(fc.record({ id: text, name: text }), { maxLength: 2 }),
      headers: fc.array(header, { maxLength: 3 }),
      serviceHeaders: fc.array(header, { maxLength: 2 }),
      body: text,
    });
    // The YAML library once lost a line of it when it was quoted over several lines.
    const oddLines = { ...emptyDraft(), paymentMethods: ['\n \n', '\0'.repeat(6)] };
    fc.assert(
      fc.property(fc.array(draft, { minLength: 1, maxLength: 3 }), text, (drafts, description) => {
        const requests = drafts.map((one) => forward({ description, ...asked(one) }));
        const written = toRequestText(requests, true);
        expect(Buffer.from(written, 'utf8').toString('utf8')).toBe(written);
        const read = readRequestText(written);
        expect(read.map((one) => (one.ok ? comparable(one.request) : one.why))).toEqual(
          requests.map(comparable),
        );
      }),
      { numRuns: 150, examples: [[[oddLines], '']] },
    );
  });

  it.each([
    sessionRequest(ID),
    buyersRequest({ limit: 20, cursor: null, parameters: [] }),
    buyersRequest({ limit: null, cursor: 'abc', parameters: [] }),
  ])('supports reads: $operation', (look) => {
    const request = forward({ request: look, form: null, expectations: [], description: '' });
    expect(comparable(readOne(toRequestText([request], true)))).toEqual(comparable(request));
  });

  it('keeps every parameter of a list of buyers, in order', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('limit', 'cursor', ''));
    const query = fc.record({
      cursor: fc.option(fc.string()),
      limit: fc.option(fc.integer()),
      parameters: fc.array(fc.tuple(text, text), { maxLength: 5 }),
    });
    fc.assert(
      fc.property(query, (asks) => {
        const request = forward({ request: buyersRequest(asks), form: null });
        expect(readOne(toRequestText([request], true)).request).toEqual(request.request);
      }),
      { numRuns: 100 },
    );
  });

  it('marks a typed secret, and takes no secret reference from a file', () => {
    const text = toRequestText([forward()], true).replace('secret: true', 'value: CANARY');
    const name = 'x-vault-forward-header-authorization';
    expect(readOne(text).request.headers).toContainEqual({ name, value: 'CANARY', secret: true });
    const stolen = readOne(text.replace('CANARY', secretReference(ID)));
    expect(stolen.request.headers).toContainEqual({ name, value: '', secret: true });
  });
});
