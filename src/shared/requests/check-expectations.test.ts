import { describe, expect, it } from 'vitest';
import { MASKED, type HeaderList } from '../http/exchange';
import { checkAnswer, expectationProblem, type AnswerToCheck } from './check-expectations';
import { describeExpectation } from './describe-expectation';
import type { Comparison, Expectation } from './saved-requests';
import { exchangeOf } from '../testing/exchanges';
import { processorMs } from '../testing/processor-ms.fixture';

function answer(text: string, status = 200, headers: HeaderList = []): AnswerToCheck {
  return { response: exchangeOf(status, text, headers).response, totalMs: 411.3 };
}

const checkExpectations = (...given: Parameters<typeof checkAnswer>) => checkAnswer(...given).results;

const NO_ANSWER: AnswerToCheck = { response: null, totalMs: 3 };

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
    const expectation = { kind: 'json-path', path, is: { how: 'equals', value: equals } } as const;
    expect(checkExpectations([expectation], answer(BODY))).toEqual([{ expectation, met, found }]);
  });

  it.each(['$..*..*..*..*..*', '$..[0:1]..[0:1]..[0:1]..[0:1]..[0:1]', '$..[?@..*..*..*]..*'])(
    '%s on a body of 500 levels is refused quickly',
    (path) => {
      const body = answer(`${'['.repeat(500)}1${']'.repeat(500)}`);
      const taken = processorMs(() => {
        const [result] = checkExpectations(
          [{ kind: 'json-path', path, is: { how: 'equals', value: '1' } }],
          body,
        );
        expect(result).toMatchObject({ met: false, found: 'more than can be checked' });
      });
      expect(taken).toBeLessThan(5_000);
    },
  );

  it('cuts a long value between two characters', () => {
    const expectation = { kind: 'json-path', path: '$', is: { how: 'equals', value: '1' } } as const;
    const [result] = checkExpectations([expectation], answer(`"${'x'.repeat(198)}😀😀"`));
    expect(result?.found).toBe(`"${'x'.repeat(198)}…`);
  });

  it('is not slowed down by a path that selects the same value many times', () => {
    const text = JSON.stringify('x'.repeat(1_000_000));
    const body = answer(`${'['.repeat(60)}{"a":${text}}${']'.repeat(60)}`);
    const path = '$..*..*..*[?@.a].a';
    const taken = processorMs(() => {
      const [result] = checkExpectations(
        [{ kind: 'json-path', path, is: { how: 'equals', value: ` ${text}` } }],
        body,
      );
      expect(result).toMatchObject({ met: true });
    });
    expect(taken).toBeLessThan(5_000);
  });

  it('compares the status, and reports the actual one', () => {
    const expectation = { kind: 'status', status: 200 } as const;
    expect(checkExpectations([expectation], answer('', 200))[0]?.met).toBe(true);
    expect(checkExpectations([expectation], answer('', 502))[0]).toMatchObject({ met: false, found: '502' });
    expect(checkExpectations([expectation], NO_ANSWER)[0]).toMatchObject({ met: false, found: 'no answer' });
  });

  it('is not met by a body that is not JSON', () => {
    const expectation = { kind: 'json-path', path: '$', is: { how: 'equals', value: '1' } } as const;
    expect(checkExpectations([expectation], answer('<a/>'))[0]).toMatchObject({ met: false });
  });
});

describe('a value at a path', () => {
  it.each<readonly [string, Comparison, boolean, string]>([
    ['$.a.b[-1].c', { how: 'exists' }, true, '"x"'],
    ["$.a['d e']", { how: 'exists' }, true, 'null'],
    ['$.missing', { how: 'exists' }, false, 'nothing at this path'],
    ['$.missing', { how: 'missing' }, true, 'nothing at this path'],
    ['$.n', { how: 'missing' }, false, '100000000000000000001'],
    ['$.text', { how: 'contains', text: 'é "q' }, true, '"charge é \\"q\\""'],
    ['$.text', { how: 'contains', text: '\\"' }, false, '"charge é \\"q\\""'],
    ['$.n', { how: 'contains', text: '0001' }, true, '100000000000000000001'],
    ['$.a.b', { how: 'contains', text: '2.50' }, true, '[1,2.50,{"c":"x"}]'],
    ['$.missing', { how: 'contains', text: 'x' }, false, 'nothing at this path'],
    ['$.text', { how: 'matches', pattern: '^charge [é-ü]' }, true, '"charge é \\"q\\""'],
    ['$.text', { how: 'matches', pattern: '^harge' }, false, '"charge é \\"q\\""'],
    ['$.a.b[0:2]', { how: 'matches', pattern: '^[12]' }, true, '1'],
    ['$.a.b[0:2]', { how: 'matches', pattern: '^[1]$' }, false, '2.50'],
  ])('%s %j: %s', (path, is, met, found) => {
    const expectation = { kind: 'json-path', path, is } as const;
    const body = answer(`{"text":"charge é \\"q\\"",${BODY.slice(1)}`);
    expect(checkExpectations([expectation], body)).toEqual([{ expectation, met, found }]);
  });
});

