import type { ChangeSet, EditorState, StateEffect, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { lineAndColumn, type LineColumn } from '@shared/json/positions';
import { applyEdits, type TextEdit } from '@shared/text/text-edits';
import { yieldToMessages } from '../json-view/worker/run-in-slices';
import { nextFrame } from '../next-frame';
import { editsOf } from './edits-of';

/** A person's position in a text, in UTF-16 offsets. */
export interface EditorPlace {
  /** The fixed end of the selection. */
  readonly anchor: number;
  /** The end with the cursor. */
  readonly head: number;
  /** Start of the first visible line. */
  readonly top: number;
}

const TEXT_START: EditorPlace = { anchor: 0, head: 0, top: 0 };

/** The user event of edits that are not in the undo history, because they are undone elsewhere. */
export const RENUMBER = 'renumber';

/** How many characters the editor takes in at once. */
const PART = 200_000;

const isOne = (changes: TextEdit | readonly TextEdit[]): changes is TextEdit => !Array.isArray(changes);

export interface EditorDocumentOptions {
  readonly text: string;
  readonly place?: EditorPlace;
  /** Called when the text has changed. It gets the edits, because reading all of a large text takes milliseconds. */
  readonly onEdit?: (edits: readonly TextEdit[]) => void;
  /** Called when cursor, selection or scroll position has changed. */
  readonly onMove?: () => void;
}

/**
 * A text with its undo history, cursor and scroll position. It outlives the editor that shows it, and can exist without
 * CodeMirror. The text is exact: line breaks are part of it and stay unchanged.
 */
export class EditorDocument {
  /** Null until an editor has shown the text; that editor keeps it up to date. */
  state: EditorState | null = null;
  /** The editor that shows it now. */
  view: EditorView | null = null;
  /** Set by the editor that shows it: turns the language on or off. */
  languageEffect: ((isOn: boolean) => StateEffect<unknown>) | null = null;
  /** The scroll position when the editor last left it. */
  scroll: StateEffect<unknown> | null = null;
  /** The editor that made `state`, because a state keeps the extensions that it was made with. */
  private maker: object | null = null;
  private readText: { readonly of: unknown; readonly text: string };
  private known: EditorPlace;
  /** The text that is about to replace everything. */
  private whole: string | null = null;

  constructor(private readonly options: EditorDocumentOptions) {
    this.readText = { of: null, text: options.text };
    this.known = options.place ?? TEXT_START;
  }

  get text(): string {
    const doc = this.state?.doc ?? null;
    if (doc !== null && this.readText.of !== doc) this.readText = { of: doc, text: doc.toString() };
    return this.readText.text;
  }

  /** In UTF-16 units, without reading the text. */
  get length(): number {
    return this.state?.doc.length ?? this.readText.text.length;
  }

  /** A part of the text, without reading the rest. */
  slice(from: number, to: number): string {
    return this.state?.sliceDoc(from, Math.min(to, this.length)) ?? this.readText.text.slice(from, to);
  }

  /** Counts like the editor, in which only a line feed ends a line. */
  lineAndColumn(offset: number): LineColumn {
    if (this.state === null) return lineAndColumn(this.readText.text, offset);
    const at = Math.min(offset, this.length);
    const line = this.state.doc.lineAt(at);
    return { line: line.number, column: at - line.from + 1 };
  }

  get place(): EditorPlace {
    return this.known;
  }

  /**
   * One undo step, whether or not an editor shows the text. Several edits come from the last to the first; with
   * `RENUMBER` they are not the person's typing, and are undone elsewhere.
   */
  edit(change: TransactionSpec & { readonly changes: TextEdit | readonly TextEdit[] }): void {
    if (this.state !== null) {
      this.apply(change);
    } else {
      const edits = isOne(change.changes) ? [change.changes] : change.changes;
      this.readText = { of: null, text: applyEdits(this.readText.text, edits) ?? '' };
      if (isOne(change.changes)) {
        const cursor = change.changes.from + change.changes.insert.length;
        this.known = { anchor: cursor, head: cursor, top: 0 };
      }
      this.options.onEdit?.(edits);
    }
  }

  /** Replaces the whole text. */
  replace(text: string, cursor = Math.min(this.known.head, text.length)): void {
    this.edit({
      changes: { from: 0, to: this.length, insert: text },
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: 'input.replace',
    });
  }

  /**
   * Like `replace`, as one undo step, but without missing a frame: the editor's form of a large text is built in parts,
   * and parsed in the frame after. If the person types meanwhile, nothing is replaced.
   */
  async replaceInParts(text: string, cursor: number): Promise<void> {
    const before = this.state;
    if (before === null || text.length <= PART) return this.replace(text, cursor);
    let doc = before.toText('');
    for (let from = 0; from < text.length; from += PART) {
      doc = doc.append(before.toText(text.slice(from, from + PART)));
      await yieldToMessages();
    }
    const { state } = this;
    if (state === null || state.doc !== before.doc) return;
    this.whole = text;
    this.apply({
      changes: { from: 0, to: state.doc.length, insert: doc },
      selection: { anchor: cursor },
      scrollIntoView: true,
      userEvent: 'input.replace',
      ...(this.languageEffect === null ? {} : { effects: this.languageEffect(false) }),
    });
    this.whole = null;
    this.readText = { of: this.state?.doc ?? null, text };
    await nextFrame();
    // An editor that has shown the document again in the meantime has set its language.
    if (this.view !== null && this.languageEffect !== null)
      this.view.dispatch({ effects: this.languageEffect(true) });
  }

  private apply(change: TransactionSpec): void {
    if (this.view !== null) {
      this.view.dispatch(change);
    } else if (this.state !== null) {
      const transaction = this.state.update(change);
      this.state = transaction.state;
      this.changed(transaction.changes);
    }
  }

  /** Called by an editor that is about to show it: another editor's state is dropped, including the undo history. */
  adopt(editor: object): void {
    if (this.maker === editor) return;
    this.readText = { of: null, text: this.text };
    this.state = null;
    this.scroll = null;
    this.maker = editor;
  }

  /** Called by the editor that shows it. */
  changed(changes: ChangeSet): void {
    this.options.onEdit?.(editsOf(changes, this.whole));
  }

  /** Called by the editor that shows it. */
  moved(place: EditorPlace): void {
    const { anchor, head, top } = this.known;
    if (place.anchor === anchor && place.head === head && place.top === top) return;
    this.known = place;
    this.options.onMove?.();
  }
}
