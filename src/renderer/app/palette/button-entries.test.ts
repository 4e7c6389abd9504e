import { beforeEach, expect, it, vi } from 'vitest';
import { offerActions } from '../../components/offered-actions';
import { buttonEntries } from './button-entries';
import type { Entry } from './entry';

const known: Entry = { key: 'replay', group: 'Actions', icon: 'run', words: 'Replay', run: () => undefined };

beforeEach(() => {
  document.body.innerHTML = '';
  // The tests' window has no layout.
  vi.spyOn(HTMLElement.prototype, 'checkVisibility').mockImplementation(function (this: HTMLElement) {
    return !this.hidden;
  });
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

it('finds what is in a menu and can be done, and does it', () => {
  document.body.innerHTML = `<button aria-haspopup="menu">More</button><button aria-haspopup="menu" hidden>Other</button>
    <ul><li><button aria-haspopup="menu">More for card 1</button></li></ul>`;
  const run = vi.fn();
  const never = vi.fn();
  const [menu, ...others] = document.body.querySelectorAll('button');
  if (menu === undefined) throw new Error('there is no menu');
  offerActions(menu, () => [
    { label: 'Edit and replay', run },
    { label: 'Compare', disabled: true, run: never },
    { label: 'As Markdown', checked: false, run: never },
  ]);
  for (const other of others) offerActions(other, () => [{ label: 'Delete', run: never }]);
  const entries = buttonEntries(document.body, [known]);
  expect(entries.map(({ words }) => words)).toEqual(['More', 'Edit and replay']);
  entries[1]?.run();
  expect(run).toHaveBeenCalledOnce();
  expect(never).not.toHaveBeenCalled();
});

it('finds the tabs of a pane and the options of a switch that are not chosen, and no status that can be pressed', () => {
  expect(
    wordsIn(`<div role="tablist"><button class="tabs__tab" role="tab" aria-selected="true">Result</button>
      <button class="tabs__tab" role="tab" aria-selected="false">Preview</button></div>
      <div role="radiogroup"><button class="segmented__item" role="radio" aria-checked="false">Dry run</button></div>
      <button data-unlisted>Ready to send</button>`),
  ).toEqual(['Preview', 'Dry run']);
});
