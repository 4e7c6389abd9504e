import { mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { useComposerStore } from './drafts/composer-store';
import { fakeMain, leaveWindow, setUpComposer } from './drafts/testing-composer';
import DraftTabButton from './DraftTabButton.vue';

afterEach(leaveWindow);

it('shows no key or password of the URL, not even in its tooltip', async () => {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  await composer.start();
  composer.openEmpty();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  composer.patch(tab, { destinationUrl: 'https://me:s3cret@psp.example/charge?api_key=s3cret&page=2' });
  const html = mount(DraftTabButton, { props: { tab, dragged: null } }).html();
  expect(html).toContain('psp.example/charge?api_key=••••••••&amp;page=2');
  expect(html).not.toContain('s3cret');
});
