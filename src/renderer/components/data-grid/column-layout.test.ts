import { describe, expect, it } from 'vitest';
import { nextTick, shallowRef } from 'vue';
import { MIN_COLUMN_WIDTH, type GridColumn } from './columns';
import { useColumnLayout } from './column-layout';

const column = (id: string, more: Partial<GridColumn<unknown>> = {}): GridColumn<unknown> => ({
  id,
  label: id,
  width: 100,
  compare: 'code',
  value: () => null,
  ...more,
});
const all = shallowRef([column('id'), column('name'), column('extra', { hiddenAtFirst: true })]);

function storageWith(text: string | null) {
  const storage = {
    text,
    getItem: () => storage.text,
    setItem: (_key: string, now: string) => (storage.text = now),
  };
  return storage;
}

const shown = (layout: ReturnType<typeof useColumnLayout>) =>
  layout.shown.value.map(({ id, width }) => `${id} ${width}`);

describe('useColumnLayout', () => {
  it('shows, hides and resizes columns, but always shows one, and remembers the layout', async () => {
    const storage = storageWith(null);
    const layout = useColumnLayout('Buyers', all, storage);
    expect(shown(layout)).toEqual(['id 100', 'name 100']);
    layout.setShown('extra', true);
    layout.setShown('id', false);
    layout.setShown('name', false);
    layout.setShown('extra', false);
    layout.resize('extra', 5);
    await nextTick();
    expect(shown(layout)).toEqual([`extra ${MIN_COLUMN_WIDTH}`]);
    expect(shown(useColumnLayout('Buyers', all, storage))).toEqual([`extra ${MIN_COLUMN_WIDTH}`]);
    layout.reset();
    expect(shown(layout)).toEqual(['id 100', 'name 100']);
  });

  it('lets a column grow until the person chooses its width, or once that is taken back', () => {
    const columns = shallowRef([column('id'), column('name', { grows: true })]);
    const layout = useColumnLayout('Buyers', columns, storageWith(null));
    const growing = () => layout.shown.value.filter(({ grows }) => grows === true).map(({ id }) => id);
    expect(growing()).toEqual(['name']);
    layout.resize('name', 100);
    layout.resize('id', 120);
    expect(growing()).toEqual([]);
    layout.resetWidth('name');
    layout.resetWidth('id');
    expect(growing()).toEqual(['name']);
    expect(shown(layout)).toEqual(['id 100', 'name 100']);
  });

  it('accepts column names such as __proto__', async () => {
    const storage = storageWith(null);
    for (const id of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const odd = shallowRef([column('id'), column(id, { hiddenAtFirst: true })]);
      const layout = useColumnLayout('Buyers', odd, storage);
      expect(shown(layout)).toEqual(['id 100']);
      expect(layout.widthOf(id)).toBe(100);
      layout.setShown(id, true);
      layout.resize(id, 200);
      await nextTick();
      expect(shown(useColumnLayout('Buyers', odd, storage))).toEqual(['id 100', `${id} 200`]);
    }
  });

  it.each(['', 'no JSON', '[]', '{"shown":[1],"widths":{"id":"wide"}}', '{"widths":{"unknown":4}}'])(
    'starts with the default layout if the stored one cannot be used: %s',
    (text) =>
      expect(shown(useColumnLayout('Buyers', all, storageWith(text)))).toEqual(['id 100', 'name 100']),
  );
});