describe('a header', () => {
  const headers: HeaderList = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['x-id', 'a1'],
    ['X-Id', 'b2'],
  ];
  it.each<readonly [string, Comparison, boolean, string]>([
    ['content-type', { how: 'contains', text: 'json' }, true, 'application/json; charset=utf-8'],
    ['content-type', { how: 'equals', value: 'application/json' }, false, 'application/json; charset=utf-8'],
    ['x-ID', { how: 'equals', value: 'b2' }, true, 'a1, b2'],
    ['x-id', { how: 'matches', pattern: '^[a-z]{2}$' }, false, 'a1, b2'],
    ['x-id', { how: 'exists' }, true, 'a1, b2'],
    ['x-id', { how: 'missing' }, false, 'a1, b2'],
    ['x-none', { how: 'missing' }, true, 'no such header'],
    ['x-none', { how: 'contains', text: 'a' }, false, 'no such header'],
  ])('%s %j: %s', (name, is, met, found) => {
    const expectation = { kind: 'header', name, is } as const;
    expect(checkExpectations([expectation], answer('', 200, headers))).toEqual([{ expectation, met, found }]);
  });
});

it('reports neither card data nor secrets', () => {
  const card = '5555555555554444';
  const body = `{"card":{"number":"${card}","cvc":"987","cvv":987,"all":{"cvc":"987"}}}`;
  const headers: HeaderList = [
    ['Set-Cookie', 'sid=CANARY; Path=/'],
    ['set-cookie', 'b=CANARY'],
    ['location', 'https://ada:CANARY@shop.example/back?access_token=CANARY&n=1'],
    ['x-cvc', '987'],
    ['x-card', card],
  ];
  const equal = { how: 'equals', value: '"987"' } as const;
  const contains = { how: 'contains', text: 'CANARY' } as const;
  const results = checkExpectations(
    [
      { kind: 'json-path', path: '$.card.cvc', is: equal },
      { kind: 'json-path', path: "$.card['cvv']", is: equal },
      { kind: 'json-path', path: '$.card.all', is: equal },
      { kind: 'json-path', path: '$.card.number', is: equal },
      { kind: 'header', name: 'set-cookie', is: contains },
      { kind: 'header', name: 'Location', is: contains },
      { kind: 'header', name: 'X-CVC', is: { how: 'equals', value: '987' } },
      { kind: 'header', name: 'x-card', is: contains },
    ],
    answer(body, 200, headers),
  );
  expect(results.map(({ met, found }) => [met, found])).toEqual([
    [true, '"•••"'],
    [false, '"••• (number)"'],
    [false, '{"cvc":"•••"}'],
    [false, '"555555••••••4444"'],
    [true, `${MASKED}, ${MASKED}`],
    [true, `https://${MASKED}@shop.example/back?access_token=${MASKED}&n=1`],
    [true, MASKED],
    [false, '555555••••••4444'],
  ]);
  expect(describeExpectation(results[0]?.expectation ?? { kind: 'status', status: 200 })).toBe(
    '$.card.cvc equals "•••"',
  );
});

it('keeps the value of a secret header for the rest of the run, and does not show it', () => {
  const kept = { kind: 'header', name: 'x-csrf-token', is: { how: 'kept', as: 'csrf' } } as const;
  const checked = checkAnswer([kept], answer('', 200, [['X-CSRF-Token', 'CANARY']]));
  expect(checked.kept.get('csrf')).toBe('CANARY');
  expect(checked.results).toEqual([{ expectation: kept, met: true, found: MASKED }]);
});

it.each([
  ['$.number', '4111111111111111', '"411111••••••1111"'],
  ['$.card', '{"number":"4111111111111111","cvc":"987"}', '{"number":"411111••••••1111","cvc":"•••"}'],
  ['$.card.cvc', '987', '"•••"'],
])('keeps card data at %s for the rest of the run, and does not show it', (path, value, found) => {
  const card = '{"number":"4111111111111111","cvc":"987"}';
  const kept = { kind: 'json-path', path, is: { how: 'kept', as: 'it' } } as const;
  const checked = checkAnswer([kept], answer(`{"number":"4111111111111111","card":${card}}`));
  expect(checked.kept.get('it')).toBe(value);
  expect(checked.results).toEqual([{ expectation: kept, met: true, found }]);
});

