import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { BackgroundNotices } from './background-notices';

const JOB = { job: 'The list of 3 sessions', failed: false };

function setUp({ focused }: { readonly focused: boolean }) {
  const emitter = new EventEmitter();
  const window = {
    isFocused: () => focused,
    once: (event: 'focus', listener: () => void) => emitter.once(event, listener),
    flashFrame: vi.fn(),
    isMinimized: () => true,
    restore: vi.fn(),
    show: vi.fn(),
    focus: vi.fn(),
  };
  const system = { notify: vi.fn<(words: string, onClick: () => void) => void>(), setCount: vi.fn() };
  // A BrowserWindow reduced to what is used here.
  const notices = new BackgroundNotices(() => window as never, system);
  return { emitter, window, system, notices };
}

it('says nothing while the window has focus, or without a window', () => {
  const { notices, system } = setUp({ focused: true });
  notices.tell(JOB);
  new BackgroundNotices(() => null, system).tell(JOB);
  expect(system.notify).not.toHaveBeenCalled();
  expect(system.setCount).not.toHaveBeenCalled();
});

it('says which job ended and how, and counts until the window has focus', () => {
  const { notices, system, window, emitter } = setUp({ focused: false });
  notices.tell(JOB);
  notices.tell({ ...JOB, failed: true });
  expect(system.notify.mock.calls.map(([words]) => words)).toEqual([
    'The list of 3 sessions has ended.',
    'The list of 3 sessions ended with an error.',
  ]);
  emitter.emit('focus');
  notices.tell(JOB);
  expect(system.setCount.mock.calls).toEqual([[1], [2], [0], [1]]);
  expect(window.flashFrame.mock.calls).toEqual([[true], [true], [false], [true]]);
});

it('shows and focuses the window when the notification is clicked', () => {
  const { notices, system, window } = setUp({ focused: false });
  notices.tell(JOB);
  system.notify.mock.calls[0]?.[1]();
  for (const way of [window.restore, window.show, window.focus]) expect(way).toHaveBeenCalledOnce();
});
