import { mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import { nextTick, ref } from 'vue';
import type { Piece } from '../rows/pieces';
import type { TreeRow } from '../worker/messages';
import TreeRowLine from './TreeRowLine.vue';

const piece = (text: string): Piece => ({ text, token: 'string', emphasis: 'none' });
const row = (value: string): TreeRow => ({
  node: 1,
  depth: 1,
  key: [piece('expires_at')],
  position: null,
  siblings: 1,
  value: [piece(value)],
  kind: 'string',
  children: null,
  open: false,
  bytes: value.length,
  cut: false,
  duplicate: false,
  complete: true,
  selected: false,
  marks: [],
  marksInside: null,
});

function open(value: string) {
  const now = ref(new Date('2026-11-26T10:00:00Z'));
  const clock = vi.fn(() => now.value);
  const line = mount(TreeRowLine, { props: { row: row(value), marks: [], isReading: false, clock } });
  return { now, clock, line };
}

it('updates the distance of a date-time', async () => {
  const { now, line } = open('"2026-11-26T12:00:00Z"');
  expect(line.text()).toMatch(/in 2 h$/);
  now.value = new Date('2026-11-26T11:00:00Z');
  await nextTick();
  expect(line.text()).toMatch(/in 1 h$/);
});

it.each(['"not a time"', '"2026-11-26"', `"${'2'.repeat(60)}"`])(
  'does not read the clock in a row of %s',
  (value) => {
    expect(open(value).clock).not.toHaveBeenCalled();
  },
);
