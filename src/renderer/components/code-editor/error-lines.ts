import { forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { RangeSet, RangeSetBuilder, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass, type DecorationSet } from '@codemirror/view';

const line = Decoration.line({ class: 'cm-errorLine' });
const number = new (class extends GutterMarker {
  override elementClass = 'cm-errorLine';
})();

interface ErrorLines {
  readonly lines: DecorationSet;
  readonly numbers: RangeSet<GutterMarker>;
}

const NONE: ErrorLines = { lines: Decoration.none, numbers: RangeSet.empty };

function readLines(state: EditorState): ErrorLines {
  const starts = new Set<number>();
  forEachDiagnostic(state, ({ severity }, from) => {
    if (severity === 'error') starts.add(state.doc.lineAt(from).from);
  });
  if (starts.size === 0) return NONE;
  const lines = new RangeSetBuilder<Decoration>();
  const numbers = new RangeSetBuilder<GutterMarker>();
  for (const start of [...starts].sort((one, other) => one - other)) {
    lines.add(start, start, line);
    numbers.add(start, start, number);
  }
  return { lines: lines.finish(), numbers: numbers.finish() };
}

const field = StateField.define<ErrorLines>({
  create: readLines,
  update(known, transaction) {
    if (transaction.effects.some((effect) => effect.is(setDiagnosticsEffect)))
      return readLines(transaction.state);
    if (!transaction.docChanged || known === NONE) return known;
    return { lines: known.lines.map(transaction.changes), numbers: known.numbers.map(transaction.changes) };
  },
  provide: (self) => [
    EditorView.decorations.from(self, ({ lines }) => lines),
    gutterLineClass.from(self, ({ numbers }) => numbers),
  ],
});

/** A line with an error has a coloured number and background; the error itself is underlined. */
export const errorLines: Extension = field;
