import { describe, expect, it } from 'vitest';
import { EMPTY_REQUEST_DRAFT, type RequestDraft } from '@shared/requests/request-draft';
import { placesOf } from '@shared/requests/operation-key';
import { askedOf, beginningOf, keyOf, specOf, suitedTo } from './asked-operation';
import { newId, operation, parameter } from './operations.fixture';

const OWN = { method: 'GET', path: '/own' };

describe('the operation of a request', () => {
  it('is the contract’s operation, also in another document that describes the same one', () => {
    const sessions = { method: 'GET', path: '/checkout/sessions/{session_id}' };
    for (const details of [
      operation({ document: 'built-in', id: 'get_checkout_session', ...sessions }),
      operation({ id: 'readSession', ...sessions }),
      operation({ id: 'readSession', method: 'GET', path: '/checkout/sessions/{id}' }),
    ]) {
      expect(keyOf(details)).toBe('get_checkout_session');
      expect(askedOf(keyOf(details), details, OWN)).toEqual({ operation: 'get_checkout_session' });
    }
  });

  it('uses the contract’s names for path parameters', () => {
    const details = operation({ id: 'readSession', path: '/checkout/sessions/{id}' });
    const draft = { ...EMPTY_REQUEST_DRAFT, path: details.path, pathParameters: { id: 's-1' } };
    expect(specOf(keyOf(details), details, draft)).toMatchObject({
      operation: 'get_checkout_session',
      pathParameters: { session_id: 's-1' },
    });
    const own = operation({ path: '/orders/{id}' });
    expect(specOf(keyOf(own), own, { ...draft, path: own.path }).pathParameters).toEqual({ id: 's-1' });
  });

  it('is the document’s operation with its method and path, or the person’s own request', () => {
    const details = operation({ method: 'POST' });
    expect(askedOf(keyOf(details), details, OWN)).toEqual({
      operation: 'doc#op',
      target: { method: 'POST', path: '/orders' },
    });
    // Documents tell operations of one path apart by what is never part of a path.
    const other = operation({ method: 'POST', path: '/token/{id}?refresh#again' });
    expect(askedOf(keyOf(other), other, OWN).target).toEqual({ method: 'POST', path: '/token/{id}' });
    expect(askedOf(keyOf(null), null, OWN)).toEqual({ operation: 'free', target: OWN });
    const draft = { ...EMPTY_REQUEST_DRAFT, ...OWN, body: '{}' };
    expect(specOf('free', null, draft).target).toEqual(OWN);
  });
});

describe('a new form', () => {
  it('has a row for each parameter, with required ones on and none for what the profile sends', () => {
    const details = operation({
      parameters: [
        parameter('limit', 'query', { defaultValue: { value: 20 } }),
        parameter('sort', 'query', { defaultValue: { value: 'asc' } }, true),
        parameter('pattern', 'query', { defaultValue: { value: '${uuid}' } }, true),
        parameter('Authorization', 'header'),
        parameter('X-Merchant', 'header', {}, true),
        parameter('idempotency-key', 'header', {}, true),
      ],
      body: {
        description: null,
        required: true,
        contents: [{ mediaType: 'application/json', schema: null }],
      },
    });
    const { query, headers } = beginningOf(details, 'x-merchant', newId);
    expect(query).toMatchObject([
      { name: 'limit', value: '', enabled: false },
      { name: 'sort', value: 'asc', enabled: true },
      // Text of the document, and no variable of the app.
      { name: 'pattern', value: '$${uuid}', enabled: true },
    ]);
    expect(headers).toMatchObject([
      { name: 'content-type', value: 'application/json', enabled: true },
      { name: 'idempotency-key', value: '', enabled: true },
    ]);
  });

  it('has the query that a document writes in a path, which is sent as such', () => {
    const details = operation({
      path: '/answers/{id}?beta=true&refresh&page={page}#again',
      parameters: [parameter('beta', 'query'), parameter('page', 'query'), parameter('x', 'query')],
    });
    const { path, query } = beginningOf(details, 'x-merchant', newId);
    expect(path).toBe('/answers/{id}');
    expect(query).toMatchObject([
      { name: 'beta', value: 'true', enabled: true },
      { name: 'refresh', value: null, enabled: true },
      { name: 'page', value: '', enabled: false },
      { name: 'x', value: '', enabled: false },
    ]);
    expect(
      suitedTo(details, { ...EMPTY_REQUEST_DRAFT, path: '/answers/{id}' }, 'x-merchant', newId).path,
    ).toBe('/answers/{id}');
  });
});

describe('a draft for an older version of the document', () => {
  const row = (name: string, value: string, enabled: boolean) => ({
    id: newId(),
    name,
    value,
    enabled,
  });

  it('gets rows for new parameters, switched off, and keeps everything that was entered', () => {
    const details = operation({
      method: 'POST',
      path: '/v2/orders/{order_id}/lines/{line}',
      parameters: [
        parameter('limit', 'query', {}, true),
        parameter('state', 'query'),
        parameter('expand', 'query'),
        parameter('X-Trace', 'header'),
      ],
      body: {
        description: null,
        required: true,
        contents: [{ mediaType: 'application/json', schema: null }],
      },
    });
    const draft: RequestDraft = {
      ...EMPTY_REQUEST_DRAFT,
      path: '/orders/{id}/lines/{line}',
      pathParameters: { id: 'o-1', line: '2' },
      query: [
        row('state[]', 'open', true),
        row('gone', '', false),
        row('kept', 'x', false),
        row('', '', true),
      ],
      headers: [{ ...row('x-trace', 't', true), secret: false }],
      body: '{}',
    };
    const suited = suitedTo(details, draft, 'x-merchant', newId);
    expect(suited).toMatchObject({
      method: 'POST',
      path: details.path,
      pathParameters: { order_id: 'o-1', line: '2' },
      body: '{}',
    });
    expect(suited.query.map(({ name, value, enabled }) => [name, value, enabled])).toEqual([
      ['state[]', 'open', true],
      ['kept', 'x', false],
      ['', '', true],
      ['limit', '', false],
      ['expand', '', false],
    ]);
    expect(suited.headers).toEqual(draft.headers);
    // What is sent is exactly what was composed.
    const { query } = specOf('doc#op', details, suited);
    expect(query).toEqual([['state[]', 'open']]);
    expect(suitedTo(details, suited, 'x-merchant', newId)).toEqual(suited);
  });

  it('still has the query that its path had, which tells operations of one path apart', () => {
    const path = '/token?beta=true&refresh&page={page}';
    const details = operation({
      path,
      parameters: [parameter('beta', 'query'), parameter('page', 'query'), parameter('x', 'query')],
    });
    const query = [row('beta', '', false), row('x', '1', true)];
    const suited = suitedTo(details, { ...EMPTY_REQUEST_DRAFT, path, query }, 'x-merchant', newId);
    expect(suited.path).toBe('/token');
    expect(specOf('doc#op', details, suited).query).toEqual([
      ['x', '1'],
      ['beta', 'true'],
      ['refresh', null],
    ]);
    // One that was switched off since stays so.
    const off = { ...suited, query: suited.query.map((one) => ({ ...one, enabled: false })) };
    expect(suitedTo(details, off, 'x-merchant', newId)).toEqual(off);
  });
});

describe('the path parameters', () => {
  it('are the names in braces, but not variables', () => {
    expect(placesOf('/a/{b}/${c}/{d}.json')).toEqual(['b', 'd']);
  });
});
