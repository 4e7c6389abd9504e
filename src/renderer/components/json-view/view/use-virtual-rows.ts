import { computed, nextTick, onBeforeUnmount, onMounted, ref, type Ref, watch } from 'vue';

/** Height of every row, in pixels. */
export const ROW_HEIGHT = 20;

/**
 * Browsers cap an element's height near 33 million pixels. Beyond this much the scroll bar stands for more than it is
 * high: dragging it covers everything, while the wheel and the keys still move by rows.
 */
const MAX_SPACER = 8_000_000;
const UNMEASURED_HEIGHT = 400;

/** Draws only the rows in sight of any number of rows. Heights and offsets are pixels. */
export function useVirtualRows(scroller: Ref<HTMLElement | null>, rowCount: Ref<number>) {
  /** Offset of the upper edge within all rows at their full height. */
  const top = ref(0);
  const height = ref(UNMEASURED_HEIGHT);
  /** The scroll position that was set last, so that its own event is known. */
  let placed = 0;

  const total = computed(() => rowCount.value * ROW_HEIGHT);
  const spacer = computed(() => Math.min(total.value, MAX_SPACER));
  const range = computed(() => Math.max(0, total.value - height.value));
  const isScaled = computed(() => total.value > MAX_SPACER);
  /** Pixels of rows for a pixel of the scroll bar. */
  const scale = computed(() => (isScaled.value ? range.value / Math.max(1, spacer.value - height.value) : 1));
  const first = computed(() => Math.floor(Math.min(top.value, range.value) / ROW_HEIGHT));
  const count = computed(() => Math.max(0, Math.min(slots.value, rowCount.value - first.value)));
  const shift = computed(() => first.value * ROW_HEIGHT - Math.min(top.value, range.value));
  /** As many elements as rows can be in sight at once: a row's element is reused when the row goes out of sight. */
  const slots = computed(() => Math.ceil(height.value / ROW_HEIGHT) + 1);
  const rowsInSight = computed(() => Math.max(1, Math.floor(height.value / ROW_HEIGHT)));

  function place(offset: number): void {
    top.value = Math.min(Math.max(0, offset), range.value);
    const element = scroller.value;
    if (element === null) return;
    element.scrollTop = top.value / scale.value;
    placed = element.scrollTop;
  }

  function onScroll(): void {
    const element = scroller.value;
    if (element === null || isHidden(element) || Math.abs(element.scrollTop - placed) < 1) return;
    placed = element.scrollTop;
    top.value = Math.min(placed * scale.value, range.value);
  }

  function onWheel(event: WheelEvent): void {
    if (!isScaled.value || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW_HEIGHT : height.value;
    place(top.value + event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : unit));
  }

  /** Scrolls as little as needed, or so that the row comes to lie in the middle when it was out of sight. */
  function scrollTo(row: number, align: 'nearest' | 'middle' = 'nearest'): void {
    const rowTop = row * ROW_HEIGHT;
    if (rowTop >= top.value && rowTop + ROW_HEIGHT <= top.value + height.value) return;
    if (align === 'middle') place(rowTop - (height.value - ROW_HEIGHT) / 2);
    else place(rowTop < top.value ? rowTop : rowTop + ROW_HEIGHT - height.value);
  }

  watch([rowCount, height], async () => {
    const wanted = top.value;
    await nextTick();
    if (isScaled.value || wanted > range.value) place(wanted);
  });

  let observer: ResizeObserver | null = null;
  /** A view in a tab that is not shown has no height for a while; it keeps its place. */
  function measure(): void {
    const element = scroller.value;
    if (element === null || isHidden(element)) return;
    height.value = element.clientHeight;
    if (Math.abs(element.scrollTop - placed) >= 1) place(top.value);
  }
  onMounted(() => {
    if (scroller.value === null) return;
    measure();
    observer = new ResizeObserver(measure);
    observer.observe(scroller.value);
  });
  onBeforeUnmount(() => observer?.disconnect());

  return { first, count, slots, shift, spacer, height, rowsInSight, onScroll, onWheel, scrollTo };
}

function isHidden(element: HTMLElement): boolean {
  return element.clientHeight === 0;
}
