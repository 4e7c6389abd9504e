import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Transaction, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { RENUMBER } from './editor-document';
import { editorTheme } from './editor-theme';
import { errorLines } from './error-lines';
import { specialCharacters } from './special-characters';

export type EditorLanguage = 'json' | 'text';

/**
 * The JSON grammar knows its brackets. Without these characters they are not searched for in text that is not parsed
 * yet.
 */
const NO_BRACKETS = '\0\0';

/**
 * The search for the matching bracket reads a line to its end: it took 105 ms in 5 MB of JSON on one line that was
 * hardly parsed.
 */
export function languageExtension(language: EditorLanguage): Extension {
  return language === 'json' ? [json(), bracketMatching({ brackets: NO_BRACKETS })] : bracketMatching();
}

/** What may change while a text is shown: `label` is its accessible name. */
export interface EditorRole {
  readonly label: string;
  readonly readOnly: boolean;
}

export function roleExtension({ label, readOnly }: EditorRole): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      // Editable text is focusable anyway; this is for checks that look for a way to scroll by keyboard.
      tabindex: '0',
      'aria-label': label,
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
      translate: 'no',
    }),
  ];
}

/**
 * Everything but language and role. Only a line feed ends a line, so that a carriage return is an ordinary character:
 * shown, and kept. Tab leaves the editor like any field, or accepts an offered completion.
 */
export function baseExtensions(nonce: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of(unixLines),
    indentUnit.of('  '),
    errorLines,
    lineNumbers(),
    foldGutter({ openText: '⌄', closedText: '›' }),
    specialCharacters(),
    history(),
    EditorState.transactionExtender.of((change) =>
      change.isUserEvent(RENUMBER) ? { annotations: Transaction.addToHistory.of(false) } : null,
    ),
    drawSelection(),
    dropCursor(),
    rectangularSelection(),
    crosshairCursor(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    closeBrackets(),
    autocompletion({ icons: false, activateOnTyping: true, defaultKeymap: true }),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorState.phrases.of(PHRASES),
    editorTheme,
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      // With nothing left in the editor, the keys are free to undo something else.
      ...historyKeymap.map((keys) => (keys.run === undo ? { ...keys, preventDefault: false } : keys)),
      ...foldKeymap,
      ...lintKeymap,
      ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ]),
  ];
}

/** The texts of the find and replace panel. */
const PHRASES: Readonly<Record<string, string>> = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  replace: 'Replace',
  'replace all': 'Replace all',
  'match case': 'Match case',
  regexp: 'Pattern',
  'by word': 'Whole words',
  close: 'Close',
};

/** Some systems copy every line break as two characters. A text that has such breaks keeps them. */
function unixLines(pasted: string, state: EditorState): string {
  const own = state.doc.line(1).text.endsWith('\r');
  return own ? pasted : pasted.replaceAll('\r\n', '\n');
}
