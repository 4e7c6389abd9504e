import { describe, expect, it } from 'vitest';
import { operations, type OperationId } from '@contract';
import { buyersRequest, sessionRequest } from '../requests/reading-requests';
import { requestOfDraft } from '../vault-forward/draft-request';
import { draftWith } from '../vault-forward/drafts.fixture';
import { destinationIn, operationModule, pathOfRequest, subjectOfRequest } from './registry';

const ids = Object.keys(operations) as OperationId[];
const FIRST_PAGE = buyersRequest({ cursor: null, limit: null, parameters: [] });

describe('operations', () => {
  it.each(ids)('%s has a name, a subject and a way to its screen', (id) => {
    const { name, openLabel, subject } = operationModule(id);
    expect(name).not.toBe('');
    expect(openLabel).toMatch(/^Open/);
    expect(subject(operations[id].path, null, operations[id].method)).not.toBe('');
  });

  it('say what a request is about, without what every line repeats', () => {
    expect(subjectOfRequest(sessionRequest('5e550000-0000-4000-8000-000000000001'))).toBe(
      '5e550000-0000-4000-8000-000000000001',
    );
    expect(subjectOfRequest(FIRST_PAGE)).toBe('first page');
    expect(subjectOfRequest(buyersRequest({ cursor: 'a b', limit: 5, parameters: [['search', 'ü']] }))).toBe(
      '?cursor=a%20b&limit=5&search=%C3%BC',
    );
    expect(
      subjectOfRequest(requestOfDraft(draftWith({ destinationUrl: 'https://psp.example/charges' }))),
    ).toBe('POST psp.example/charges');
  });
});

describe('the path of a request', () => {
  it('encodes its parameters, and keeps the name of a missing one', () => {
    expect(pathOfRequest(sessionRequest('a/b?c'))).toBe('/checkout/sessions/a%2Fb%3Fc');
    expect(pathOfRequest({ ...sessionRequest('x'), pathParameters: {} })).toBe(
      '/checkout/sessions/{session_id}',
    );
    expect(pathOfRequest(FIRST_PAGE)).toBe('/buyers');
  });

  it('has a parameter without a value by its name alone, and an empty one with =', () => {
    const query = [
      ['flag', null],
      ['empty', ''],
      ['a b', null],
    ] as const;
    expect(pathOfRequest({ ...FIRST_PAGE, query })).toBe('/buyers?flag&empty=&a%20b');
  });

  it('can be shown even if a text in it cannot be encoded', () => {
    const query = [['q', 'a\ud800']] as const;
    expect(subjectOfRequest({ ...sessionRequest('\udc00'), query })).toBe('%EF%BF%BD?q=a%EF%BF%BD');
  });

  it('is shown with the names of its variables', () => {
    const request = { ...sessionRequest('${session}/a'), query: [['when', '${now}']] as const };
    expect(
      subjectOfRequest({ ...request, operation: 'free', target: { method: 'GET', path: '/s/{session_id}' } }),
    ).toBe('GET /s/${session}%2Fa?when=${now}');
  });
});

describe('the destination of headers', () => {
  it('is method and URL, whatever the case of the header names, or null', () => {
    expect(destinationIn([['X-Vault-Forward-URL', 'https://psp.example/x']])).toBe('https://psp.example/x');
    expect(
      destinationIn([
        ['x-vault-forward-http-method', 'PUT'],
        ['x-vault-forward-url', 'https://psp.example/x'],
      ]),
    ).toBe('PUT https://psp.example/x');
    expect(destinationIn([['accept', '*/*']])).toBeNull();
  });
});
