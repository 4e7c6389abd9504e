import { flushPromises, mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import { ref } from 'vue';
import type { Expectation } from '@shared/requests/saved-requests';
import ExpectationRows from './ExpectationRows.vue';

function open(first: readonly Expectation[]) {
  const expectations = ref(first);
  const shown = mount(
    {
      components: { ExpectationRows },
      setup: () => ({ expectations }),
      template: '<ExpectationRows v-model="expectations" />',
    },
    { attachTo: document.body },
  );
  const button = (words: string) => {
    const found = shown.findAll('button').find((one) => one.text() === words);
    if (found === undefined) throw new Error(`there is no ${words}`);
    return found;
  };
  const field = (name: string) => shown.get(`[aria-label="${name}"]`);
  return { shown, button, field };
}

it.each([
  ['Add a JSON path', 'JSON path 1', 'Enter a path, such as $.status.'],
  ['Add a header', 'Header 1', 'Enter a header’s name, such as content-type.'],
])('leaving a row of “%s” in which nothing was typed changes nothing', async (words, place, hint) => {
  const { shown, button, field } = open([]);
  await button(words).trigger('click');
  await flushPromises();
  const before = shown.html();
  expect(shown.text()).toContain(hint);
  await field(place).trigger('focusout');
  expect(shown.html()).toBe(before);
  expect(shown.find('.field__error, [aria-invalid]').exists()).toBe(false);
  shown.unmount();
});

it('only the field that was typed into is marked as wrong, and says so on the line of the hint', async () => {
  const { shown, field } = open([{ kind: 'json-path', path: '$.', is: { how: 'equals', value: '' } }]);
  await field('Value 1, as JSON').setValue('approved');
  expect(field('Value 1, as JSON').attributes('aria-invalid')).toBe('true');
  expect(field('JSON path 1').attributes('aria-invalid')).toBeUndefined();
  expect(shown.get('.expectation').findAll('p')).toHaveLength(1);
  expect(shown.get('.expectation .field__error').text()).toContain('The expected value is not JSON');
  await field('Value 1, as JSON').setValue('"approved"');
  expect(shown.get('.expectation .field__hint').text()).toBe('Enter a path, such as $.status.');
  await field('JSON path 1').setValue('$.status');
  expect(shown.find('.expectation p').exists()).toBe(false);
  shown.unmount();
});

it('what is wrong with the status, which is seen when its field is left, has a line that was there before', async () => {
  const { shown } = open([]);
  const status = shown.get('input[max="599"]');
  expect(shown.findAll('p').map((line) => line.text())).toEqual(['An empty field accepts anything.']);
  await status.setValue('1000');
  await status.trigger('change');
  expect(shown.findAll('p').map((line) => line.text())).toEqual(['A status is a number from 100 to 599.']);
  shown.unmount();
});
