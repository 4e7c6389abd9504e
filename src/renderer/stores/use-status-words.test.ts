import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it } from 'vitest';
import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue';
import { useStatusStore } from './status';
import { useStatusWords } from './use-status-words';

const words = ref<string | null>(null);
const Part = defineComponent({ setup: () => (useStatusWords(() => words.value), () => h('p')) });

beforeEach(() => {
  setActivePinia(createPinia());
  words.value = 'one';
});

it('sets the status bar while visible, and leaves the text of another screen alone', async () => {
  const status = useStatusStore();
  const shown = ref(true);
  const host = mount({ render: () => h(KeepAlive, () => (shown.value ? h(Part) : h('i'))) });
  await nextTick();
  expect(status.words).toBe('one');
  words.value = null;
  await nextTick();
  expect(status.words).toBeNull();
  words.value = 'two';
  await nextTick();
  expect(status.words).toBe('two');

  shown.value = false;
  await nextTick();
  expect(status.words).toBeNull();
  status.tell('of another screen');
  words.value = 'three';
  await nextTick();
  expect(status.words).toBe('of another screen');

  shown.value = true;
  await nextTick();
  await nextTick();
  expect(status.words).toBe('three');
  host.unmount();
  expect(status.words).toBeNull();
});

it('leaves the text of another screen alone when removed', async () => {
  const status = useStatusStore();
  const shown = ref(true);
  const host = mount({ render: () => h(KeepAlive, () => (shown.value ? h(Part) : h('i'))) });
  shown.value = false;
  await nextTick();
  status.tell('of another screen');
  host.unmount();
  expect(status.words).toBe('of another screen');
});

it('leaves the text of the screen around it alone, which began as it was removed', async () => {
  const status = useStatusStore();
  const ended = ref(false);
  const host = mount({
    setup: () => {
      useStatusWords(() => (ended.value ? 'of the screen' : null));
      return () => (ended.value ? h('i') : h(Part));
    },
  });
  await nextTick();
  expect(status.words).toBe('one');
  ended.value = true;
  words.value = null;
  await nextTick();
  expect(status.words).toBe('of the screen');
  host.unmount();
  expect(status.words).toBeNull();
});
