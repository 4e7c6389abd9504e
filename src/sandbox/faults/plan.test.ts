import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultHelp, parsePlan, parsePlanText } from './plan';

describe('a fault plan', () => {
  it('can be read from text and JSON', () => {
    expect(parsePlanText(' latency=500 , jitter=20,truncate, contentType=text/html,reset=middle ,')).toEqual({
      plan: { latency: 500, jitter: 20, truncate: true, contentType: 'text/html', reset: 'middle' },
    });
    expect(parsePlanText('')).toEqual({ plan: {} });
    expect(
      parsePlan({ fail: 1, rate: 20, drip: 100, gzip: 5, status: 503, error: 429, times: 2 }),
    ).toMatchObject({ plan: { fail: 1 } });
  });

  it('is rejected with the names of wrong faults', () => {
    const nameOf = (text: string): unknown => {
      const read = parsePlanText(text);
      return 'problems' in read ? read.problems.map(({ name }) => name) : read.plan;
    };
    expect(nameOf('latency=x')).toEqual(['latency']);
    expect(nameOf('reset=after')).toEqual(['reset']);
    expect(nameOf('error=418')).toEqual(['error']);
    expect(nameOf('fail=101')).toEqual(['fail']);
    expect(nameOf('drip=0,gzip=0.5')).toEqual(['drip', 'gzip']);
    expect(parsePlanText('slow=1,latency=5')).toEqual({
      problems: [
        {
          name: 'slow',
          message: expect.stringMatching(/^There is no such fault\. Known are latency, .*, times\.$/),
        },
      ],
    });
    const none = { problems: [{ name: '', message: 'It takes an object such as {"latency": 500}.' }] };
    expect(parsePlan(null)).toEqual(none);
    expect(parsePlan([])).toEqual(none);
  });

  it.each([
    ['latency=abc', 'It takes a number from 0 to 600,000.'],
    ['jitter=-1', 'It takes a number from 0 to 600,000.'],
    ['latency', 'It takes a number from 0 to 600,000.'],
    ['status=99999', 'It takes a whole number from 200 to 599.'],
    ['drip=0.5', 'It takes a whole number from 1 to 1,000,000,000.'],
    ['rate=0', 'It takes a number from 0.1 to 1,000,000.'],
    ['error=418', 'It takes a status from the table of errors: 400, '],
    ['error=x', 'It takes a status from the table of errors: 400, '],
    ['reset=later', 'It takes before or middle.'],
    ['truncate=5', 'It takes no value, or true or false.'],
    ['contentType=x', 'It takes a content type such as text/html.'],
  ])('with %s is rejected with a message about allowed values', (text, words) => {
    expect(parsePlanText(text)).toEqual({
      problems: [{ name: text.split('=')[0], message: expect.stringContaining(words) }],
    });
  });

  it('can be parsed from anything without an exception', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (text, value) => void [parsePlanText(text), parsePlan(value)]),
    );
  });

  it('has an explanation for each fault', () => {
    for (const [, help] of faultHelp) expect(help).toMatch(/\w+ \w+/);
  });
});
