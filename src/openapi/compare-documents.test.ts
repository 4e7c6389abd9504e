import { describe, expect, it } from 'vitest';
import { compareDocuments } from './compare-documents';
import { OpenDocument } from './open-document';

const answerOf = (schema: object) => ({
  200: { description: 'x', content: { 'application/json': { schema } } },
});
const documentOf = (operation: object, schemas: object = {}, path = '/orders') =>
  new OpenDocument('x', {
    openapi: '3.1.0',
    paths: { [path]: { post: operation } },
    components: { schemas },
  } as never);
const order = { $ref: '#/components/schemas/Order' };

/** What changed in the only operation. */
const changes = (before: OpenDocument, after: OpenDocument) =>
  compareDocuments(before, after).changed.flatMap((changed) => changed.changes);

describe('comparing two versions of a document', () => {
  it('ignores changes of descriptions and titles', () => {
    const before = documentOf({ description: 'Old', responses: answerOf({ type: 'string' }) });
    const after = documentOf({ description: 'New', responses: answerOf({ type: 'string', title: 'x' }) });
    expect(compareDocuments(before, after)).toEqual({ added: [], removed: [], changed: [], unchanged: 1 });
  });

  it('finds changed fields in nested models that an operation uses', () => {
    const responses = answerOf({ type: 'array', items: order });
    const line = (properties: object) => ({
      Order: { properties: { lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } } },
      Line: { type: 'object', properties, required: ['id'] },
    });
    const before = documentOf({ responses }, line({ id: { type: 'string' }, old: { type: 'string' } }));
    const after = documentOf(
      { responses },
      line({ id: { type: 'integer' }, sku: { type: 'string', maxLength: 9 } }),
    );
    expect(changes(before, after)).toEqual([
      'Added: Line.sku (text, at most 9 characters)',
      'Removed: Line.old',
      'Changed: Line.id: text, required → whole number, required',
    ]);
  });

  it('finds a change in each of the choices that have a field of the same name', () => {
    const choices = (...types: string[]) =>
      answerOf({ oneOf: types.map((type) => ({ type: 'object', properties: { ref: { type } } })) });
    const before = documentOf({ responses: choices('string', 'boolean') });
    const after = documentOf({ responses: choices('integer', 'boolean') });
    expect(changes(before, after)).toEqual([
      'Changed: answer 200 application/json.ref: text, or true or false → whole number, or true or false',
    ]);
    expect(changes(before, before)).toEqual([]);
  });

  it('matches an operation by its path even if a parameter in it was renamed', () => {
    const before = documentOf({ operationId: 'read', responses: {} }, {}, '/orders/{id}/lines/{line}');
    const after = documentOf({ operationId: 'get', responses: {} }, {}, '/orders/{order_id}/lines/{line}');
    const found = compareDocuments(before, after);
    expect([found.added, found.removed]).toEqual([[], []]);
    expect(found.changed).toMatchObject([
      {
        operation: { id: 'get' },
        idBefore: 'read',
        changes: expect.arrayContaining([
          'Changed: path: /orders/{id}/lines/{line} → /orders/{order_id}/lines/{line}',
        ]),
      },
    ]);
    const both = new OpenDocument('x', {
      openapi: '3.1.0',
      paths: { '/a/{b}': { get: { responses: {} } }, '/a/{c}': { get: { responses: {} } } },
    } as never);
    expect(compareDocuments(both, both).unchanged).toBe(2);
  });

  it('reports a changed id, scopes, body, answers and deprecation', () => {
    const content = { 'application/json': { schema: { type: 'string' } } };
    const security = (scope: string) => [{ oauth: [scope] }];
    const before = documentOf({
      operationId: 'pay',
      security: security('orders.read'),
      requestBody: { content },
      responses: { 200: { description: 'x' } },
    });
    const after = documentOf({
      operationId: 'pay_order',
      security: security('orders.write'),
      requestBody: { required: true, content },
      deprecated: true,
      responses: { 200: { description: 'x', content }, 422: { description: 'x' } },
    });
    expect(changes(before, after)).toEqual([
      'Added: answer 200 application/json (text)',
      'Added: answer 422 (no body)',
      'Changed: operationId: pay → pay_order',
      'Changed: deprecated: no → yes',
      'Changed: scopes: orders.read → orders.write',
      'Changed: body: may be left out → required',
      'Changed: answer 200: no body → application/json',
    ]);
  });

  it('reports operations at new paths as added, and the others as removed', () => {
    const [before, after] = [documentOf({ responses: {} }), documentOf({ responses: {} }, {}, '/payments')];
    expect(compareDocuments(before, after)).toMatchObject({
      added: [{ id: 'POST /payments' }],
      removed: [{ id: 'POST /orders' }],
    });
  });

  it('finds a change in models that all reference each other', () => {
    const names = [...Array(40).keys()];
    const all = (extra: object) => {
      const properties = Object.fromEntries(
        names.map((n) => [`p${n}`, { $ref: `#/components/schemas/M${n}` }]),
      );
      const schemas = names.map((n) => [
        `M${n}`,
        { properties: n === 39 ? { ...properties, ...extra } : properties },
      ]);
      return documentOf(
        { responses: answerOf({ $ref: '#/components/schemas/M0' }) },
        Object.fromEntries(schemas),
      );
    };
    expect(changes(all({}), all({ more: { type: 'string' } }))).toEqual(['Added: M39.more (text)']);
  });

  it('lists up to 30 changes, and counts the others', () => {
    const many = (count: number) =>
      documentOf({
        responses: answerOf({
          properties: Object.fromEntries([...Array(count).keys()].map((n) => [`f${n}`, {}])),
        }),
      });
    const told = changes(many(0), many(100));
    expect([told.length, told.at(-1)]).toEqual([31, 'And 70 more.']);
  });
});
