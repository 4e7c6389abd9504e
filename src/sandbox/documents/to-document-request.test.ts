import { expect, it } from 'vitest';
import { toDocumentRequest } from './to-document-request';

it('passes a request on without its credential', () => {
  const headers = { authorization: 'Bearer secret', 'x-a': '1', 'set-cookie': ['a', 'b'] };
  const made = toDocumentRequest({ method: 'POST', url: '/a/b?c=1?', headers }, 'body', null);
  expect(made).toEqual({
    ...{ method: 'POST', path: '/a/b', query: 'c=1?', body: 'body', unauthorized: null },
    headers: { 'x-a': '1', 'set-cookie': 'a, b' },
  });
});
