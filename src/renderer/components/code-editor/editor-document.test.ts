import { undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { applyEdits, type TextEdit } from '@shared/text/text-edits';
import { EditorDocument } from './editor-document';
import { baseExtensions } from './editor-setup';

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: baseExtensions('') });
}

describe('EditorDocument', () => {
  it.each(['a\r\nb\rc\n', '\n\n', '\ud83d alone', '\u2028\u2029\u0085', '', 'no end of line'])(
    'returns the exact text it was created with, also when read through the editor: %j',
    (text) => {
      const document = new EditorDocument({ text });
      expect(document.text).toBe(text);
      document.state = stateOf(text);
      expect(document.text).toBe(text);
      expect(document.length).toBe(text.length);
    },
  );

  it('reports edits with and without an editor, so that a copy can follow', () => {
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

  it('inserts a large text as one undo step and one edit', async () => {
    const before = '[1,2]';
    const large = `[\n${'"😀 é\r",\n'.repeat(60_000)}"\ud83d"]`;
    const told: TextEdit[] = [];
    const document = new EditorDocument({ text: before, onEdit: (edits) => told.push(...edits) });
    document.state = stateOf(before);
    await document.replaceInParts(large, 7);
    expect(document.text === large).toBe(true);
    expect(document.state.doc.toString() === large).toBe(true);
    expect(document.state.selection.main.head).toBe(7);
    expect(told).toHaveLength(1);
    expect(applyEdits(before, told) === large).toBe(true);
    const { state } = document;
    undo({ state, dispatch: (transaction) => (document.state = transaction.state) });
    expect(document.text).toBe(before);
  });

  it('drops a large text if something is typed while it is prepared', async () => {
    const document = new EditorDocument({ text: 'a' });
    document.state = stateOf('a');
    const replaced = document.replaceInParts('x'.repeat(500_000), 0);
    document.edit({ changes: { from: 1, to: 1, insert: 'b' } });
    await replaced;
    expect(document.text).toBe('ab');
  });

  it('counts lines as the editor does', () => {
    const document = new EditorDocument({ text: 'a\rb\nc' });
    document.state = stateOf(document.text);
    expect(document.lineAndColumn(4)).toEqual({ line: 2, column: 1 });
  });

  it('keeps its text when another editor adopts it', () => {
    const document = new EditorDocument({ text: 'a' });
    document.adopt({});
    document.state = stateOf('changed');
    document.adopt({});
    expect(document.state).toBeNull();
    expect(document.text).toBe('changed');
  });
});
