// What a person does with a large body, step by step, seen from inside the page.
import { frame, timed } from './clocks.js';

const find = (selector) => document.querySelector(selector);
const button = (name) =>
  [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  );
const rowsShown = () => find('[role=treeitem]') !== null;
const isRead = () => rowsShown() && find('[role=tree]')?.getAttribute('aria-busy') === 'false';
const spacerHeight = () => find('.tree__spacer')?.offsetHeight ?? 0;

function type(field, text) {
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
}

const status = () => find('.search [role=status]')?.textContent ?? '';
const search = (text) => () => type(find('.search input'), text);
const found = (pattern) => () => pattern.test(status());

function filter(path) {
  return () => {
    const field = find('input[aria-label="Filter by path"]');
    type(field, path);
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  };
}

/** Chooses an entry of the viewer's menu. */
async function choose(name) {
  const entry = () =>
    [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.trim() === name);
  button('More of the viewer').click();
  while (entry() === undefined) await frame();
  entry().click();
}

const filterStatus = () => find('.filter [role=status]')?.textContent ?? '';

/** Drags the scroll bar from top to bottom in two seconds, then turns the wheel for one. */
async function scrollThrough() {
  const tree = find('[role=tree]') ?? find('[role=region]');
  const range = tree.scrollHeight - tree.clientHeight;
  for (let step = 0; step <= 120; step++) {
    tree.scrollTop = (range * step) / 120;
    await frame();
  }
  for (let step = 0; step < 60; step++) {
    const wheel = new WheelEvent('wheel', { deltaY: -120, cancelable: true });
    if (tree.dispatchEvent(wheel)) tree.scrollTop -= 120;
    await frame();
  }
}

const settled = () => find('.row__waiting') === null;

const CONDITIONS = [
  "$.items[?@.billing_details.address.city == 'Köln' && @.account_number > 1000].id",
  "$..[?search(@.last_name, 'ller 9')].first_name",
  '$.items[?length(@.tags) > 2 && count(@.*) > 5].tags[2]',
];

/** The name and figures of each step. `open` makes the page show the body. */
export async function measureSteps(open) {
  const steps = {};
  steps['nothing, for two seconds'] = await timed(
    () => new Promise((resolve) => setTimeout(resolve, 2000)),
    () => true,
  );
  steps['open: first rows'] = await timed(open, rowsShown);
  const rest = await timed(() => {}, isRead);
  steps['open: all read'] = { ...rest, ms: steps['open: first rows'].ms + rest.ms };
  steps['scroll, folded'] = await timed(scrollThrough, settled);
  const folded = spacerHeight();
  steps['expand all'] = await timed(
    () => choose('Expand all'),
    () => spacerHeight() !== folded && settled(),
  );
  steps['scroll, all unfolded'] = await timed(scrollThrough, settled);
  steps['search: one match at the end'] = await timed(search('needle in the hay'), found(/^1 of 1$/));
  steps['search: a letter, up to a million matches'] = await timed(search('e'), found(/of 1,000,000\+$/));
  steps['next match'] = await timed(() => button('Next match').click(), found(/^2 of/));
  steps['search: none'] = await timed(search('not in there'), found(/^No matches$/));
  steps['filter: $.items[*].id'] = await timed(filter('$.items[*].id'), () => /values/.test(filterStatus()));
  const before = filterStatus();
  steps['filter: $..tags[:2]'] = await timed(
    filter('$..tags[:2]'),
    () => /values/.test(filterStatus()) && filterStatus() !== before,
  );
  // Conditions and functions of RFC 9535, applied to every item.
  for (const path of CONDITIONS) {
    const shown = filterStatus();
    steps[`filter: ${path}`] = await timed(
      filter(path),
      () => /values?/.test(filterStatus()) && filterStatus() !== shown,
    );
  }
  steps['scroll, filtered'] = await timed(scrollThrough, settled);
  await timed(
    () => button('Clear filter').click(),
    () => button('Clear filter') === undefined,
  );
  steps['collapse all'] = await timed(
    () => choose('Collapse all'),
    () => spacerHeight() < 100,
  );
  steps['text: first rows'] = await timed(
    () => button('Text').click(),
    () => find('.line__text') !== null,
  );
  steps['scroll, text'] = await timed(scrollThrough, () => find('.line__text') !== null);
  return steps;
}
