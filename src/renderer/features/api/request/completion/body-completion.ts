import {
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describeField } from '@shared/documents/describe-schema';
import type { JsonValue, PropertyView, SchemaView } from '@shared/documents/schema-view';
import { jsonPlace, type JsonPlace } from './json-place';
import { schemasAt, type Resolve } from './schemas-at';

/** What the document says about the body being edited. */
export interface BodySchema {
  readonly root: SchemaView;
  readonly resolve: Resolve;
}

/** Offers the names and values of a JSON body that the document describes; anything else may still be typed. */
export function bodyCompletion(schema: BodySchema): Extension {
  const source = (context: CompletionContext): Promise<CompletionResult | null> =>
    completeBody(context, schema);
  const data = [{ autocomplete: source }];
  return [EditorState.languageData.of(() => data), offerAfterQuote];
}

/** The completions at the cursor; null if the document says nothing about this place. */
export async function completeBody(
  { state, pos, explicit }: Pick<CompletionContext, 'state' | 'pos' | 'explicit'>,
  { root, resolve }: BodySchema,
): Promise<CompletionResult | null> {
  const place = jsonPlace(state.doc.toString(), pos);
  if (place === null || (!explicit && !place.quoted && place.from === pos)) return null;
  const schemas = await schemasAt(root, place.path, resolve);
  const options = place.kind === 'name' ? nameOptions(schemas, place) : valueOptions(schemas, place);
  return options.length === 0 ? null : { from: place.from, options, validFor: /^[\w.\- ]*$/ };
}

function nameOptions(schemas: readonly SchemaView[], place: JsonPlace): Completion[] {
  const known = new Map<string, PropertyView>();
  for (const property of schemas.flatMap(({ properties }) => properties))
    if (!place.names.has(property.name) && !property.schema.readOnly && !known.has(property.name))
      known.set(property.name, property);
  return [...known.values()].map(({ name, required, schema }, at) => ({
    label: name,
    detail: describeField(schema, required),
    ...(schema.description === null ? {} : { info: schema.description }),
    // Required fields come first, then the order of the document counts.
    boost: (required ? 1 : 0) - at / 1000,
    apply: (view, _completion, from, to) => {
      const begin = place.quoted ? from - 1 : from;
      const closing = place.quoted && view.state.sliceDoc(to, to + 1) === '"' ? 1 : 0;
      const hasValue = /^\s*:/.test(view.state.sliceDoc(to + closing, to + closing + 100));
      const [before, after] = hasValue ? ['', ''] : beginningOf(schema);
      const insert = `${JSON.stringify(name)}${hasValue ? '' : ': '}${before}`;
      view.dispatch({
        changes: { from: begin, to: to + closing, insert: insert + after },
        selection: { anchor: begin + insert.length },
        userEvent: 'input.complete',
      });
    },
  }));
}

/** The text with which a value of this schema begins and ends; the cursor goes in between. */
function beginningOf({ types, reference, values, constant }: SchemaView): readonly [string, string] {
  if (constant !== null) return [JSON.stringify(constant.value), ''];
  const [type, ...more] = types;
  if (reference !== null || values !== null || more.length > 0) return ['', ''];
  switch (type) {
    case 'string':
      return ['"', '"'];
    case 'object':
      return ['{', '}'];
    case 'array':
      return ['[', ']'];
    default:
      return ['', ''];
  }
}

function valueOptions(schemas: readonly SchemaView[], { quoted }: JsonPlace): Completion[] {
  const known = new Map<string, Completion>();
  const offer = (value: JsonValue, detail: string): void => {
    // Only a string can be in quotes; a list or an object is completed part by part.
    if (typeof value === 'object' && value !== null) return;
    if (quoted && typeof value !== 'string') return;
    const label = quoted ? String(value) : JSON.stringify(value);
    const apply = quoted ? JSON.stringify(value).slice(1, -1) : label;
    if (!known.has(label)) known.set(label, { label, apply, detail, boost: -known.size / 1000 });
  };
  for (const { constant, values, defaultValue, examples, types, nullable } of schemas) {
    if (constant !== null) offer(constant.value, 'always');
    for (const value of values ?? []) offer(value, '');
    if (defaultValue !== null) offer(defaultValue.value, 'default');
    for (const example of examples) offer(example, 'example');
    if (types.includes('boolean') && values === null) for (const value of [true, false]) offer(value, '');
    if (nullable) offer(null, '');
  }
  return [...known.values()];
}

/** CodeMirror opens completion after letters; this opens it after a quote as well. */
const offerAfterQuote = EditorView.updateListener.of((update) => {
  if (!update.transactions.some((transaction) => transaction.isUserEvent('input.type'))) return;
  const { head } = update.state.selection.main;
  if (update.state.sliceDoc(head - 1, head) === '"') startCompletion(update.view);
});
