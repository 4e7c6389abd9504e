import { computed, nextTick, onBeforeUnmount, onMounted, ref, type Ref, watch } from 'vue';

/** Height of every row, in pixels. */
export const ROW_HEIGHT = 20;

/**
 * Browsers limit an element's height to about 33 million pixels. Beyond this lower limit, the scroll bar is scaled:
 * dragging it covers everything, while the wheel and keys still move by rows.
 */
const MAX_SPACER = 8_000_000;
const UNMEASURED_HEIGHT = 400;

/** Renders only the visible rows, however many there are. Heights and offsets are in pixels. */
export function useVirtualRows(scroller: Ref<HTMLElement | null>, rowCount: Ref<number>) {
  /** Offset of the upper edge within all rows at their full height. */
  const top = ref(0);
  const height = ref(UNMEASURED_HEIGHT);
  /** The last scroll position set here, to recognise its own event. */
  let placed = 0;

  const total = computed(() => rowCount.value * ROW_HEIGHT);
  const spacer = computed(() => Math.min(total.value, MAX_SPACER));
  const range = computed(() => Math.max(0, total.value - height.value));
  const isScaled = computed(() => total.value > MAX_SPACER);
  /** Pixels of rows per pixel of the scroll bar. */
  const scale = computed(() => (isScaled.value ? range.value / Math.max(1, spacer.value - height.value) : 1));
  const first = computed(() => Math.floor(Math.min(top.value, range.value) / ROW_HEIGHT));
  const count = computed(() => Math.max(0, Math.min(slots.value, rowCount.value - first.value)));
  const shift = computed(() => first.value * ROW_HEIGHT - Math.min(top.value, range.value));
  /**
   * There are as many elements as there can be visible rows; an element is reused when its row scrolls out of sight.
   */
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

  /** Scrolls as little as needed, or so that an invisible row ends up in the middle. */
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
  /** A view in a hidden tab has no height; it keeps its place. */
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
