import { mount } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { defineComponent, ref } from 'vue';
import DiskChoice from './DiskChoice.vue';

afterEach(() => document.body.replaceChildren());

it.each(['Keep mine', 'Take the file’s'])('moves the focus to the tab when "%s" disappears', async (word) => {
  const Screen = defineComponent({
    components: { DiskChoice },
    setup: () => ({ changed: ref(true), comparing: ref(false) }),
    template: `<main>
      <button role="tab" aria-selected="false">Request</button><button role="tab" aria-selected="true">Details</button>
      <DiskChoice v-if="changed" v-model:comparing="comparing" mine="a" theirs="b"
        @keep="changed = false" @take="changed = false" />
    </main>`,
  });
  const screen = mount(Screen, { attachTo: document.body });
  const button = screen.findAll('button').find((one) => one.text() === word);
  button?.element.focus();
  await button?.trigger('click');
  expect(screen.text()).not.toContain(word);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Details'));
  screen.unmount();
});
