import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTHING_SAID, type PropertyView, type SchemaView } from '@shared/documents/schema-view';
import { completeBody } from './body-completion';
import { jsonPlace } from './json-place';

const schema = (changes: Partial<SchemaView>): SchemaView => ({ ...NOTHING_SAID, ...changes });
const property = (name: string, changes: Partial<SchemaView>, required = false): PropertyView => ({
  name,
  required,
  schema: schema(changes),
});
const reference = (name: string): SchemaView => schema({ reference: name, name });

const MODELS: Readonly<Record<string, SchemaView>> = {
  order: schema({
    types: ['object'],
    properties: [
      property('note', { types: ['string'], nullable: true }),
      property('amount', { types: ['integer'] }, true),
      property('state', { types: ['string'], values: ['open', 'paid'] }),
      property('id', { types: ['string'], readOnly: true }),
      property('lines', { types: ['array'], items: reference('line') }),
      { name: 'parent', required: false, schema: reference('order') },
      property('live', { types: ['boolean'] }),
      property('method', {
        choice: { kind: 'oneOf', options: [reference('card'), reference('wallet')] },
      }),
    ],
  }),
  line: schema({
    types: ['object'],
    properties: [property('sku', { types: ['string'], examples: ['A-"1"'] })],
  }),
  card: schema({ types: ['object'], properties: [property('scheme', { constant: { value: 'visa' } })] }),
  wallet: schema({
    allOf: [schema({ types: ['object'], properties: [property('token', { types: ['string'] })] })],
  }),
};
const BODY = { root: reference('order'), resolve: (name: string) => Promise.resolve(MODELS[name] ?? null) };

async function offered(text: string, explicit = true): Promise<readonly string[]> {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', '') });
  const found = await completeBody({ state, pos, explicit }, BODY);
  return [...(found?.options ?? [])]
    .sort((one, other) => (other.boost ?? 0) - (one.boost ?? 0))
    .map(({ label }) => label);
}

/** The text after accepting the completion with this label; `|` marks the cursor, before and after. */
async function taken(text: string, label: string): Promise<string> {
  const pos = text.indexOf('|');
  const view = new EditorView({ state: EditorState.create({ doc: text.replace('|', '') }) });
  const found = await completeBody({ state: view.state, pos, explicit: true }, BODY);
  const option = found?.options.find((one) => one.label === label);
  if (found == null || option === undefined) return 'not offered';
  if (typeof option.apply === 'function') option.apply(view, option, found.from, pos);
  else view.dispatch({ changes: { from: found.from, to: pos, insert: option.apply ?? label } });
  const { head } = view.state.selection.main;
  const after = view.state.doc.toString();
  return typeof option.apply === 'function' ? `${after.slice(0, head)}|${after.slice(head)}` : after;
}

describe('name completion', () => {
  it('offers missing names of the object, required ones first, and no read-only ones', async () => {
    expect(await offered('{"live": true, "|", "note": null}')).toEqual([
      'amount',
      'state',
      'lines',
      'parent',
      'method',
    ]);
    expect(await offered('{ |')).toHaveLength(7);
    expect(await offered('{ |', false)).toEqual([]);
  });

  it('works inside lists, recursive models and each option of a choice', async () => {
    expect(await offered('{"lines": [{"sku": "x"}, {"|"}]}')).toEqual(['sku']);
    expect(await offered('{"parent": {"parent": {"s|"}}}')).toContain('state');
    expect(await offered('{"method": {"|"}}')).toEqual(['scheme', 'token']);
  });

  it('inserts the start of the value, unless there is one', async () => {
    expect(await taken('{"no|"}', 'note')).toBe('{"note": "|"}');
    expect(await taken('{no|', 'note')).toBe('{"note": "|"');
    expect(await taken('{"li|"}', 'lines')).toBe('{"lines": [|]}');
    expect(await taken('{"am|": 5}', 'amount')).toBe('{"amount"|: 5}');
    expect(await taken('{"method": {"s|"}}', 'scheme')).toBe('{"method": {"scheme": "visa"|}}');
  });
});

describe('value completion', () => {
  it('offers enum values, true and false, constants, examples, and null if allowed', async () => {
    expect(await offered('{"state": |}')).toEqual(['"open"', '"paid"']);
    expect(await offered('{"state": "|"}', false)).toEqual(['open', 'paid']);
    expect(await offered('{"live": t|}')).toEqual(['true', 'false']);
    expect(await offered('{"note": n|}')).toEqual(['null']);
    expect(await taken('{"lines": [{"sku": "|"}]}', 'A-"1"')).toBe('{"lines": [{"sku": "A-\\"1\\""}]}');
  });

  it('offers nothing elsewhere', async () => {
    for (const text of ['{"state" |}', '{"state": "open" |}', '{} |', '{"other": |}', '{"state": {"|"}}', ''])
      expect(await offered(text)).toEqual([]);
  });
});

describe('jsonPlace', () => {
  it('finds every string value at the path where JSON.parse has it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(), (value, seed) => {
        const text = JSON.stringify({ root: value }, null, seed % 3);
        // Each string value has to be found at its path.
        const strings: [path: (string | number)[], text: string][] = [];
        const walk = (inner: unknown, path: (string | number)[]): void => {
          if (typeof inner === 'string') strings.push([path, inner]);
          else if (Array.isArray(inner)) inner.forEach((item, at) => walk(item, [...path, at]));
          else if (typeof inner === 'object' && inner !== null)
            Object.entries(inner).forEach(([name, item]) => walk(item, [...path, name]));
        };
        walk(JSON.parse(text), []);
        const places = new Map<string, string>();
        for (let at = 0; at <= text.length; at += 1) {
          const place = jsonPlace(text, at);
          if (place?.kind === 'value' && place.quoted) {
            const end = /^(?:[^"\\]|\\.)*/.exec(text.slice(place.from))?.[0] ?? '';
            places.set(JSON.stringify(place.path), JSON.parse(`"${end}"`));
          }
        }
        expect(places).toEqual(new Map(strings.map(([path, written]) => [JSON.stringify(path), written])));
      }),
      { numRuns: 200 },
    );
  });

  it('accepts any text without throwing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', 'a', ' ', '\n') }),
        fc.nat(40),
        (text, at) => {
          const place = jsonPlace(text, Math.min(at, text.length));
          expect(place === null || place.from <= at).toBe(true);
        },
      ),
    );
  });
});
