import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import IdRows from './IdRows.vue';

it('keeps what is typed in its last row with its draft, and adds it to no other draft', async () => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', fakeTexts());
  const rows = mount(IdRows, {
    props: {
      ...{ id: 'cards', draftId: 'a', label: 'Payment methods', word: 'card', idLabel: 'Payment method ID' },
      ...{ items: [], findings: [], notes: [], known: { label: 'Known cards', items: [] } },
    },
  });
  const add = rows.get<HTMLInputElement>('.rows__add');
  await add.setValue('half-typed');
  await rows.setProps({ draftId: 'b' });
  expect(add.element.value).toBe('');
  await add.trigger('blur');
  expect(rows.emitted('update')).toBeUndefined();
  await rows.setProps({ draftId: 'a' });
  expect(add.element.value).toBe('half-typed');
  await add.trigger('blur');
  await flushPromises();
  expect(rows.emitted('update')).toEqual([[[{ id: 'half-typed', name: '' }]]]);
  expect(add.element.value).toBe('');
});
