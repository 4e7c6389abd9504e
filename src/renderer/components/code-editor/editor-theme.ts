import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor's look from the tokens of styles/tokens.css, which also covers light and dark. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: '12.5px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '20px',
    overflow: 'auto',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    border: 'none',
    userSelect: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0', minWidth: '32px' },
  '.cm-foldGutter': { width: '12px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 2px', color: 'var(--muted)' },
  // Shown only under the pointer, and where something is folded.
  '.cm-foldGutter [title="Fold line"]': { opacity: '0' },
  '&:hover .cm-foldGutter [title="Fold line"]': { opacity: '1' },
  '.cm-errorLine': { backgroundColor: 'var(--error-soft)' },
  '.cm-gutterElement.cm-errorLine': { color: 'var(--error)', fontWeight: '600' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--mark)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { outline: '1.5px solid var(--accent)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--input-edge)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--error)',
  },
  '.cm-foldPlaceholder': {
    margin: '0 2px',
    padding: '0 5px',
    border: '1px solid var(--hairline)',
    borderRadius: '4px',
    backgroundColor: 'var(--neutral-soft)',
    color: 'var(--muted)',
  },
  '.cm-specialChar': { color: 'var(--error)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--error) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': { backgroundImage: 'none' },
  // A finding about no text in particular, such as that there is none.
  '.cm-lintPoint:after': { borderBottomColor: 'var(--error)' },
  '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--warning)' },
});

/** Overlays on the text: completions, explanations, and the find and replace panel. */
const overlays = EditorView.theme({
  '.cm-tooltip': {
    border: 'none',
    borderRadius: 'var(--radius-large)',
    backgroundColor: 'var(--popover)',
    boxShadow: 'var(--raised)',
    color: 'var(--text)',
    overflow: 'hidden',
  },
  '.cm-tooltip-hover, .cm-tooltip-lint': { maxWidth: '56ch', fontFamily: 'var(--font)' },
  '.cm-diagnostic': { padding: '4px 8px', fontSize: '13px', borderLeftWidth: '3px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--input-edge)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '384px',
    maxWidth: 'min(560px, 80vw)',
    maxHeight: '288px',
    padding: '4px',
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
  },
  // What it becomes is at the end of the line, or below the name when both do not fit on one.
  '.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    columnGap: '16px',
    padding: '4px 8px !important',
    lineHeight: '20px !important',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    borderRadius: 'var(--radius)',
  },
  // Its keys, shown below the list.
  '.cm-tooltip-autocomplete::after': {
    content: '"↑ ↓ choose     ↵ insert     Esc close"',
    display: 'block',
    height: '28px',
    padding: '0 12px',
    borderTop: '1px solid var(--hairline)',
    color: 'var(--muted)',
    font: 'var(--meta)',
    lineHeight: '27px',
    whiteSpace: 'pre',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selected) !important',
    color: 'var(--text) !important',
  },
  '.cm-completionDetail': {
    marginLeft: '0',
    color: 'var(--muted)',
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip-autocomplete > ul > completion-section': {
    padding: '6px 8px 2px !important',
    fontWeight: '600',
    border: 'none !important',
    color: 'var(--muted)',
    fontFamily: 'var(--font)',
    fontSize: '12px',
    opacity: '1 !important',
  },
  // Otherwise only background colours would show which one Enter takes and where the menu ends.
  '@media (forced-colors: active)': {
    '.cm-tooltip': { border: '1px solid CanvasText' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'Highlight !important',
      color: 'HighlightText !important',
      forcedColorAdjust: 'none',
    },
    '.cm-tooltip-autocomplete > ul > li[aria-selected] > *': { color: 'HighlightText' },
  },
  '.cm-panels': {
    backgroundColor: 'var(--chrome)',
    color: 'var(--text)',
    fontFamily: 'var(--font)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--hairline)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 6px',
    alignItems: 'center',
    padding: '6px 30px 6px 8px',
  },
  '.cm-panel.cm-search :is(input, button, label)': { margin: '0' },
  '.cm-panel.cm-search label': { display: 'inline-flex', gap: '3px', alignItems: 'center', fontSize: '12px' },
  // The panel's line break: what follows begins a new row.
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', content: '""', display: 'block' },
  '.cm-panel.cm-search .cm-textfield': { width: '140px' },
  // A cursor at every match is of no use in a body.
  '.cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-textfield': {
    height: '24px',
    margin: '0',
    padding: '0 6px',
    border: '1px solid var(--input-edge)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '12.5px',
    fontFamily: 'var(--font-mono)',
  },
  '.cm-button': {
    height: '24px',
    padding: '0 8px',
    border: '1px solid var(--input-edge)',
    borderRadius: '4px',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontSize: '12px',
  },
  '.cm-button:hover': { backgroundColor: 'var(--hover)' },
  '.cm-button:active': { backgroundImage: 'none' },
  '.cm-panel.cm-search [name=close]': {
    top: '6px',
    right: '6px',
    color: 'var(--text)',
    cursor: 'default',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--syntax-key)' },
  { tag: tags.string, color: 'var(--syntax-string)' },
  { tag: tags.number, color: 'var(--syntax-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--syntax-literal)' },
  { tag: tags.invalid, color: 'var(--error)' },
]);

export const editorTheme: Extension = [look, overlays, syntaxHighlighting(colours)];
