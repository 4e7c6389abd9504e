import { mount } from '@vue/test-utils';
import { afterEach, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { changeShortcuts } from '@renderer/stores/shortcuts.fixture';
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

it('names the keys of Close as they are now, and none if it has none', async () => {
  setUpComposer(fakeMain());
  const composer = useComposerStore();
  await composer.start();
  composer.openEmpty();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  const close = mount(DraftTabButton, { props: { tab, dragged: null } }).get('.draft__close');
  expect(close.attributes('title')).toBe('Close (Ctrl+W)');
  changeShortcuts({ 'draft-close': [] });
  await nextTick();
  expect(close.attributes('title')).toBe('Close');
});
