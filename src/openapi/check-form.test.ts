import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OpenDocument } from './open-document';

const FORM = 'application/x-www-form-urlencoded';

/** A document with one operation that takes a form. */
const documentOf = (schema: unknown, content: object = {}) => {
  const requestBody = { content: { [FORM]: { schema, ...content } } };
  const paths = { '/a': { post: { operationId: 'a', requestBody, responses: {} } } };
  return new OpenDocument('x', JSON.parse(JSON.stringify({ openapi: '3.0.3', paths })));
};

const findings = (schema: unknown, text: string, encoding: object = {}, type = FORM) => {
  const check = documentOf(schema, { encoding }).check('a', { kind: 'body', mediaType: type }, text);
  return check?.kind === 'checked'
    ? check.findings.map(({ pointer, message }) => `${pointer} ${message}`)
    : check;
};

describe('a form', () => {
  const charge = {
    type: 'object',
    required: ['amount', 'card'],
    additionalProperties: false,
    properties: {
      amount: { type: 'integer', minimum: 1 },
      capture: { type: 'boolean' },
      email: { type: 'string', format: 'email', nullable: true },
      card: {
        type: 'object',
        required: ['number'],
        properties: { number: { type: 'string', minLength: 12 }, exp_year: { type: 'integer' } },
      },
      expand: { type: 'array', items: { type: 'string' } },
      items: { type: 'array', items: { type: 'object', properties: { quantity: { type: 'integer' } } } },
      // As Stripe describes what an empty text unsets.
      metadata: {
        anyOf: [
          { type: 'object', additionalProperties: { type: 'string' } },
          { type: 'string', enum: [''] },
        ],
      },
      trial_end: { anyOf: [{ type: 'string', enum: ['now'] }, { type: 'integer' }] },
      either: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
      filter: { type: 'object', properties: { depth: { type: 'integer' } } },
      ids: { type: 'array', items: { type: 'integer' } },
    },
  };

  it.each([
    'amount=2000&capture=true&card[number]=424242424242&card[exp_year]=2030',
    'amount=1&card%5Bnumber%5D=424242424242&expand=a',
    'amount=1&card[number]=424242424242&expand[]=a&expand[]=b',
    'amount=1&card[number]=424242424242&expand[0]=a&expand[1]=b&items[0][quantity]=2',
    'amount=1&card[number]=424242424242&metadata[0]=a&metadata[1]=b',
    'amount=1&card[number]=424242424242&metadata=&trial_end=now',
    'amount=1&card[number]=424242424242&trial_end=1700000000&either=5',
  ])('is right: %s', (text) => {
    expect(findings(charge, text)).toEqual([]);
  });

  it('is checked against its document, with its texts as the numbers and lists they stand for', () => {
    expect(findings(charge, 'amount=many&capture=maybe&card[exp_year]=2030&extra=1')).toEqual([
      '/amount This should be a whole number, and it is text.',
      '/capture This should be true or false, and it is text.',
      '/card/number The property “number” is required, and it is missing.',
      '/extra The specification does not list this property, and allows none but those it lists.',
    ]);
    expect(findings(charge, 'amount=0&card[number]=4242&email=me&items[0][quantity]=two')).toEqual([
      '/amount 0 is less than 1, the smallest value allowed.',
      '/email "me" is not of the format email.',
      '/card/number The text has 4 characters; it should have at least 12.',
      '/items/0/quantity This should be a whole number, and it is text.',
    ]);
    expect(findings(charge, 'amount=1&amount=2&card=4242')).toEqual([
      '/amount This should be a whole number, and it is a list.',
      '/card This should be an object, and it is text.',
    ]);
  });

  it('has fields that its document writes as JSON, or as one text with commas', () => {
    const encoding = { filter: { contentType: 'application/json' }, ids: { explode: false } };
    const card = 'amount=1&card[number]=424242424242';
    expect(findings(charge, `${card}&filter={"depth":3}&ids=1,2`, encoding)).toEqual([]);
    expect(findings(charge, `${card}&filter={"depth":"x"}&ids=1,b`, encoding)).toEqual([
      '/filter/depth This should be a whole number, and it is text.',
      '/ids/1 This should be a whole number, and it is text.',
    ]);
  });

  it('reaches no object but itself, whatever its fields and those of its document are called', () => {
    const inner = { type: 'object', properties: JSON.parse('{"__proto__":{"type":"array"}}') };
    const schema = {
      ...inner,
      properties: { ...inner.properties, a: inner, constructor: { type: 'array' } },
    };
    for (const text of ['a[b]=1', '__proto__[0]=1&a[__proto__][0]=1', 'constructor[0]=1&a[constructor]=1'])
      expect(findings(schema, text), text).toBeInstanceOf(Array);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it('is not checked as the form of another media type', () => {
    expect(findings(charge, 'amount=1', {}, 'multipart/form-data')).toMatchObject({ why: 'no-schema' });
    expect(
      documentOf(charge).check('a', { kind: 'body', mediaType: 'application/json' }, '{}'),
    ).toMatchObject({
      why: 'no-schema',
    });
  });

  it('as an example of any values is right by its schema', () => {
    const leaf = fc.oneof(
      fc.tuple(fc.constant({ type: 'integer' }), fc.maxSafeInteger()),
      fc.tuple(fc.constant({ type: 'number' }), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.tuple(fc.constant({ type: 'boolean' }), fc.boolean()),
      fc.tuple(fc.constant({ type: 'string' }), fc.string({ unit: 'grapheme' })),
      fc.tuple(fc.constant({ type: 'integer', nullable: true }), fc.constant(null)),
    );
    const { value: field } = fc.letrec<{ value: [object, unknown] }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        leaf,
        leaf.chain(([items, one]) =>
          fc
            .integer({ min: 1, max: 3 })
            .map((count): [object, unknown] => [{ type: 'array', items }, Array(count).fill(one)]),
        ),
        fc
          .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z0-9_]{1,3}$/), tie('value')), {
            minLength: 1,
            maxLength: 3,
            selector: ([name]) => name,
          })
          .map((fields): [object, unknown] => [
            {
              type: 'object',
              required: fields.map(([name]) => name),
              properties: Object.fromEntries(fields.map(([name, [schema]]) => [name, schema])),
            },
            Object.fromEntries(fields.map(([name, [, value]]) => [name, value])),
          ]),
      ),
    }));
    fc.assert(
      fc.property(field, ([schema, value]) => {
        const root = { type: 'object', required: ['root'], properties: { root: schema } };
        const document = documentOf(root, { example: { root: value } });
        const [example] = document.examples('a', FORM);
        const text = example?.text ?? '';
        expect(document.check('a', { kind: 'body', mediaType: FORM }, text), text).toEqual({
          kind: 'checked',
          findings: [],
          moreFindings: 0,
        });
      }),
    );
  });
});
