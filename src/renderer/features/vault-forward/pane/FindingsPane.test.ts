import { mount, RouterLinkStub } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { useComposerStore } from '../drafts/composer-store';
import { useFindingsStore } from '../drafts/findings-store';
import { usePaneStore } from '../drafts/pane-store';
import { fakeMain, leaveWindow, setUpComposer } from '../drafts/testing-composer';
import FindingsPane from './FindingsPane.vue';

afterEach(leaveWindow);

it('a placeholder for a card that is not there leads to where a card is added', async () => {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  await composer.start();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  composer.patch(tab, { destinationUrl: 'https://psp.example/charge' });
  tab.document.replace('{"number": "{{CARD_NUMBER_1}}"}');
  const pane = mount(FindingsPane, { props: { tab }, global: { stubs: { RouterLink: RouterLinkStub } } });
  await vi.waitFor(() => expect(pane.text()).toContain('the request has no payment method'));
  await pane.get('[aria-label^="Add a card: Body"]').trigger('click');
  expect(usePaneStore().part).toBe('cards');
  expect(useFindingsStore().target).toEqual({ field: 'paymentMethods' });
});
