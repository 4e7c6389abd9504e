import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RequestSpec } from './request-spec';
import {
  escapeRequest,
  escapeVariables,
  fillRequest,
  fillVariables,
  findVariables,
  isVariableName,
  makeDynamicValues,
  variableNames,
} from './variables';

const values = new Map([
  ['host', 'psp.example'],
  ['order_id', '$&${host}'],
]);
const valueOf = (name: string): string | null => values.get(name) ?? null;
/** Texts made of the pieces of the syntax. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('$', '{', '}', '{{', '}}', '${', 'host', '${host}', 'CARD_NUMBER_1'),
      fc.string(),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('Variables', () => {
  it('are filled in literally: a value is not parsed again', () => {
    expect(fillVariables('https://${host}/${order_id}?${unknown}', valueOf)).toBe(
      'https://psp.example/$&${host}?${unknown}',
    );
  });

  it('leave placeholders, other braces and escaped variables', () => {
    const text = '{{CARD_NUMBER_1}} {host} $host ${} ${a b} ${1x} $${host}';
    expect(findVariables(text)).toEqual([]);
    expect(fillVariables(text, valueOf)).toBe('{{CARD_NUMBER_1}} {host} $host ${} ${a b} ${1x} ${host}');
  });

  it('are found with their positions', () => {
    expect(findVariables('a${host}b$${host}${x.y-z}')).toEqual([
      { name: 'host', offset: 1, length: 7 },
      { name: 'x.y-z', offset: 17, length: 8 },
    ]);
  });

  it('can be escaped: any text comes back unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fillVariables(escapeVariables(text), valueOf)).toBe(text);
        expect(findVariables(escapeVariables(text))).toEqual([]);
      }),
    );
  });

  it('leave a text without names unchanged', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => !/\$\{[A-Za-z_]/.test(text)),
        (text) => {
          expect(fillVariables(text, () => 'x')).toBe(text);
        },
      ),
    );
  });

  it('have names of letters, digits, dots, hyphens and underscores', () => {
    expect(['host', '_a', 'a.b-c_1'].every(isVariableName)).toBe(true);
    expect(['', '1a', 'a b', 'ä', '-a', 'a'.repeat(65)].some(isVariableName)).toBe(false);
  });
});

describe('A request with variables', () => {
  const request: RequestSpec = {
    version: 1,
    operation: 'vault_forward',
    pathParameters: { id: '${host}' },
    query: [['${host}', '${host}']],
    headers: [
      { name: 'x-a', value: '${host}', secret: false },
      { name: 'x-b', value: '${host}', secret: true },
      { name: 'x-api-key', value: '${host}', secret: false },
    ],
    body: '{"a":"${host}","b":"${uuid}"}',
  };

  it('gets values in its path, query, headers and body, but not in secrets', () => {
    expect(fillRequest(request, valueOf)).toEqual({
      ...request,
      pathParameters: { id: 'psp.example' },
      query: [['${host}', 'psp.example']],
      headers: [
        { name: 'x-a', value: 'psp.example', secret: false },
        { name: 'x-b', value: '${host}', secret: true },
        { name: 'x-api-key', value: '${host}', secret: false },
      ],
      body: '{"a":"psp.example","b":"${uuid}"}',
    });
    expect(variableNames(request)).toEqual(['host', 'uuid']);
  });

  it('can be escaped so that it is sent as written', () => {
    expect(variableNames(escapeRequest(request))).toEqual([]);
    expect(fillRequest(escapeRequest(request), valueOf)).toEqual(request);
  });
});

it('Values generated for a request have the expected form', () => {
  const made = makeDynamicValues(new Date('2026-01-31T12:00:00.250Z'), 'a-uuid', (limit) => limit - 1);
  expect(Object.fromEntries(made)).toEqual({
    uuid: 'a-uuid',
    timestamp: '1769860800',
    now: '2026-01-31T12:00:00.250Z',
    random: '999999999',
  });
});
