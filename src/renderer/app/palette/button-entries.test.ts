import { beforeEach, expect, it, vi } from 'vitest';
import { buttonEntries } from './button-entries';
import type { Entry } from './entry';

const known: Entry = { key: 'replay', group: 'Actions', icon: 'run', words: 'Replay', run: () => undefined };

beforeEach(() => {
  document.body.innerHTML = '';
  // The tests' window has no layout.
  HTMLElement.prototype.checkVisibility = function (this: HTMLElement) {
    return !this.hidden;
  };
});

function wordsIn(html: string): readonly string[] {
  document.body.innerHTML = html;
  return buttonEntries(document.body, [known]).map(({ words }) => words);
}

it('finds each button once, by its text or label', () => {
  expect(
    wordsIn(`<button><svg aria-hidden="true"></svg>Copy for a ticket</button>
      <button> Load all <span>of them</span><span class="key" aria-hidden="true">L</span></button>
      <button aria-label="Close list">x</button><button>close list</button><button><svg></svg></button>`),
  ).toEqual(['Copy for a ticket', 'Load all of them', 'Close list']);
});

it('leaves out buttons that are unavailable, already known, or in a list', () => {
  expect(
    wordsIn(`<button disabled>A</button><button aria-disabled="true">B</button><button hidden>C</button>
      <button>Replay</button><button aria-keyshortcuts="Control+Enter">Send</button>
      <ul><li><button>Ada Example</button></li></ul><button role="tab">JSON</button>
      <div role="grid"><button>Sort</button></div>`),
  ).toEqual([]);
});

it('clicks the chosen button, or opens its menu by keyboard', () => {
  document.body.innerHTML = '<button>Load all</button><button aria-haspopup="menu">Export</button>';
  const [plain, menu] = document.body.querySelectorAll('button');
  const clicked = vi.fn();
  const opened = vi.fn();
  plain?.addEventListener('click', clicked);
  menu?.addEventListener('click', clicked);
  menu?.addEventListener('keydown', ({ key }) => opened(key));
  for (const { run } of buttonEntries(document.body, [])) run();
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(opened.mock.calls).toEqual([['Enter']]);
  expect(document.activeElement).toBe(menu);
});
