import type { Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars } from '@codemirror/view';

/** Shows control characters, invisible ones and lone surrogates as signs. Editing beside one leaves it what it is. */
export function specialCharacters(): Extension {
  return [
    highlightSpecialChars({ addSpecialChars: /\p{Surrogate}/gu, render: drawn }),
    EditorView.inputHandler.of((view, from, to, text, insert) => {
      const written = withoutSigns(view.state.sliceDoc(from, to), text);
      if (written === text) return false;
      view.dispatch({
        changes: { from, to, insert: view.state.toText(written) },
        selection: insert().newSelection,
        userEvent: 'input.type',
        scrollIntoView: true,
      });
      return true;
    }),
  ];
}

function drawn(code: number, description: string | null): HTMLElement {
  const element = document.createElement('span');
  Object.assign(element, { className: 'cm-specialChar', textContent: signOf(code) });
  if (description !== null) Object.assign(element, { title: description, ariaLabel: description });
  return element;
}

/** Of a control character its picture, as ␍; of all others a bullet */
function signOf(code: number): string {
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '•';
}

/**
 * Typing over a selection makes Chromium move the rest of the last line to the first, and it copies what the signs in it
 * look like: the editor then reads a sign that nobody typed. What is the same at the end or the beginning of both texts,
 * a sign counting as its character, was not typed.
 * @param replaced of the document
 * @param inserted as read from the page
 */
export function withoutSigns(replaced: string, inserted: string): string {
  const units = inserted.split('');
  const keeps = (at: number, from: number): boolean => {
    const [unit, was] = [inserted[at], replaced[from]];
    if (unit === undefined || was === undefined) return false;
    if (unit !== was && unit !== signOf(was.charCodeAt(0))) return false;
    units[at] = was;
    return true;
  };
  const shorter = Math.min(inserted.length, replaced.length);
  let end = 0;
  while (end < shorter && keeps(inserted.length - 1 - end, replaced.length - 1 - end)) end += 1;
  let start = 0;
  while (start + end < shorter && keeps(start, start)) start += 1;
  return units.join('');
}
