import {
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { Decoration, EditorView, MatchDecorator } from '@codemirror/view';
import { findVariables } from '@shared/requests/variables';
import { decoratedBy } from './decorated-by';

/** A name that can be written into a body. */
export interface OfferedVariable {
  readonly name: string;
  /** Its value, described or literal. */
  readonly becomes: string;
}

/** Shows variables as chips, and offers them after `${`. */
export function variableExtension(variables: readonly OfferedVariable[]): Extension {
  const source = (context: CompletionContext): CompletionResult | null =>
    completeVariable(context, variables);
  const data = [{ autocomplete: source }];
  return [Prec.lowest(chips(variables)), EditorState.languageData.of(() => data), offerAfterBrace];
}

const NAME_REACH = 70;

/** Null unless the cursor follows `${` and the beginning of a name, and not `$${`. */
export function completeVariable(
  { state, pos }: Pick<CompletionContext, 'state' | 'pos'>,
  variables: readonly OfferedVariable[],
): CompletionResult | null {
  const before = /(\$?)\$\{([\w.-]*)$/.exec(state.sliceDoc(Math.max(0, pos - NAME_REACH), pos));
  if (before === null || before[1] === '$') return null;
  const closed = /^[\w.-]*\}/.exec(state.sliceDoc(pos, pos + NAME_REACH))?.[0].length ?? 0;
  const from = pos - (before[2] ?? '').length;
  const options = variables.map(({ name, becomes }, place): Completion => ({
    label: name,
    detail: becomes,
    boost: -place / 100,
    apply: `${name}}`,
  }));
  return { from, to: pos + closed, options, validFor: /^[\w.-]*$/ };
}

function chips(variables: readonly OfferedVariable[]): Extension {
  const known = new Set(variables.map(({ name }) => name));
  const decorator = new MatchDecorator({
    // Including the `$` before it, which escapes it.
    regexp: /\$?\$\{[A-Za-z_][\w.-]{0,63}\}/g,
    decorate: (add, from, to, [written]) => {
      const [found] = findVariables(written);
      if (found === undefined) return;
      const tone = known.has(found.name) ? 'own' : 'unknown';
      add(from, to, Decoration.mark({ class: `cm-chip cm-chip--${tone}` }));
    },
  });
  return decoratedBy(decorator);
}

/** By default, completion starts with letters; here it starts with the brace. */
const offerAfterBrace = EditorView.updateListener.of((update) => {
  if (!update.transactions.some((transaction) => transaction.isUserEvent('input.type'))) return;
  const { head } = update.state.selection.main;
  if (update.state.sliceDoc(Math.max(0, head - 2), head) === '${') startCompletion(update.view);
});
