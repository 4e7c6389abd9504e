import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { TextEdit } from '@shared/text/text-edits';
import { applyEdits } from '@shared/text/text-edits';
import { EditorDocument } from './editor-document';
import { baseExtensions } from './editor-setup';

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: baseExtensions('') });
}

describe('EditorDocument', () => {
  it.each(['a\r\nb\rc\n', '\n\n', '\ud83d alone', '\u2028\u2029\u0085', '', 'no end of line'])(
    'gives back the exact text it was made of, through the editor too: %j',
    (text) => {
      const document = new EditorDocument({ text });
      expect(document.text).toBe(text);
      document.state = stateOf(text);
      expect(document.text).toBe(text);
      expect(document.length).toBe(text.length);
    },
  );

  it('tells of edits, with and without an editor, so that a copy can follow', () => {
    let copy = 'one two';
    const follow = (edits: readonly TextEdit[]): void => {
      copy = applyEdits(copy, edits) ?? 'does not fit';
    };
    const document = new EditorDocument({ text: copy, onEdit: follow });
    document.edit({ changes: { from: 4, to: 7, insert: 'three' } });
    expect(copy).toBe('one three');
    document.state = stateOf(document.text);
    document.edit({ changes: { from: 0, to: 3, insert: '1\r\n' } });
    expect(copy).toBe(document.text);
    document.replace('{}');
    expect([copy, document.text]).toEqual(['{}', '{}']);
  });

  it('counts lines as the editor does', () => {
    const document = new EditorDocument({ text: 'a\rb\nc' });
    document.state = stateOf(document.text);
    expect(document.lineAndColumn(4)).toEqual({ line: 2, column: 1 });
  });

  it('keeps its text when another editor takes it over', () => {
    const document = new EditorDocument({ text: 'a' });
    document.adopt({});
    document.state = stateOf('changed');
    document.adopt({});
    expect(document.state).toBeNull();
    expect(document.text).toBe('changed');
  });
});
