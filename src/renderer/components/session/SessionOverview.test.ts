import { mount, type VueWrapper } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../facts/json';
import SessionOverview from './SessionOverview.vue';

const MANY = 60_000;
const LONG = 'word '.repeat(2_000_000);

let shown: VueWrapper | null = null;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  shown?.unmount();
  vi.useRealTimers();
});

const pairs = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key_${at}`, `value ${at}`]));

/** Content below the summary appears in the next frame, and the content of its closed sections 100 ms later. */
const ALL_MADE_MS = 200;
const A_FRAME_MS = 20;
/** Finishes everything that does not wait for a frame. */
const beforeTheFrame = () => vi.advanceTimersByTimeAsync(1);

/** Includes the content of its closed sections. */
async function overviewOf(session: JsonObject): Promise<VueWrapper> {
  shown = mount(SessionOverview, {
    props: { session, now: new Date('2026-11-21T09:00:00Z'), of: 'a session' },
    global: { plugins: [createPinia()] },
  });
  await vi.advanceTimersByTimeAsync(ALL_MADE_MS);
  return shown;
}

const rowsOf = (overview: VueWrapper): number =>
  overview.findAll('table[aria-label=Metadata] tbody tr').length;
const lengthOf = (overview: VueWrapper): number => overview.html().length;

const withItem = (name: string): JsonObject => ({ buyer: { display_name: name }, cart_items: [{ name }] });
/** What is visible: a part that still belongs to the previous session is not. */
const seen = (overview: VueWrapper): string[] => {
  const below = overview.find('.overview__below:not(.overview__below--behind)');
  return [overview.get('[aria-label=Summary]').text(), below.exists() ? below.text() : ''].map(
    (text) => /one|two|three/.exec(text)?.[0] ?? 'nothing',
  );
};

it('shows the summary first, and the rest in the next frame', async () => {
  shown = mount(SessionOverview, {
    props: { session: withItem('one'), now: new Date('2026-11-21T09:00:00Z'), of: 'one' },
    global: { plugins: [createPinia()] },
  });
  await beforeTheFrame();
  expect(seen(shown)).toEqual(['one', 'nothing']);
  await vi.advanceTimersByTimeAsync(A_FRAME_MS);
  expect(seen(shown)).toEqual(['one', 'one']);
});

it('says that its total adds lines of discounts', async () => {
  const line = { quantity: 1, unit_amount: 500 };
  const summaryOf = async (type: string): Promise<string> => {
    const overview = await overviewOf({ cart_items: [line, { ...line, product_type: type }] });
    const words = overview.get('[aria-label=Summary]').text();
    overview.unmount();
    return words;
  };
  expect(await summaryOf('discount')).toContain(
    '500 of discount or credit lines added, as the specification does not say to deduct them · 2 cart lines',
  );
  expect(await summaryOf('physical')).not.toContain('added');
});

it('shows nothing of the previous session below the summary of the next', async () => {
  const overview = await overviewOf(withItem('one'));
  expect(seen(overview)).toEqual(['one', 'one']);
  await overview.setProps({ session: withItem('two'), of: 'two' });
  await beforeTheFrame();
  expect(seen(overview)).toEqual(['two', 'nothing']);
  await overview.setProps({ session: withItem('three'), of: 'three' });
  await beforeTheFrame();
  expect(seen(overview)).toEqual(['three', 'nothing']);
  await vi.advanceTimersByTimeAsync(A_FRAME_MS);
  expect(seen(overview)).toEqual(['three', 'three']);
});

it('shows a newer reading of the same session immediately', async () => {
  const overview = await overviewOf(withItem('one'));
  await overview.setProps({ session: withItem('two') });
  expect(seen(overview)).toEqual(['two', 'two']);
});

it('shows 50 of 60,000 metadata pairs, their number, and all of them on request', async () => {
  const overview = await overviewOf({ metadata: pairs(MANY) });
  expect(rowsOf(overview)).toBe(50);
  expect(overview.text()).toContain('The first 50 of 60,000 pairs.');
  const all = overview.findAll('button').find((button) => button.text() === 'Show all 60,000 pairs');
  await all?.trigger('click');
  await vi.dynamicImportSettled();
  expect(overview.find('[role=grid][aria-label=Metadata]').attributes('aria-rowcount')).toBe('60001');
  expect(rowsOf(overview)).toBe(0);
});

it('searches all metadata pairs, and says how many match', async () => {
  const overview = await overviewOf({ metadata: pairs(MANY) });
  const search = overview.find('input[aria-label="Search metadata"]');
  await search.setValue('KEY_59999');
  expect(rowsOf(overview)).toBe(1);
  expect(overview.text()).not.toContain('The first');
  await search.setValue('value 5');
  expect(rowsOf(overview)).toBe(50);
  expect(overview.text()).toContain('The first 50 of 11,111 that match.');
});

it.each([
  ['is', 'another session', 50],
  ['is not', 'a session', 1],
] as const)('a metadata search %s cleared when %s is shown', async (_, of, rows) => {
  const overview = await overviewOf({ metadata: pairs(100) });
  await overview.find('input[aria-label="Search metadata"]').setValue('key_99');
  expect(rowsOf(overview)).toBe(1);
  await overview.setProps({ session: { metadata: pairs(100) }, of });
  await vi.advanceTimersByTimeAsync(ALL_MADE_MS);
  expect(rowsOf(overview)).toBe(rows);
});

it.each([
  [{ scheme: 'visa', label: '4111111111111111' }, 'Card', 'visa •••• 411111••••••1111'],
  [{ method: 'paypal', label: 'zoe@example.com' }, 'Payment method', 'paypal zoe@example.com'],
])('says how it is paid, without a whole card number: %j', async (payment_method, label, words) => {
  const overview = await overviewOf({ payment_method });
  const summary = overview.get('section[aria-label="Summary"]').text();
  expect(summary).toContain(`${label}${words}`);
  expect(overview.html()).not.toContain('4111111111111111');
});

it('isolates what is known of a buyer, so that an identifier read from right to left stays in its place', async () => {
  const buyer = {
    display_name: 'Ada',
    external_identifier: 'אבג',
    billing_details: { email_address: 'a@example.com' },
  };
  const known = (overview: VueWrapper) => overview.findAll('dd.meta').at(-1)?.html() ?? '';
  expect(known(await overviewOf({ buyer }))).toMatch(
    /<bdi.*אבג<\/span><\/bdi> · <bdi.*a@example\.com<\/span><\/bdi>/,
  );
  shown?.unmount();
  // One alone is cut off at its own end.
  expect(known(await overviewOf({ buyer: { ...buyer, billing_details: null } }))).not.toContain('bdi');
});

it('shows 50 metadata pairs without leaving any out', async () => {
  const overview = await overviewOf({ metadata: pairs(50) });
  expect(rowsOf(overview)).toBe(50);
  expect(overview.text()).not.toContain('The first');
  expect(overview.text()).not.toContain('Show all 50');
});

it('shows 50 of 58,503 unspecified fields, and all of them on request', async () => {
  const overview = await overviewOf({ id: 'x', ...pairs(58_503) });
  expect(overview.findAll('[aria-label="Session facts"] dt')).toHaveLength(2 + 50);
  expect(overview.text()).toContain('The first 50 of 58,503 fields that are not in the specification.');
  const all = overview.findAll('button').find((button) => button.text() === 'Show all 58,503 fields');
  await all?.trigger('click');
  await vi.dynamicImportSettled();
  const grid = overview.find('[role=grid][aria-label="Fields not in the specification"]');
  expect(grid.attributes('aria-rowcount')).toBe('58504');
  expect(overview.findAll('[aria-label="Session facts"] dt')).toHaveLength(2);
});

it.each<[string, JsonObject]>([
  ['a value of the metadata', { metadata: { big: LONG } }],
  ['a key of the metadata', { metadata: { [LONG]: 'x' } }],
  ['a list in the metadata', { metadata: { big: [LONG, LONG] } }],
  ['an object in the metadata', { metadata: { big: { [LONG]: LONG } } }],
  ['a field that is not in the specification', { [LONG]: LONG }],
  ['the ID and the expiry', { id: LONG, expires_at: LONG }],
  ['the card', { payment_method: { id: LONG, label: LONG, scheme: LONG, details: { card_type: LONG } } }],
  [
    'the buyer',
    { buyer: { display_name: LONG, account_number: LONG, billing_details: { email_address: LONG } } },
  ],
  [
    'an address',
    { buyer: { billing_details: { first_name: LONG }, shipping_details: { first_name: LONG } } },
  ],
])('limits the length of a 10 MB text: %s', async (_where, session) => {
  // At most 2,000 characters of a fact are shown, and 300 of anything else.
  expect(lengthOf(await overviewOf(session))).toBeLessThan(40_000);
});

it('copies all of a truncated value', async () => {
  const copyText = vi.fn(() => Promise.resolve({ ok: true, value: null }));
  vi.stubGlobal('explorer', { copyText });
  const list: Json = Array.from({ length: 10_000 }, (_, at) => `item ${at}`);
  const overview = await overviewOf({ metadata: { text: LONG, list } });
  for (const [key, whole] of [
    ['text', LONG],
    ['list', JSON.stringify(list)],
  ]) {
    await overview.find(`button[aria-label="Copy ${key}"]`).trigger('click');
    expect(copyText).toHaveBeenLastCalledWith({ what: key, text: whole });
  }
  vi.unstubAllGlobals();
});

it('limits the length and number of the fields of a cart line', async () => {
  const overview = await overviewOf({
    cart_items: [{ name: 'A', long: LONG, list: [LONG], ...pairs(2_000) }],
  });
  await overview.find('button[aria-pressed]').trigger('click');
  expect(overview.text()).toContain('1,982 more fields');
  expect(lengthOf(overview)).toBeLessThan(100_000);
});

it('names the copy buttons of a cart line by its number', async () => {
  const item = { name: 'Tea', sku: 'T-1', product_type: 'physical' };
  const overview = await overviewOf({ cart_items: [item, item] });
  const names = overview
    .get('table[aria-label="Cart lines"]')
    .findAll('button')
    .map((button) => button.attributes('aria-label'));
  expect(names).toContain('Copy SKU of item 2');
  expect(new Set(names).size).toBe(names.length);
});

const partOf = (overview: VueWrapper, label: string): string =>
  overview.get(`section[aria-label="${label}"]`).text();
/** The text beside the title of each closed section. */
const summaries = (overview: VueWrapper): string[] =>
  overview.findAll('summary').map((summary) => summary.text());

it.each([
  ['no cart', null],
  ['an empty cart', []],
])('offers no display currency if there is no amount: %s', async (_what, items) => {
  const without = await overviewOf({ cart_items: items });
  expect(without.find('[aria-label="Display currency"]').exists()).toBe(false);
  expect(partOf(without, 'Cart')).not.toContain('smallest unit');
  const priced = await overviewOf({ cart_items: [{ unit_amount: 0, quantity: 1 }] });
  expect(priced.find('[aria-label="Display currency"]').exists()).toBe(true);
  expect(partOf(priced, 'Cart')).toContain('in the smallest unit');
});

it.each([
  ['null', { payment_method: null, metadata: null }, 'no payment method', 'none'],
  ['empty', { payment_method: null, metadata: {} }, 'no payment method', 'empty'],
  ['left out', {}, 'payment method not given', 'none'],
  ['unexpected', { payment_method: 'x', metadata: 'y' }, '', ''],
])('says beside a closed section that it is empty: %s', async (_what, session, ids, metadata) => {
  expect(summaries(await overviewOf(session))).toEqual([`Session and card IDs${ids}`, `Metadata${metadata}`]);
});

it('does not say that a session names no currency if it does, outside the specification', async () => {
  const cart_items = [{ quantity: 1, unit_amount: 5000 }];
  expect(partOf(await overviewOf({ cart_items }), 'Cart')).toContain('; the session names no currency');
  const named = partOf(await overviewOf({ cart_items, currency: 'JPY' }), 'Cart');
  expect(named).toContain('in the smallest unit; the session names JPY, outside the specification');
});

it('says that there is no name instead of showing a blank one', async () => {
  const overview = await overviewOf({ buyer: { display_name: ' ' } });
  expect(partOf(overview, 'Summary')).toContain('No name');
});

it('names a buyer without a display name by the billing details, and says so', async () => {
  const billing_details = { first_name: 'Ada', last_name: 'Example' };
  const overview = await overviewOf({ buyer: { billing_details, external_identifier: 'customer-1' } });
  expect(partOf(overview, 'Summary')).toContain('Ada Examplename in the billing details · customer-1');
});

it('says how much of the metadata is not beside the closed section: nobody may take an order ID to be missing', async () => {
  const five = { a: '1', b: '2', c: '3', d: '4', order_id: 'ORD-1' };
  const overview = await overviewOf({ metadata: five });
  expect(summaries(overview)[1]).toBe('Metadataa 1 · b 2 · c 3 · d 4 · 1 more');
});

it.each([
  [[{ name: 'one', quantity: 1, unit_amount: 5 }], true],
  [null, false],
])('shows the total of the cart %j as an amount: %s', async (cart_items, isFigure) => {
  const overview = await overviewOf({ cart_items });
  expect(overview.find('.summary__value--amount').exists()).toBe(isFigure);
});

it('names the unit of the total while no currency is chosen', async () => {
  const overview = await overviewOf({ cart_items: [{ quantity: 1, unit_amount: 13_591 }] });
  const label = () => overview.get('[aria-label=Summary] dt').text();
  expect(label()).toBe('Total, in the smallest unit');
  await overview.get('select[aria-label="Display currency"]').setValue('EUR');
  expect(label()).toBe('Total');
  expect(overview.get('[aria-label=Summary]').text()).toContain('EUR assumed');
});
