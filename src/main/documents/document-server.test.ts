import { expect, it } from 'vitest';
import { DocumentServer } from './document-server';

const schema = { type: 'object', properties: { n: { type: 'integer', maximum: 5 } } };
const content = { 'application/json': { schema }, 'text/plain': { schema: { type: 'string' } } };
const document = {
  openapi: '3.1.0',
  paths: { '/a': { get: { operationId: 'a', responses: { 200: { content } } } } },
};

function check(text: string, contentType = 'application/json; charset=utf-8') {
  const server = new DocumentServer();
  server.answer({ kind: 'open', revision: 'r', document: 'd', json: JSON.stringify(document) });
  const part = { kind: 'response', status: 200, contentType } as const;
  const answer = server.answer({ kind: 'check', revision: 'r', operationId: 'a', part, text });
  return answer.kind === 'check' ? answer.check : answer;
}

it('finds in an answer what only its text shows: a repeated key, a byte order mark, a number as it is written', () => {
  expect(check('{"n": 1}')).toMatchObject({ kind: 'checked', findings: [] });
  expect(check('{"n": 1, "n": 2}')).toMatchObject({
    kind: 'checked',
    findings: [{ severity: 'warning', message: expect.stringContaining('the same key more than once: “n”') }],
  });
  expect(check('\ufeff{"n": 1}')).toMatchObject({
    findings: [{ message: expect.stringContaining('byte order mark') }],
  });
  expect(check('{"n": 9007199254740993}')).toMatchObject({ findings: [{ value: '9007199254740993' }] });
});

it('says that an answer is not JSON if it claims to be: it was counted as one that the document does not describe', () => {
  expect(check('{"n": 1')).toMatchObject({
    kind: 'checked',
    findings: [{ rule: 'not-json', severity: 'error', value: '"{\\"n\\": 1"' }],
  });
  expect(check('well', 'text/plain')).toMatchObject({ kind: 'not-checked', why: 'not-json' });
});
