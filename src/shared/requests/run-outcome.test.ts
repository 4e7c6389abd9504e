import { expect, it } from 'vitest';
import type { RunStep } from '../bridge/saved-requests';
import { describeRunAnswer, isAsExpected, isOpen, isUnsent } from './run-outcome';

const expectation = { kind: 'status', status: 504 } as const;

function done(answer: string | null, mayHaveArrived: boolean, ...met: readonly boolean[]): RunStep {
  const results = met.map((one) => ({ expectation, met: one, found: '504' }));
  const wasSent = answer !== null || mayHaveArrived;
  return { kind: 'done', exchangeId: 'x', answer, why: null, wasSent, mayHaveArrived, ms: 1, results };
}

it('a request that only reads and was cancelled on its way was sent: it has no answer', () => {
  const step: RunStep = {
    ...{ kind: 'done', exchangeId: 'x', answer: null, why: 'Cancelled', wasSent: true },
    ...{ mayHaveArrived: false, ms: 1, results: [] },
  };
  expect([isAsExpected(step), isOpen(step), isUnsent(step), describeRunAnswer(step)]).toEqual([
    ...[false, false, false],
    'No answer',
  ]);
});

it.each([
  ['answered', done('201 Created', false), true, false, '201 Created'],
  ['answered otherwise than expected', done('201 Created', false, false), false, false, '201 Created'],
  ['answered with a failure', done('502 Bad Gateway', false), false, false, '502 Bad Gateway'],
  ['answered with a failure as expected', done('404 Not Found', false, true), true, false, '404 Not Found'],
  ['lost', done(null, true), false, true, 'Outcome unknown: it may have arrived'],
  ['never sent', done(null, false), false, false, 'Not sent'],
  [
    'answered without a clear outcome',
    done('504 Gateway Timeout', true),
    false,
    true,
    '504 Gateway Timeout: it may have been carried out',
  ],
  [
    'answered without a clear outcome, as expected',
    done('504 Gateway Timeout', true, true),
    true,
    false,
    '504 Gateway Timeout',
  ],
  ['refused before', { kind: 'cancelled' } as const, false, false, null],
])('a request of a run that was %s reports what is known of it', (_how, step, met, open, answer) => {
  expect([isAsExpected(step), isOpen(step), describeRunAnswer(step)]).toEqual([met, open, answer]);
});
