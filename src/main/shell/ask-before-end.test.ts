import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { Answer, Question } from '@shared/questions/question';
import { LOSS_QUESTION } from '../guards/leave-question';
import { forwardOf, production, sandbox } from '../guards/send-guard.fixture';
import type { GuardedSend } from '../guards/send-facts';
import { askBeforeEnd } from './ask-before-end';

const YES = { confirmed: true, checked: false };
const NO = { confirmed: false, checked: false };

/** An app with one window, and requests that may still have an effect. */
function start(underWay: readonly GuardedSend[], { isCrashed = false, losesTyped = false } = {}) {
  const app = Object.assign(new EventEmitter(), { quit: vi.fn() });
  const window = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    webContents: { isCrashed: () => isCrashed },
  });
  const questions: Question[] = [];
  let answer: (answer: Answer) => void = () => undefined;
  const outcome = () => {
    let settle: (isKnown: boolean) => void = () => undefined;
    const settled = new Promise<boolean>((resolve) => (settle = resolve));
    return { settled, settle: (isKnown = true) => settle(isKnown) };
  };
  let current = outcome();
  let sends = underWay;
  const endsOf = vi.fn();
  const leaveRest = vi.fn();
  askBeforeEnd({
    app,
    window,
    mayHaveEffect: () => ({ sends, settled: current.settled }),
    lossQuestion: () => (losesTyped ? LOSS_QUESTION : null),
    leaveRest,
    ask: (question, signal) => {
      questions.push(question);
      return new Promise((resolve) => {
        answer = resolve;
        signal.addEventListener('abort', () => {
          endsOf();
          resolve(NO);
        });
      });
    },
    report: () => undefined,
  });
  /** True if the app may end. */
  const end = (how: 'quit' | 'close'): boolean => {
    const event = { preventDefault: vi.fn() };
    if (how === 'quit') app.emit('before-quit', event);
    else window.emit('close', event);
    return event.preventDefault.mock.calls.length === 0;
  };
  return {
    app,
    questions,
    end,
    endsOf,
    leaveRest,
    answer: async (given: Answer) => {
      answer(given);
      await new Promise(setImmediate);
    },
    settle: async (next: readonly GuardedSend[] = [], isKnown = true) => {
      sends = next;
      current.settle(isKnown);
      await new Promise(setImmediate);
    },
    /** Replaces the requests under way. Returns a function that settles the previous ones. */
    goOn: (next: readonly GuardedSend[]) => {
      const { settle } = current;
      [sends, current] = [next, outcome()];
      return async () => {
        settle();
        await new Promise(setImmediate);
      };
    },
  };
}

it.each(['quit', 'close'] as const)('%s: the app ends at once when no request is under way', (how) => {
  const { end, questions, leaveRest } = start([]);
  expect(end(how)).toBe(true);
  expect(leaveRest).toHaveBeenCalled();
  expect(questions).toEqual([]);
});

it.each(['quit', 'close'] as const)(
  '%s: while a request is under way the app asks once, and a no changes nothing',
  async (how) => {
    const { app, end, questions, answer, leaveRest } = start([forwardOf(sandbox)]);
    expect(end(how)).toBe(false);
    expect(end('quit')).toBe(false);
    expect(questions).toMatchObject([
      {
        title: 'A request is still on its way',
        cancelLabel: 'Wait',
        confirmLabel: 'Quit anyway',
        danger: 'caution',
      },
    ]);
    expect(questions[0]?.lead.join(' ')).toMatch(/may still be carried out.*as unknown/);
    expect(questions[0]?.facts).toMatchObject([
      { prefix: 'PUT', value: 'https://psp.example.net/charge?a=b' },
      { label: 'Profile', value: 'Sandbox EU' },
    ]);
    await answer(NO);
    expect(app.quit).not.toHaveBeenCalled();
    expect(leaveRest).not.toHaveBeenCalled();
    // The question is asked again the next time.
    expect(end(how)).toBe(false);
    expect(questions).toHaveLength(2);
  },
);