describe('a time', () => {
  it.each([
    [411, false],
    [412, true],
  ])('of %s ms', (withinMs, met) => {
    const [result] = checkExpectations([{ kind: 'time', withinMs }], answer(''));
    expect(result).toMatchObject({ met, found: '412 ms' });
  });

  it('is not met without an answer', () => {
    expect(checkExpectations([{ kind: 'time', withinMs: 9 }], NO_ANSWER)[0]?.met).toBe(false);
  });
});

describe('expectations from a hostile file', () => {
  const steps = '(.{0,60}){0,40}';
  const long = JSON.stringify('a'.repeat(900_000));
  it.each<readonly [string, Expectation, string]>([
    ['a pattern', { kind: 'json-path', path: '$', is: { how: 'matches', pattern: `${steps}x` } }, long],
    [
      'a pattern in the path',
      { kind: 'json-path', path: `$[?search(@, '${steps}x')]`, is: { how: 'exists' } },
      `[${long}]`,
    ],
    [
      'a text that is searched for everywhere',
      { kind: 'json-path', path: '$..*', is: { how: 'contains', text: ']' } },
      `${'['.repeat(490)}${'1,'.repeat(400_000)}1${']'.repeat(490)}`,
    ],
    [
      'a pattern for very many values',
      { kind: 'json-path', path: '$[*]', is: { how: 'matches', pattern: '(a{0,9}){0,99}1' } },
      `[${'1,'.repeat(400_000)}1]`,
    ],
  ])('%s, a hundred times, is refused quickly', (_what, expectation, body) => {
    expect(expectationProblem(expectation)).toBeNull();
    const taken = processorMs(() => {
      const results = checkExpectations(Array<Expectation>(100).fill(expectation), answer(body));
      expect(results.at(-1)).toMatchObject({ met: false, found: 'more than can be checked' });
    });
    expect(taken).toBeLessThan(10_000);
  });

  it('handles a realistic large body', () => {
    const results = checkExpectations(
      Array<Expectation>(5).fill({
        kind: 'json-path',
        path: '$',
        is: { how: 'matches', pattern: '(ch|re)_[0-9a-f]{8}$' },
      }),
      answer(JSON.stringify(`${'a'.repeat(900_000)}ch_0123abcd`)),
    );
    expect(results.map(({ met }) => met)).toEqual([true, true, true, true, true]);
  });
});

it('an expectation is described in words', () => {
  const all: readonly Expectation[] = [
    { kind: 'status', status: 200 },
    { kind: 'time', withinMs: 800 },
    { kind: 'header', name: 'x-id', is: { how: 'missing' } },
    { kind: 'json-path', path: '$.a', is: { how: 'equals', value: '"b"' } },
    { kind: 'json-path', path: '$.a', is: { how: 'matches', pattern: '^b' } },
  ];
  expect(all.map(describeExpectation)).toEqual([
    'status 200',
    'answered within 800 ms',
    'header x-id does not exist',
    '$.a equals "b"',
    '$.a matches ^b',
  ]);
});

describe('expectationProblem', () => {
  it.each([
    [{ kind: 'status', status: 200 }, null],
    [{ kind: 'status', status: 2000 }, 'status'],
    [{ kind: 'json-path', path: '$.a', is: { how: 'equals', value: '1' } }, null],
    [{ kind: 'json-path', path: 'a', is: { how: 'equals', value: '1' } }, '$'],
    [{ kind: 'json-path', path: '$.a', is: { how: 'equals', value: 'approved' } }, 'quotes'],
    [{ kind: 'json-path', path: '$.a', is: { how: 'contains', text: 'approved' } }, null],
    [{ kind: 'json-path', path: '$.a', is: { how: 'contains', text: '' } }, 'enter a text'],
    [{ kind: 'json-path', path: '$.a', is: { how: 'matches', pattern: '^[a-z]+$' } }, null],
    [{ kind: 'json-path', path: '$.a', is: { how: 'matches', pattern: '' } }, 'Enter'],
    [{ kind: 'json-path', path: '$.a', is: { how: 'matches', pattern: '\\d+(' } }, '\\d'],
    [{ kind: 'json-path', path: 'a', is: { how: 'exists' } }, '$'],
    [{ kind: 'header', name: 'x-id', is: { how: 'equals', value: '' } }, null],
    [{ kind: 'header', name: 'x id', is: { how: 'exists' } }, 'spaces'],
    [{ kind: 'time', withinMs: 1_000 }, null],
    [{ kind: 'time', withinMs: 0.5 }, 'whole number'],
  ] as const)('%j', (expectation, words) => {
    const problem = expectationProblem(expectation);
    if (words === null) expect(problem).toBeNull();
    else expect(problem).toContain(words);
  });
});
