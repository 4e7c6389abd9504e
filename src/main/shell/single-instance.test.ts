import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testingFolder } from '../testing/testing-folder';
import { answerSecondStarts, isOnlyOne } from './single-instance';

const LINK = 'payments-explorer://session/11111111-0000-4000-8000-000000000001';

function start(destroyed: boolean | null, minimized = false) {
  const relaunch = vi.fn();
  const app = Object.assign(new EventEmitter(), { relaunch });
  const restore = vi.fn();
  const focus = vi.fn();
  const gone = (): never => {
    throw new TypeError('Object has been destroyed');
  };
  const window = {
    isDestroyed: () => destroyed === true,
    isMinimized: () => (destroyed ? gone() : minimized),
    restore,
    focus: () => (destroyed ? gone() : void focus()),
  };
  answerSecondStarts(app, () => (destroyed === null ? null : window), ['--user-data-dir=/d', LINK]);
  return {
    relaunch,
    restore,
    focus,
    secondStart: (...args: string[]) => app.emit('second-instance', {}, ['/app', ...args]),
  };
}

describe('a second start', () => {
  it('restores and focuses the existing window', () => {
    const { secondStart, restore, focus, relaunch } = start(false, true);
    secondStart();
    expect(restore).toHaveBeenCalledOnce();
    expect(focus).toHaveBeenCalledOnce();
    expect(relaunch).not.toHaveBeenCalled();
  });

  it('does not relaunch an app that has not opened its window yet', () => {
    const { secondStart, relaunch } = start(null);
    secondStart();
    expect(relaunch).not.toHaveBeenCalled();
  });

  it('while the app ends relaunches it once, with the same arguments', () => {
    const { secondStart, relaunch } = start(true);
    secondStart('--user-data-dir=/d');
    secondStart('--user-data-dir=/d');
    expect(relaunch.mock.calls).toEqual([[{ args: ['--user-data-dir=/d'] }]]);
  });

  it('while the app ends relaunches it with the link of the second start, not of the first', () => {
    const { secondStart, relaunch } = start(true);
    const link = LINK.replace(/1$/, '2');
    secondStart('--user-data-dir=/d', link);
    expect(relaunch.mock.calls).toEqual([[{ args: ['--user-data-dir=/d', link] }]]);
  });
});

describe('an app that gets no lock', () => {
  const folder = testingFolder();
  const locked = { requestSingleInstanceLock: () => false };

  it('is the second one if its data folder can be written', () => {
    expect(isOnlyOne(locked, folder)).toBe(false);
  });

  it.each([
    ['is not there', 'none'],
    ['is a file', 'file'],
    ['is below a file', 'file/data'],
  ])('starts if its data folder %s, as no lock can be made there', (_what, place) => {
    writeFileSync(join(folder, 'file'), '');
    expect(isOnlyOne(locked, join(folder, place))).toBe(true);
  });
});