it('a yes ends the app without further questions', async () => {
  const { app, end, questions, answer, leaveRest } = start([forwardOf(production), forwardOf(sandbox)]);
  expect(end('close')).toBe(false);
  expect(questions).toMatchObject([{ title: '2 requests are still on their way', danger: 'production' }]);
  await answer(YES);
  expect(leaveRest).toHaveBeenCalledBefore(app.quit);
  expect(app.quit).toHaveBeenCalledOnce();
  expect(end('quit')).toBe(true);
  expect(end('close')).toBe(true);
});

it('when the outcome arrives during the question, what is left unsent is dropped and the app ends as requested', async () => {
  const { app, end, endsOf, settle, leaveRest } = start([forwardOf(sandbox)]);
  expect(end('quit')).toBe(false);
  expect(leaveRest).not.toHaveBeenCalled();
  await settle();
  expect(leaveRest).toHaveBeenCalledBefore(endsOf);
  expect(endsOf).toHaveBeenCalledOnce();
  expect(app.quit).toHaveBeenCalledOnce();
  expect(end('quit')).toBe(true);
});

it('when the outcome that arrives during the question is unknown, the app stays to show it, and can be quit', async () => {
  const { app, end, questions, endsOf, settle } = start([forwardOf(sandbox)]);
  expect(end('quit')).toBe(false);
  await settle([], false);
  expect(endsOf).toHaveBeenCalledOnce();
  expect(app.quit).not.toHaveBeenCalled();
  expect(end('quit')).toBe(true);
  expect(questions).toHaveLength(1);
});

it('a request sent during the question is asked about as well', async () => {
  const { end, questions, settle } = start([forwardOf(sandbox)]);
  expect(end('quit')).toBe(false);
  await settle([forwardOf(production)]);
  expect(end('quit')).toBe(false);
  expect(questions).toHaveLength(2);
});

it('a no still holds when the outcome arrives later', async () => {
  const { app, end, answer, settle, leaveRest } = start([forwardOf(sandbox)]);
  expect(end('close')).toBe(false);
  await answer(NO);
  await settle();
  expect(app.quit).not.toHaveBeenCalled();
  expect(leaveRest).not.toHaveBeenCalled();
});

it("the outcome of an earlier question's request neither answers a later question nor drops what is unsent", async () => {
  const { app, end, questions, answer, goOn, leaveRest } = start([forwardOf(sandbox)]);
  expect(end('quit')).toBe(false);
  await answer(NO);
  const settleFirst = goOn([forwardOf(production)]);
  expect(end('quit')).toBe(false);
  await settleFirst();
  expect(leaveRest).not.toHaveBeenCalled();
  expect(end('quit')).toBe(false);
  expect(questions).toHaveLength(2);
  await answer(NO);
  expect(app.quit).not.toHaveBeenCalled();
});

it.each(['quit', 'close'] as const)(
  '%s: while typed text is in memory only the app asks, until the answer is yes',
  async (how) => {
    const { app, end, questions, answer, leaveRest } = start([], { losesTyped: true });
    expect(end(how)).toBe(false);
    expect(questions).toMatchObject([
      { title: 'Quit and lose what you typed?', cancelLabel: 'Stay', confirmLabel: 'Quit anyway' },
    ]);
    await answer(NO);
    expect(app.quit).not.toHaveBeenCalled();
    expect(leaveRest).not.toHaveBeenCalled();
    expect(end(how)).toBe(false);
    await answer(YES);
    expect(leaveRest).toHaveBeenCalledBefore(app.quit);
    expect(end(how)).toBe(true);
    expect(questions).toHaveLength(2);
  },
);

it('when the outcome arrives during the question, typed text in memory is still asked about', async () => {
  const { end, questions, settle } = start([forwardOf(sandbox)], { losesTyped: true });
  expect(end('quit')).toBe(false);
  await settle();
  expect(end('quit')).toBe(false);
  expect(questions.map(({ title }) => title)).toEqual([
    'A request is still on its way',
    'Quit and lose what you typed?',
  ]);
});

it('the app ends without a question when its window has crashed', () => {
  const { end, questions } = start([forwardOf(sandbox)], { isCrashed: true, losesTyped: true });
  expect(end('quit')).toBe(true);
  expect(questions).toEqual([]);
});
