import { mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import MarkdownText from './MarkdownText.vue';

it('opens links through main, and renders no HTML of the text', async () => {
  const openExternalLink = vi.fn(() => Promise.resolve({ ok: true, value: false }));
  vi.stubGlobal('explorer', { openExternalLink });
  const text =
    'See [the *guide*](https://docs.example/a) or <img src=x> [here](javascript:alert(1)).\n\n3. three\n4. four';
  const shown = mount(MarkdownText, { props: { text } });
  expect(shown.find('p').text()).toBe('See the guide or <img src=x> here (javascript:alert(1)).');
  expect(shown.findAll('a, img, em').map(({ element }) => element.tagName)).toEqual(['A', 'EM']);
  expect(shown.find('ol').attributes('start')).toBe('3');

  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  shown.find('a').element.dispatchEvent(click);
  await Promise.resolve();
  expect(click.defaultPrevented).toBe(true);
  expect(openExternalLink).toHaveBeenCalledExactlyOnceWith({ url: 'https://docs.example/a' });
  vi.unstubAllGlobals();
});
