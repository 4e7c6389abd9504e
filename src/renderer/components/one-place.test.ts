import { mount } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, ref } from 'vue';
import { onePlace } from './one-place';

let done: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  done = [];
});
afterEach(() => vi.useRealTimers());

/** Run and Cancel, which replace each other,, and a button beside them that stays. */
const Buttons = defineComponent({
  setup() {
    const running = ref(false);
    const press = (what: string, now: boolean): void => {
      done.push(what);
      running.value = now;
    };
    return { running, press, oneClick: onePlace() };
  },
  template: `<div @click.capture="oneClick">
    <button v-if="running" id="cancel" @click="press('cancel', false)">Cancel</button>
    <button v-else id="run" @click="press('run', true)">Run</button>
    <button id="more" @click="press('more', running)">More</button>
  </div>`,
});
const at = (clientX: number) => ({ clientX, clientY: 10 });

it.each([
  ['the second half of a double click', 300, 103, ['run']],
  ['a click a moment later', 1_000, 100, ['run', 'cancel']],
  ['a click somewhere else on it', 300, 120, ['run', 'cancel']],
])('handles %s on a button that has just appeared', async (_what, ms, x, expected) => {
  const wrapper = mount(Buttons, { attachTo: document.body });
  await wrapper.get('#run').trigger('click', at(100));
  vi.advanceTimersByTime(ms);
  await wrapper.get('#cancel').trigger('click', at(x));
  expect(done).toEqual(expected);
});

it('lets every click on a permanent button through', async () => {
  const wrapper = mount(Buttons, { attachTo: document.body });
  await wrapper.get('#more').trigger('click', at(200));
  await wrapper.get('#more').trigger('click', at(200));
  expect(done).toEqual(['more', 'more']);
});

it('lets every click on Next through even if each click replaces the button', async () => {
  const wrapper = mount(
    {
      setup: () => ({ at: ref(0), oneClick: onePlace() }),
      template: `<div @click.capture="oneClick"><button :key="at" aria-label="Next" @click="at += 1">{{ at }}</button></div>`,
    },
    { attachTo: document.body },
  );
  await wrapper.get('button').trigger('click', at(200));
  await wrapper.get('button').trigger('click', at(200));
  expect(wrapper.text()).toBe('2');
});
