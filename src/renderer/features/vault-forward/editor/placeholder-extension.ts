import {
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSection,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip, MatchDecorator } from '@codemirror/view';
import { decoratedBy } from '@renderer/components/code-editor/decorated-by';
import {
  placeholderCatalogue,
  placeholderCompletions,
  sampleValue,
  type OwnPlaceholder,
  type PlaceholderSource,
} from '@shared/vault-forward/placeholder-catalogue';
import { namesOf, scanPlaceholders } from '@shared/vault-forward/placeholder-scan';
import { SOURCE_LABELS } from './source-labels';

export interface PlaceholderFacts {
  readonly paymentMethods: number;
  readonly own: readonly OwnPlaceholder[];
  /** True if the body is JSON, where a placeholder stands in quotes. */
  readonly json: boolean;
}

/** Shows placeholders as chips, explains what each one becomes, and offers them after `{{`. */
export function placeholderExtension(facts: PlaceholderFacts): Extension {
  // Always the same function, as CodeMirror recognises a source by it.
  const source = (context: CompletionContext): CompletionResult | null => complete(context, facts);
  const data = [{ autocomplete: source }];
  return [
    // Lowest precedence puts the chip around any other decoration, so that it stays in one piece.
    Prec.lowest(chips(facts)),
    explanations(facts),
    EditorState.languageData.of(() => data),
    offerAfterBraces,
    look,
  ];
}

const PLACEHOLDER = /\{\{[ \t]*[A-Za-z_][A-Za-z0-9_]*(?:[ \t]+or[ \t]+[A-Za-z_][A-Za-z0-9_]*)*[ \t]*\}\}/g;

/** Searches only the visible part of the text. */
function chips({ own }: PlaceholderFacts): Extension {
  const sources = new Map(placeholderCatalogue(own).map(({ name, source }) => [name, source]));
  const decorator = new MatchDecorator({
    regexp: PLACEHOLDER,
    decoration: ([written]) => {
      const [found] = scanPlaceholders(written, 'text').placeholders;
      const known = (found ? namesOf(found) : []).map(({ name }) => sources.get(name));
      const source = known.includes(undefined) ? undefined : known[0];
      return Decoration.mark({ class: `cm-chip cm-chip--${source ?? 'unknown'}` });
    },
  });
  return decoratedBy(decorator);
}

function explanations({ own }: PlaceholderFacts): Extension {
  const kinds = new Map(placeholderCatalogue(own).map((entry) => [entry.name, entry]));
  return hoverTooltip((view, at) => {
    const line = view.state.doc.lineAt(at);
    const from = Math.max(line.from, at - 100);
    const near = view.state.sliceDoc(from, Math.min(line.to, at + 100));
    const found = scanPlaceholders(near, 'text').placeholders.find(
      ({ offset, length }) => from + offset <= at && at <= from + offset + length,
    );
    const entry = found?.name == null ? undefined : kinds.get(found.name);
    if (found === undefined || entry === undefined) return null;
    const index = Number(found.index ?? 1);
    return {
      pos: from + found.offset,
      end: from + found.offset + found.length,
      create: () => ({
        dom: explained(
          `Becomes ${entry.becomes} of payment method ${index}, such as ${sampleValue(entry, index)}.`,
          SOURCE_LABELS[entry.source],
        ),
      }),
    };
  });
}

function explained(words: string, source: string): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-explained';
  dom.append(words, document.createElement('br'), source);
  return dom;
}

/** Groups as in the palette: placeholders of the specification, those known elsewhere, and the person's own. */
const SECTIONS: Readonly<Record<PlaceholderSource, CompletionSection>> = {
  specification: { name: SOURCE_LABELS.specification, rank: 0 },
  'known-elsewhere': { name: SOURCE_LABELS['known-elsewhere'], rank: 1 },
  own: { name: SOURCE_LABELS.own, rank: 2 },
};

