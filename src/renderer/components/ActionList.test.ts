import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import ActionList from './ActionList.vue';

it('marks up an ID in the text as code, without changing the text', () => {
  const action = { icon: 'search', button: null } as const;
  const words = 'Look for order-1 at psp.example';
  const list = mount(ActionList, {
    props: {
      actions: [
        { ...action, words, code: 'order-1' },
        { ...action, words },
      ],
    },
  });
  expect(list.findAll('li').map((line) => line.text())).toEqual([words, words]);
  expect(list.findAll('code').map((code) => code.text())).toEqual(['order-1']);
});
