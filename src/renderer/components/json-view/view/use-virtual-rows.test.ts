import { mount } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick, ref } from 'vue';
import { ROW_HEIGHT, useVirtualRows } from './use-virtual-rows';

const HEIGHT = 400;
const MAX_SPACER = 8_000_000;

/** A scroller of 400 px that keeps its scroll position within range, as a browser does. */
async function scrolling(rows: number) {
  const rowCount = ref(rows);
  let virtual: ReturnType<typeof useVirtualRows> | null = null;
  const Scroller = defineComponent(() => {
    const scroller = ref<HTMLElement | null>(null);
    const made = useVirtualRows(scroller, rowCount);
    virtual = made;
    return () => h('div', { ref: scroller, onScroll: made.onScroll, onWheel: made.onWheel });
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHT);
  const element = mount(Scroller).element;
  if (virtual === null || !(element instanceof HTMLElement)) throw new Error('The scroller is mounted.');
  const made: ReturnType<typeof useVirtualRows> = virtual;
  let position = 0;
  Object.defineProperty(element, 'scrollTop', {
    get: () => position,
    set: (wanted: number) => {
      position = Math.min(Math.max(0, wanted), made.spacer.value - HEIGHT);
    },
  });
  await nextTick();
  const drag = (to: number): void => {
    element.scrollTop = to;
    element.dispatchEvent(new Event('scroll'));
  };
  const wheel = (deltaY: number): WheelEvent => {
    const event = new WheelEvent('wheel', { deltaY, cancelable: true });
    element.dispatchEvent(event);
    return event;
  };
  return { ...made, rowCount, element, drag, wheel };
}

describe('useVirtualRows', () => {
  it('renders visible rows, and leaves scrolling to the browser if there is room', async () => {
    const { first, count, shift, spacer, drag, wheel } = await scrolling(1000);
    expect([first.value, count.value, spacer.value]).toEqual([0, 21, 20_000]);
    drag(50);
    expect([first.value, shift.value]).toEqual([2, -10]);
    expect(wheel(100).defaultPrevented).toBe(false);
    drag(Infinity);
    expect(first.value + count.value).toBe(1000);
  });

  it('reaches each of millions of rows, and scrolls by rows with the wheel', async () => {
    const { first, count, spacer, drag, wheel, scrollTo } = await scrolling(5_000_000);
    expect(spacer.value).toBe(MAX_SPACER);
    drag(Infinity);
    expect(first.value + count.value).toBe(5_000_000);
    expect(wheel(-3 * ROW_HEIGHT).defaultPrevented).toBe(true);
    expect(first.value).toBe(5_000_000 - 20 - 3);
    drag(0);
    expect(first.value).toBe(0);
    wheel(7 * ROW_HEIGHT);
    expect(first.value).toBe(7);
    scrollTo(2_500_000);
    expect(first.value).toBe(2_500_000 - 19);
    scrollTo(2_500_001);
    expect(first.value).toBe(2_500_000 - 18);
    scrollTo(2_499_999);
    expect(first.value).toBe(2_500_000 - 18);
    scrollTo(10, 'middle');
    expect(first.value).toBe(0);
  });

  it('stays in place when rows are added, and in range when rows are removed', async () => {
    const { first, count, rowCount, scrollTo } = await scrolling(4_000_000);
    scrollTo(3_000_000);
    const before = first.value;
    rowCount.value = 6_000_000;
    await nextTick();
    await nextTick();
    expect(first.value).toBe(before);
    rowCount.value = 30;
    await nextTick();
    await nextTick();
    expect(first.value + count.value).toBe(30);
  });
});
