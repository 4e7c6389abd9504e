import { describe, expect, it } from 'vitest';
import { fillVariables } from '@shared/requests/variables';
import { processorMs } from '@shared/testing/processor-ms.fixture';
import { encodeFormPart } from '@shared/import/encode-url';
import type { TemplateSyntax } from './collection';
import { OurVariables } from './our-variables';

function convert(text: string, syntax: TemplateSyntax = 'braces'): string {
  return new OurVariables(syntax).convert(text);
}

describe('OurVariables', () => {
  it.each([
    ['{{name}} {{ name }}', '${name} ${name}'],
    ['{{$guid}}{{$randomUUID}}', '${uuid}${uuid}'],
    ['{{$timestamp}} {{$isoTimestamp}} {{$randomInt}}', '${timestamp} ${now} ${random}'],
    [
      '{{CARD_NUMBER_1}} {{ CARD_CRYPTOGRAM_2 or CARD_NUMBER_1 }}',
      '{{CARD_NUMBER_1}} {{ CARD_CRYPTOGRAM_2 or CARD_NUMBER_1 }}',
    ],
    ['{{ORDER_ID_1}} {{uuid}} {{7 up}}', '${ORDER_ID_1} ${uuid_2} ${_7_up}'],
    ['{{a b}} {{a_b}} {{a/b}}', '${a_b} ${a_b_2} ${a_b_3}'],
    ['{"a":{"b":{}}} {{}} {{a\nb}} {a}', '{"a":{"b":{}}} {{}} {{a\nb}} {a}'],
    ['a literal ${name}', 'a literal $${name}'],
  ])('%j becomes %j', (theirs, ours) => {
    expect(convert(theirs)).toBe(ours);
  });

  it('is not slow for many names, for names that become the same, or for unclosed tags', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `{{name_${index}}}`);
    expect(processorMs(() => convert(many.join()))).toBeLessThan(2_000);
    const same = Array.from({ length: 20_000 }, (_, nth) => `{{${String.fromCodePoint(0x4e00 + nth)}}}`);
    expect(processorMs(() => convert(same.join('')))).toBeLessThan(2_000);
    expect(processorMs(() => convert('{%'.repeat(500_000), 'insomnia'))).toBeLessThan(2_000);
  });

  it('treats names such as constructor and __proto__ like any other', () => {
    expect(convert('{{constructor}} {{__proto__}} {{$toString}}')).toBe(
      '${constructor} ${__proto__} ${_toString}',
    );
  });

  it.each([
    ['{{ _.name }} {{ _["a-b"] }} {{name}}', '${name} ${a-b} ${name}'],
    ["{% uuid 'v4' %} {% faker 'guid' %}", '${uuid} ${uuid}'],
    ["{% now 'unix', '' %} {% now 'iso-8601', '' %} {% timestamp %}", '${timestamp} ${now} ${now}'],
    ["{% response 'body', 'req_1', '$.a' %}", '${response}'],
  ])('%j of Insomnia becomes %j', (theirs, ours) => {
    expect(convert(theirs, 'insomnia')).toBe(ours);
  });

  it('leaves text without templates unchanged, but escapes what looks like our variables', () => {
    expect(convert('{{name}} ${name}', 'none')).toBe('{{name}} $${name}');
  });

  it('gives back the original text once its variables are filled in', () => {
    const text = 'x ${y} {{a}} {{b}}${c}';
    expect(fillVariables(convert(text), (name) => `{{${name}}}`)).toBe(text);
  });

  it('says what cannot be converted, and which names are needed', () => {
    const variables = new OurVariables('braces');
    expect(variables.convert('costs $${{amount}} for {{who}}, {{amount}}')).toBe(
      'costs ${amount} for ${who}, ${amount_2}',
    );
    const { names, leftOut } = variables.take();
    expect(names).toEqual(['amount', 'who', 'amount_2']);
    expect(leftOut).toEqual([
      'A $ right before {{amount}} cannot be written here: ${amount} stands for all of $${{amount}}, and nothing is sent until it is replaced or has a value.',
    ]);
    expect(variables.take()).toEqual({ names: [], changed: [], leftOut: [] });
  });

  it('encodes only the text between templates', () => {
    expect(new OurVariables('braces').convert('a b{{x y}}&', encodeFormPart)).toBe('a%20b${x_y}%26');
  });
});
