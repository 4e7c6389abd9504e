import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import CopyButton from './CopyButton.vue';

afterEach(() => vi.unstubAllGlobals());

it('says that it copied, until its text changes', async () => {
  const copyText = vi.fn(() => Promise.resolve(succeed(null)));
  vi.stubGlobal('explorer', { copyText });
  const shown = mount(CopyButton, { props: { text: 'a', what: 'id' } });
  await shown.find('button').trigger('click');
  await flushPromises();
  expect(copyText).toHaveBeenCalledWith({ what: 'id', text: 'a' });
  expect(shown.find('[role=status]').text()).toBe('copied');
  await shown.setProps({ text: 'b' });
  expect(shown.find('[role=status]').text()).toBe('');
});

it.each(['card data', 'a secret'])('says that %s was masked', async (masked) => {
  vi.stubGlobal('explorer', { copyText: () => Promise.resolve(succeed(masked)) });
  const shown = mount(CopyButton, { props: { text: '4111 1111 1111 1111', what: 'value' } });
  await shown.find('button').trigger('click');
  await flushPromises();
  expect(shown.find('[role=status]').text()).toBe(`copied, ${masked} masked`);
});
