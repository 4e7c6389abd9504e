import { describe, expect, it } from 'vitest';
import { checkExpectations, expectationProblem } from './check-expectations';
import type { ReceivedResponse } from '../http/exchange';

function answer(text: string, status = 200): ReceivedResponse {
  return {
    status,
    statusText: '',
    httpVersion: '1.1',
    headers: [],
    body: { kind: 'text', text, bytes: text.length, bodyId: null },
    wireBytes: text.length,
    tls: null,
  };
}

const BODY = '{"a":{"b":[1,2.50,{"c":"x"}],"d e":null},"n":100000000000000000001,"k":1,"k":2}';

describe('checkExpectations', () => {
  it.each([
    ['$.a.b[0]', '1', true, '1'],
    ['$.a.b[0]', '2', false, '1'],
    ['$.a.b[1]', '2.50', true, '2.50'],
    ['$.a.b[-1].c', '"x"', true, '"x"'],
    ['$.a.b[-1].c', '"\\u0078"', true, '"x"'],
    ["$.a['d e']", 'null', true, 'null'],
    ['$.a.b[2]', '{ "c": "x" }', true, '{"c":"x"}'],
    ['$.n', '100000000000000000001', true, '100000000000000000001'],
    ['$.n', '100000000000000000002', false, '100000000000000000001'],
    ['$.k', '2', true, '2'],
    ['$.missing', '1', false, 'nothing at this path'],
    ['$.a.b[9]', '1', false, 'nothing at this path'],
    ['$.a.b[-9]', '1', false, 'nothing at this path'],
    ['$..c', '"x"', true, '"x"'],
    ['$.a.b[0:2]', '1', false, '2.50'],
    ['$.a.b[0:1]', '1', true, '1'],
    ['$.a.b[::-2]', '1', false, '{"c":"x"}'],
    ['$', '1', false, BODY],
  ])('%s equals %s: %s', (path, equals, met, found) => {
    const expectation = { kind: 'json-path', path, equals } as const;
    expect(checkExpectations([expectation], answer(BODY))).toEqual([{ expectation, met, found }]);
  });

  it.each(['$..*..*..*..*..*', '$..[0:1]..[0:1]..[0:1]..[0:1]..[0:1]', '$..[?@..*..*..*]..*'])(
    '%s on a body of 500 levels is refused in words, soon',
    (path) => {
      const body = answer(`${'['.repeat(500)}1${']'.repeat(500)}`);
      const began = performance.now();
      const [result] = checkExpectations([{ kind: 'json-path', path, equals: '1' }], body);
      expect(result).toMatchObject({ met: false, found: 'this path selects too much to be checked' });
      expect(performance.now() - began).toBeLessThan(5_000);
    },
  );

  it('is not slowed by what a path selects many times', () => {
    const text = JSON.stringify('x'.repeat(1_000_000));
    const body = answer(`${'['.repeat(60)}{"a":${text}}${']'.repeat(60)}`);
    const path = '$..*..*..*[?@.a].a';
    const began = performance.now();
    const [result] = checkExpectations([{ kind: 'json-path', path, equals: ` ${text}` }], body);
    expect(result).toMatchObject({ met: true });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('compares the status, and says what came instead', () => {
    const expectation = { kind: 'status', status: 200 } as const;
    expect(checkExpectations([expectation], answer('', 200))[0]?.met).toBe(true);
    expect(checkExpectations([expectation], answer('', 502))[0]).toMatchObject({ met: false, found: '502' });
    expect(checkExpectations([expectation], null)[0]).toMatchObject({ met: false, found: 'no answer' });
  });

  it('is not met by a body that is no JSON', () => {
    const expectation = { kind: 'json-path', path: '$', equals: '1' } as const;
    expect(checkExpectations([expectation], answer('<a/>'))[0]).toMatchObject({ met: false });
  });
});

describe('expectationProblem', () => {
  it.each([
    [{ kind: 'status', status: 200 }, null],
    [{ kind: 'status', status: 2000 }, 'status'],
    [{ kind: 'json-path', path: '$.a', equals: '1' }, null],
    [{ kind: 'json-path', path: 'a', equals: '1' }, '$'],
    [{ kind: 'json-path', path: '$.a', equals: 'approved' }, 'quotes'],
  ] as const)('%j', (expectation, words) => {
    const problem = expectationProblem(expectation);
    if (words === null) expect(problem).toBeNull();
    else expect(problem).toContain(words);
  });
});
