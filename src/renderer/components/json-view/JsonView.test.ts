import { type DOMWrapper, flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectInPage, readerOf } from './test-support/connected';
import { recentFilters } from './view/use-viewer-filter';
import JsonView from './JsonView.vue';

const SESSION = JSON.stringify({
  type: 'checkout-session',
  amount: 12345678901234567890n.toString(),
  cart_items: [
    { name: 'Bag', quantity: 1 },
    { name: 'Shoe', quantity: 2 },
  ],
  'a/b': null,
}).replace('"12345678901234567890"', '12345678901234567890');

/** Longer than the default of one second, for a busy machine. */
const eventually = (check: () => void): Promise<void> => vi.waitFor(check);

const mounted: VueWrapper[] = [];
afterEach(() => {
  recentFilters.value = [];
  for (const wrapper of mounted.splice(0)) wrapper.unmount();
});

type Source = InstanceType<typeof JsonView>['$props']['source'];

async function shown(text: string | Source, props: Partial<InstanceType<typeof JsonView>['$props']> = {}) {
  const source: Source = typeof text === 'string' ? { kind: 'text', text } : text;
  const wrapper = mount(JsonView, {
    props: { source, connect: connectInPage(), ...props },
    attachTo: document.body,
  });
  mounted.push(wrapper);
  await eventually(() => expect(wrapper.find('[role=treeitem], .line').exists()).toBe(true));
  return wrapper;
}

function rows(wrapper: VueWrapper): string[] {
  const sorted = wrapper
    .findAll('[role=treeitem]')
    .sort((a, b) => rowNumber(a.element) - rowNumber(b.element));
  return sorted.map((row) => row.text().replace(/\s+/g, ' '));
}

function rowNumber(element: Element): number {
  return Number(/\d+$/.exec(element.id)?.[0]);
}

function active(wrapper: VueWrapper): string {
  const id = wrapper.get('[role=tree]').attributes('aria-activedescendant');
  return id === undefined ? '' : wrapper.get(`[id="${id}"]`).text().replace(/\s+/g, ' ');
}

