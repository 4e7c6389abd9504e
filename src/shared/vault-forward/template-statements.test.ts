import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBody } from './body-checks';
import { draftWith, METHOD_1 } from './drafts.fixture';
import { renumberEdits } from './renumber';
import { checkStatements, findStatements, statementVariants } from './template-statements';
import { applyEdits } from '../text/text-edits';

const BODY = `{
  "number": "{{CARD_NUMBER_1}}",
  {% if CARD_3DS_CAVV_1 %}
  "cavv": "{{ CARD_3DS_CAVV_1 }}",
  {% else %}
  "exemption": "low_value",
  {% endif %}
  "eci": "{{ CARD_3DS_ECI_1 or CARD_NUMBER_1 }}"
}`;
const codes = (body: string): string[] =>
  checkBody(draftWith({ body, paymentMethods: [METHOD_1] })).map(({ code }) => code);

describe('A body with statements', () => {
  it('is parsed as JSON separately for each branch, with positions kept', () => {
    const [whenTrue = '', whenFalse = ''] = statementVariants(BODY);
    expect(Object.keys(JSON.parse(whenTrue) as object)).toEqual(['number', 'cavv', 'eci']);
    expect(Object.keys(JSON.parse(whenFalse) as object)).toEqual(['number', 'exemption', 'eci']);
    expect([whenTrue.length, whenFalse.length]).toEqual([BODY.length, BODY.length]);
  });

  it('is noted as not specified, without an error', () => {
    expect(codes(BODY)).toEqual([
      'template-statement',
      'placeholder-known-elsewhere',
      'placeholder-known-elsewhere',
    ]);
  });

  it('reports mistakes of both branches, each once', () => {
    const body = BODY.replace('"low_value",', '"low_value"').replace('"eci":', '"eci"');
    const wrong = checkBody(draftWith({ body })).filter(({ code }) => code === 'json-syntax');
    expect(wrong.map(({ where }) => body.slice(where.offset, (where.offset ?? 0) + 8))).toEqual([
      '"{{ CARD',
      '"eci" "{',
    ]);
  });

  it('gets a warning if an if is not closed or an end has no beginning', () => {
    expect(checkStatements('{% if A %}1').map(({ code }) => code)).toEqual([
      'template-statement',
      'template-unclosed',
    ]);
    expect(checkStatements('1{% endif %}')[1]?.message).toContain('no {% if %} for this endif');
    expect(checkStatements('{"a": "{ % }"}')).toEqual([]);
    expect(findStatements('{% if 7 % 2 %}1{% endif %}').map(({ length }) => length)).toEqual([14, 11]);
  });

  it('has its names renumbered with the placeholders', () => {
    const edits = renumberEdits(BODY, 'json', new Map([[1, 2]]));
    expect(applyEdits(BODY, edits)).toBe(BODY.replaceAll(/_1\b/g, '_2'));
  });

  it('can be any text', () => {
    const piece = fc.constantFrom('{%', '%}', ' if A ', ' else ', ' endif ', '"a"', ',', '\n', '{', '}');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const body = pieces.join('');
        for (const variant of statementVariants(body)) {
          expect(variant).toHaveLength(body.length);
          if (findStatements(body).length === 0) expect(variant).toBe(body);
        }
      }),
    );
  });
});

describe('`{{ A or B }}`', () => {
  it('is checked name by name', () => {
    expect(codes('"{{CARD_NUMBER_1 or CARD_CRYPTOGRAM_1}}"')).toEqual(['placeholder-known-elsewhere']);
    expect(codes('"{{CARD_NUMBER_1 or CARD_NUMBR_1}}"')).toEqual(['placeholder-unknown']);
    expect(codes('"{{CARD_NUMBER_1 or CARD_NUMBER_2}}"')).toEqual(['placeholder-beyond']);
    expect(codes('{{CARD_NUMBER_1 or CARD_CRYPTOGRAM_1}}')).toContain('placeholder-outside-string');
    expect(codes('"{{CARD_NUMBER_1 or 5}}"')).toEqual(['placeholder-unknown', 'payment-method-unused']);
  });
});
