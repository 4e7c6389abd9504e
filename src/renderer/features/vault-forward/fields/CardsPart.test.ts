import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import { useSandboxStore } from '@renderer/stores/sandbox';
import { useComposerStore } from '../drafts/composer-store';
import { useLibraryStore } from '../drafts/library-store';
import { fakeMain, leaveWindow, setUpComposer } from '../drafts/testing-composer';
import CardsPart from './CardsPart.vue';

afterEach(leaveWindow);

const WRONG = '11111111-1111-4111-8111-11111111111';
const RIGHT = '11111111-1111-4111-8111-111111111112';
const OTHER = '22222222-2222-4222-8222-222222222222';

/** The cards of a draft with one payment method that is named “My Visa”. */
async function open(id: string) {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  const library = useLibraryStore();
  await composer.start();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  composer.patch(tab, { paymentMethods: [id] });
  await library.nameCard(id, 'My Visa');
  const part = mount(CardsPart, { props: { tab }, attachTo: document.body });
  const field = (of: string) => part.get<HTMLInputElement>(`[aria-label="${of} of card 1"]`);
  return {
    part,
    library,
    name: () => field('Name').element.value,
    rename: (name: string) => field('Name').setValue(name),
    correct: async (to: string) => {
      await field('ID').setValue(to);
      await flushPromises();
    },
  };
}

it('an id that is corrected passes its name on, and only a whole one is remembered', async () => {
  const { part, library, name, correct } = await open(WRONG);
  for (const typed of [WRONG.slice(0, -1), `${WRONG}x`, RIGHT]) {
    await correct(typed);
    expect(name(), typed).toBe('My Visa');
  }
  expect(library.library.paymentMethods).toEqual([{ id: RIGHT, name: 'My Visa' }]);
  part.unmount();
});

it('another card keeps its own name, and a name that was removed does not come back', async () => {
  const { part, library, name, rename, correct } = await open(RIGHT);
  await library.nameCard(OTHER, 'Hers');
  await correct(OTHER);
  expect(name()).toBe('Hers');
  await correct('2222');
  await rename('');
  await correct(`${OTHER}x`);
  expect(name()).toBe('');
  expect(library.cardNameOf(RIGHT)).toBe('My Visa');
  part.unmount();
});

it('a card of the Local sandbox is chosen and listed by what it is, which does not pass to another ID as its name', async () => {
  const facts = { paymentMethods: [OTHER], paymentMethodNames: { [OTHER]: 'visa •••• 1111' } };
  const { part, library, name, rename, correct } = await open(RIGHT);
  await rename('');
  useSandboxStore().$patch({ facts });
  await flushPromises();
  const known = part.findAllComponents(ActionMenu).find((menu) => menu.props('label') === 'Known cards');
  const actions = known?.props('actions');
  const [only] = (typeof actions === 'function' ? actions() : actions) ?? [];
  expect(only).toMatchObject({ label: 'visa •••• 1111', hint: expect.stringMatching(/^2222.*2222$/) });
  await correct(OTHER);
  const hint = (): string => part.get<HTMLInputElement>('[aria-label="Name of card 1"]').element.placeholder;
  expect([name(), hint()]).toEqual(['', 'visa •••• 1111']);
  await correct(RIGHT);
  expect([name(), hint()]).toEqual(['', '']);
  expect(library.library.paymentMethods).toEqual([]);
  part.unmount();
});
