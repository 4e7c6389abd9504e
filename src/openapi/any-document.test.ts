import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OpenDocument } from './open-document';
import { readDocument } from './read-document';

/** Whatever the document says, problems are sentences with a place, and nothing throws. */
const text = readFileSync('src/contract/openapi.yaml', 'utf8');
const contract = parse(text);

/** Calls everything that the app uses of a document. */
function lookAtAll(written: string): void {
  const reading = readDocument(written);
  if (reading.kind === 'refused') {
    expect(reading.why).toMatch(/\w/);
    return;
  }
  const { content, raw } = reading;
  for (const { message, place } of content.problems) {
    expect(message).toMatch(/\w/);
    expect(place.line).toBeGreaterThan(0);
  }
  const document = new OpenDocument('x', JSON.parse(JSON.stringify(raw)));
  const answer = { kind: 'response', status: 200, contentType: 'application/json' } as const;
  const ids = content.areas.flatMap(({ operations }) => operations.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(document.operation(id)).not.toBeNull();
    document.check(id, answer, '{"id":1}');
    document.examples(id, 'application/json');
  }
  for (const name of Object.keys(Object(Reflect.get(Object(raw.components), 'schemas'))))
    document.model(`#/components/schemas/${name}`);
}

/** The paths to every value of the contract. */
const ways = ((): readonly (readonly string[])[] => {
  const all: string[][] = [];
  const walk = (value: unknown, way: string[]): void => {
    all.push(way);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, [...way, key]);
  };
  walk(contract, []);
  return all.slice(1);
})();

/** Values that are put in place of what belongs there: empty ones, circular references, the keys of Object.prototype. */
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: '#/components/schemas/Error' },
    { $ref: 7 },
    { $ref: 'https://example.org/x.yaml' },
    { $ref: '#/%E0%A4%A' },
    { $ref: '#/components/schemas/__proto__' },
    { type: ['string', 'nonsense', 3] },
    { anyOf: [{ type: 'null' }, 4, null] },
    { properties: { constructor: { enum: [] } }, required: 'id' },
    { allOf: [{ $ref: '#/components/schemas/CheckoutSession' }] },
  ),
);

describe('any document', { timeout: 120_000 }, () => {
  it('with random values in up to four places can be refused or used, but never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...ways), strange), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const document = structuredClone(contract);
          for (const [way, value] of changes) {
            const last = way.at(-1) ?? '';
            const holder = way
              .slice(0, -1)
              .reduce<unknown>((at, key) => Reflect.get(Object(at), key), document);
            if (typeof holder === 'object' && holder !== null) Reflect.set(holder, last, value);
          }
          lookAtAll(JSON.stringify(document, null, 1));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('that was cut or has a stray character is refused with a reason, or read', () => {
    const cut = fc.tuple(
      fc.nat(text.length),
      fc.nat(40),
      fc.constantFrom('', ':', '{', '- ', '\t', '&a ', '*a', '"', '\u0000'),
    );
    fc.assert(
      fc.property(cut, ([at, length, sign]) => {
        const reading = readDocument(text.slice(0, at) + sign + text.slice(at + length));
        if (reading.kind === 'refused') expect(reading.why).toMatch(/\w/);
      }),
      { numRuns: 30 },
    );
  });

  it('with models that reference each other in a long ring can be used', () => {
    const names = [...Array(2000).keys()];
    const schemas = Object.fromEntries(
      names.map((n) => [
        `M${n}`,
        { properties: { next: { $ref: `#/components/schemas/M${(n + 1) % names.length}` } } },
      ]),
    );
    lookAtAll(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Ring', version: '1' }, components: { schemas } }),
    );
  });

  it('with a ring of references can be used', () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } };
    const responses = { R: { $ref: '#/components/responses/R' } };
    const paths = { '/a': { get: { responses: { 200: { $ref: '#/components/responses/R' } } } } };
    lookAtAll(JSON.stringify({ openapi: '3.0.0', info: {}, paths, components: { schemas, responses } }));
  });

  it('is usable with schemas nested 150 deep, and refused if it is nested too deep to read', () => {
    const deep = [...Array(150).keys()].reduce<object>((inner) => ({ properties: { in: inner } }), {});
    lookAtAll(JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { deep } } }));
    const tooDeep = `{"openapi":"3.1.0","paths":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`;
    expect(readDocument(tooDeep)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('deeper than'),
    });
    const flow = `openapi: 3.1.0\npaths: ${'['.repeat(5000)}${']'.repeat(5000)}`;
    expect(readDocument(flow)).toMatchObject({ kind: 'refused' });
  });

  it('shows all ten thousand values of one enumeration', () => {
    const values = [...Array(10_000).keys()].map((n) => `value-${n}`);
    const schema = { type: 'string', enum: values };
    const responses = { 200: { description: 'x', content: { 'application/json': { schema } } } };
    const written = JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/a': { get: { responses } } } });
    lookAtAll(written);
    const reading = readDocument(written);
    const document = new OpenDocument('x', reading.kind === 'read' ? reading.raw : {});
    expect(document.operation('GET /a')?.answers[0]?.contents[0]?.schema?.values).toHaveLength(10_000);
  });
});