/** How far around the cursor a placeholder can reach; see `placeholderAtCursor`. */
const REACH = 160;

function complete(context: CompletionContext, facts: PlaceholderFacts): CompletionResult | null {
  const { state, pos } = context;
  const start = Math.max(0, pos - REACH);
  const near = state.sliceDoc(start, pos + REACH);
  const found = placeholderAtCursor(near, pos - start);
  if (found === null) return null;
  const options = placeholderCompletions(facts.paymentMethods, facts.own).map(
    ({ label, insert, source, becomes, sample }, place): Completion => ({
      label,
      detail: `${becomes}, such as ${sample}`,
      section: SECTIONS[source],
      // Keeps the order of the catalogue.
      boost: -place / 100,
      apply: (view) => {
        const at = placeholderAtCursor(
          view.state.sliceDoc(start, view.state.selection.main.head + REACH),
          view.state.selection.main.head - start,
        );
        const from = start + (at?.from ?? found.from);
        const to = start + (at?.to ?? found.to);
        const line = view.state.doc.lineAt(from);
        const isQuoted = !facts.json || isInString(view.state.sliceDoc(line.from, from));
        const text = isQuoted ? insert : `"${insert}"`;
        view.dispatch({
          changes: { from, to, insert: text },
          selection: { anchor: from + text.length },
          userEvent: 'input.complete',
        });
      },
    }),
  );
  return { from: pos - found.typed.length, to: pos, options, validFor: /^[A-Za-z0-9_]*$/ };
}

/** Whether a JSON string is open at the end of this part of a line. As in `scanPlaceholders`, a string ends with its line. */
export function isInString(lineBefore: string): boolean {
  return (lineBefore.replace(/\\./g, '').split('"').length - 1) % 2 === 1;
}

/** The text around the cursor while a placeholder is being typed. */
interface PlaceholderAtCursor {
  /** Offset of the first of the two braces. */
  readonly from: number;
  /** End offset of what a completion replaces: the cursor, or the end of closing braces that are already there. */
  readonly to: number;
  /** The part of the name typed so far, without braces and spaces. */
  readonly typed: string;
}

/** Longer than any name; bounds the text searched before the cursor, whatever the size of the body. */
const NAME_REACH = 80;

/** Null unless the cursor follows `{{` and at most the beginning of a name. */
export function placeholderAtCursor(body: string, cursor: number): PlaceholderAtCursor | null {
  const before = /\{\{ ?([A-Za-z0-9_]*)$/.exec(body.slice(Math.max(0, cursor - NAME_REACH), cursor));
  if (before === null) {
    return null;
  }
  const after = /^[A-Za-z0-9_]* ?\}\}/.exec(body.slice(cursor, cursor + NAME_REACH));
  return {
    from: cursor - before[0].length,
    to: cursor + (after?.[0].length ?? 0),
    typed: before[1] ?? '',
  };
}

/** CodeMirror opens completion after letters; this opens it after the second brace as well. */
const offerAfterBraces = EditorView.updateListener.of((update) => {
  if (!update.transactions.some((transaction) => transaction.isUserEvent('input.type'))) return;
  const { head } = update.state.selection.main;
  if (update.state.sliceDoc(Math.max(0, head - 2), head) === '{{') startCompletion(update.view);
});

const look = EditorView.theme({
  '.cm-chip': {
    margin: '0 -2px',
    padding: '1px 2px',
    borderRadius: '3px',
    backgroundColor: 'var(--placeholder-soft)',
    color: 'var(--accent-text)',
    fontWeight: '600',
  },
  '.cm-chip--unknown': { backgroundColor: 'var(--warning-soft)', color: 'var(--warning)' },
  // Otherwise its parts would have the language's colour of strings.
  '.cm-chip span': { color: 'inherit' },
  '.cm-explained': { padding: '8px 12px', font: 'var(--meta)' },
  '@media (forced-colors: active)': { '.cm-chip': { border: '1px solid CanvasText' } },
});