async function press(wrapper: VueWrapper, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await wrapper.get('[role=tree]').trigger('keydown', { key });
    await flushPromises();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

const button = (wrapper: VueWrapper, name: string) =>
  wrapper.findAll('button').find((one) => (one.attributes('aria-label') ?? one.text()) === name) ??
  expect.fail(`no button ${name}`);
/** Chooses an item in the menu of less common tools. */
async function choose(wrapper: VueWrapper, name: string): Promise<void> {
  await button(wrapper, 'More of the viewer').trigger('keydown', { key: 'Enter' });
  const item = (): HTMLElement =>
    [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')].find(
      (one) => one.textContent.trim() === name,
    ) ?? expect.fail(`no menu item ${name}`);
  await eventually(() => void item());
  item().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await flushPromises();
}
/** Types as a keyboard does: one event of a known kind. */
async function type(
  input: Pick<DOMWrapper<Element>, 'element'>,
  text: string,
  inputType = 'insertText',
): Promise<void> {
  if (input.element instanceof HTMLInputElement) input.element.value = text;
  input.element.dispatchEvent(new InputEvent('input', { inputType }));
  await flushPromises();
}

const copied = (wrapper: VueWrapper): unknown[] => (wrapper.emitted('copy') ?? []).map(([text]) => text);
const field = (wrapper: VueWrapper, name: string) => wrapper.get(`input[aria-label="${name}"]`);
/** A bar without a width shows one of its two fields. */
async function pathField(wrapper: VueWrapper) {
  await button(wrapper, 'Go to the path filter').trigger('click');
  return field(wrapper, 'Filter by path');
}

describe('Expect this', () => {
  it('emits the path and JSON of the value at the cursor, and is hidden if not wanted', async () => {
    const wrapper = await shown(SESSION, { expectable: true });
    await press(wrapper, 'ArrowDown', 'ArrowDown');
    const button = () => wrapper.findAll('button').find((one) => one.text() === 'Expect this');
    await button()?.trigger('click');
    await eventually(() => expect(wrapper.emitted('expect')).toEqual([['$.amount', '12345678901234567890']]));
    await wrapper.setProps({ expectable: false });
    expect(button()).toBeUndefined();
  });
});

describe('JsonView', () => {
  it('is a tree with levels, positions and states', async () => {
    const wrapper = await shown(SESSION);
    expect(wrapper.get('[role=tree]').attributes('aria-label')).toBe('JSON');
    expect(rows(wrapper).slice(0, 5)).toEqual([
      '{ 4 properties',
      'type: "checkout-session"',
      'amount: 12345678901234567890',
      'cart_items: [ 2 items',
      '0: { 2 properties',
    ]);
    const item = wrapper.findAll('[role=treeitem]')[4];
    expect(item?.attributes()).toMatchObject({
      'aria-level': '3',
      'aria-expanded': 'true',
      'aria-posinset': '1',
      'aria-setsize': '2',
    });
    expect(wrapper.findAll('[role=treeitem]')[1]?.attributes('aria-expanded')).toBeUndefined();
  });

  it('can be navigated by keyboard', async () => {
    const wrapper = await shown(SESSION);
    await press(wrapper, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(active(wrapper)).toBe('cart_items: [ 2 items');
    await press(wrapper, 'ArrowLeft');
    await eventually(() => expect(active(wrapper)).toContain('cart_items: [{…}, {…}]'));
    expect(rows(wrapper)).toHaveLength(5);
    await press(wrapper, 'ArrowRight');
    await eventually(() => expect(rows(wrapper)).toHaveLength(11));
    await press(wrapper, 'ArrowRight');
    expect(active(wrapper)).toBe('0: { 2 properties');
    await press(wrapper, 'ArrowDown', 'ArrowLeft');
    await eventually(() => expect(active(wrapper)).toBe('0: { 2 properties'));
    await press(wrapper, 'End');
    expect(active(wrapper)).toBe('a/b: null');
    await press(wrapper, 'Home', 'Enter');
    await eventually(() => expect(rows(wrapper)).toHaveLength(1));
    await press(wrapper, ' ');
    await eventually(() => expect(rows(wrapper)).toHaveLength(11));
  });

  it('emits what is to be copied or saved', async () => {
    const wrapper = await shown(SESSION);
    await press(wrapper, 'End');
    await eventually(() => expect(wrapper.text()).toContain('/a~1b'));
    await button(wrapper, 'Copy pointer').trigger('click');
    await button(wrapper, 'Copy path').trigger('click');
    await press(wrapper, 'ArrowUp', 'ArrowUp');
    await wrapper.get('[role=tree]').trigger('keydown', { key: 'c', ctrlKey: true });
    await eventually(() => expect(copied(wrapper)).toEqual(['/a~1b', "$['a/b']", 'Shoe']));
    await button(wrapper, 'Save to file').trigger('click');
    expect(wrapper.emitted('save')).toHaveLength(1);
  });

  it('finds and counts matches, and steps through them', async () => {
    const wrapper = await shown(SESSION);
    await wrapper.get('.json-view').trigger('keydown', { key: 'f', ctrlKey: true });
    const search = field(wrapper, 'Search in JSON');
    expect(document.activeElement).toBe(search.element);
    await search.setValue('NAME');
    await eventually(() => expect(wrapper.get('.search [role=status]').text()).toBe('1 of 2'));
    await search.trigger('keydown', { key: 'Enter' });
    await eventually(() => expect(wrapper.get('.search [role=status]').text()).toBe('2 of 2'));
    await eventually(() => expect(active(wrapper)).toBe('name: "Shoe"'));
    await wrapper.get('.json-view').trigger('keydown', { key: 'F3', shiftKey: true });
    await eventually(() => expect(active(wrapper)).toBe('name: "Bag"'));
    expect(wrapper.findAll('mark').map((mark) => mark.text())).toEqual(['name', 'name']);
    await field(wrapper, 'Search in JSON').setValue('nothing like it');
    await eventually(() => expect(wrapper.get('.search [role=status]').text()).toBe('No matches'));
  });

  it('filters by path, reports a wrong path, and remembers used paths', async () => {
    const wrapper = await shown(SESSION);
    const path = await pathField(wrapper);
    await type(path, '$[?@.x');
    await path.trigger('keydown', { key: 'Enter' });
    await eventually(() => expect(wrapper.get('[role=alert]').text()).toMatch(/\]/));
    expect(path.attributes('aria-invalid')).toBe('true');
    await type(path, '$.cart_items[*].name');
    await path.trigger('keydown', { key: 'Enter' });
    await eventually(() => expect(wrapper.get('.filter [role=status]').text()).toBe('2 values'));
    expect(wrapper.find('[role=alert]').exists()).toBe(false);
    await eventually(() => expect(rows(wrapper)).toHaveLength(6));
    await button(wrapper, 'Copy selected').trigger('click');
    await eventually(() => expect(copied(wrapper)).toEqual(['[\n"Bag",\n"Shoe"\n]']));
    await button(wrapper, 'Clear filter').trigger('click');
    await eventually(() => expect(rows(wrapper)).toHaveLength(11));
    expect(wrapper.findAll('option').map((option) => option.attributes('value'))).toEqual([
      '$.cart_items[*].name',
    ]);
    await type(path, '$.cart_items[*].name', 'insertReplacementText');
    await eventually(() => expect(rows(wrapper)).toHaveLength(6));
    const another = await shown(SESSION);
    await pathField(another);
    expect(another.findAll('option').map((option) => option.attributes('value'))).toEqual([
      '$.cart_items[*].name',
    ]);
  });

  it('folds and unfolds by levels', async () => {
    const wrapper = await shown(SESSION);
    await choose(wrapper, 'Collapse all');
    await eventually(() => expect(rows(wrapper)).toHaveLength(1));
    await choose(wrapper, 'Expand 2 levels');
    await eventually(() => expect(rows(wrapper)).toHaveLength(7));
    await choose(wrapper, 'Expand all');
    await eventually(() => expect(rows(wrapper)).toHaveLength(11));
  });

  it('shows invalid JSON as text with the place of the error, and as bytes', async () => {
    const wrapper = await shown('{"a":1,}');
    await eventually(() =>
      expect(wrapper.get('[role=alert]').text()).toContain('Line 1, column 8: found “}”'),
    );
    await eventually(() =>
      expect(wrapper.get('[role=region]').attributes('aria-label')).toBe('Text of JSON'),
    );
    await eventually(() => expect(wrapper.find('.piece--is-fault').text()).toBe('}'));
    await button(wrapper, 'Hex').trigger('click');
    await eventually(() => expect(wrapper.text()).toContain('7b 22 61 22 3a 31 2c 7d'));
    await button(wrapper, 'Tree').trigger('click');
    await eventually(() => expect(rows(wrapper)).toHaveLength(2));
  });

  it('shows marks, and goes to a pointer', async () => {
    const marks = [
      { pointer: '/cart_items/1/quantity', severity: 'error' as const, message: 'Too many shoes.' },
    ];
    const wrapper = await shown(SESSION, { marks });
    await eventually(() => expect(wrapper.text()).toContain('Too many shoes.'));
    await choose(wrapper, 'Expand 1 level');
    await eventually(() => expect(wrapper.text()).toContain('1 inside'));
    await wrapper.vm.reveal('/cart_items/1/quantity');
    await eventually(() => expect(active(wrapper)).toContain('quantity: 2'));
    expect(document.activeElement).toBe(wrapper.get('[role=tree]').element);
  });

  it('shows all of a long value', async () => {
    const wrapper = await shown(JSON.stringify({ long: `${'x'.repeat(30_000)}end` }));
    await button(wrapper, 'show more').trigger('click');
    await eventually(() => expect(wrapper.get('[aria-label="Value"]').text()).toContain('30.0 kB'));
    await button(wrapper, 'Show more').trigger('click');
    await eventually(() => expect(wrapper.get('[aria-label="Text of the value"]').text()).toMatch(/xend$/));
  });

  it('shows a stored binary body as bytes, and says that it is incomplete', async () => {
    const bytes = Uint8Array.of(0, 1, 2, 255);
    const connect = connectInPage(readerOf({ 'app://explorer/bodies/b-1': bytes }));
    const source: Source = { kind: 'stored', bodyId: 'b-1', bytes: 4, encoding: 'binary', complete: false };
    const wrapper = await shown(source, { connect });
    await eventually(() => expect(wrapper.text()).toContain('00 01 02 ff'));
    expect(wrapper.text()).toContain('Only the first 4 B of this body are here');
    expect(wrapper.findAll('button').some((one) => one.text() === 'Tree')).toBe(false);
  });

  it('calls a truncated JSON incomplete rather than invalid, unless it contains an error', async () => {
    const begun = async (text: string): Promise<VueWrapper> => {
      const bytes = new TextEncoder().encode(text);
      const connect = connectInPage(readerOf({ 'app://explorer/bodies/b-1': bytes }));
      const facts = { kind: 'stored', bodyId: 'b-1', encoding: 'utf-8', complete: false } as const;
      const wrapper = await shown({ ...facts, bytes: bytes.length }, { connect });
      await eventually(() => expect(wrapper.text()).toContain('of this body are here'));
      return wrapper;
    };
    for (const end of ['{"name": "Ba', '{"na', '{"n": 1, "quantity": tr', '{"n"']) {
      const wrapper = await begun(`{"items": [${end}`);
      await eventually(() => expect(rows(wrapper)[0]).toContain('not read to its end'));
      expect(wrapper.text()).not.toContain('not valid JSON');
    }
    const wrapper = await begun('{"items": [1, }, 2');
    await eventually(() => expect(wrapper.text()).toContain('This is not valid JSON. Line 1, column 15'));
  });

  it('keeps the filter when a newer body arrives', async () => {
    const wrapper = await shown(SESSION);
    const path = await pathField(wrapper);
    await type(path, '$.cart_items[0]');
    await path.trigger('keydown', { key: 'Enter' });
    await eventually(() => expect(wrapper.get('.filter [role=status]').text()).toBe('1 value'));
    await wrapper.setProps({ source: { kind: 'text', text: SESSION.replace('Bag', 'Hat') } });
    await eventually(() => expect(rows(wrapper)).toContain('name: "Hat"'));
    expect(wrapper.get('.filter [role=status]').text()).toBe('1 value');
  });
});

it('renders its toolbar in the host’s, with working shortcuts', async () => {
  const host = document.body.appendChild(document.createElement('div'));
  const wrapper = await shown(SESSION, { barIn: host });
  const field = host.querySelector<HTMLInputElement>('[aria-label="Search in JSON"]');
  expect(wrapper.element.querySelector('[role=search]')).toBeNull();
  const save = host.querySelector<HTMLElement>('[aria-label="Save to file"]');
  save?.click();
  expect(wrapper.emitted('save')).toHaveLength(1);
  save?.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }));
  await eventually(() => expect(document.activeElement).toBe(field));
  host.remove();
});

it('shows how far from now a date-time is, but shows nothing beside other text', async () => {
  const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  const wrapper = await shown(JSON.stringify({ from: at(-7230), until: at(7230), day: '2026-11-21' }));
  expect(rows(wrapper).slice(1)).toEqual([
    expect.stringMatching(/Z" 2 h ago$/),
    expect.stringMatching(/Z" in 2 h$/),
    'day: "2026-11-21"',
  ]);
});
