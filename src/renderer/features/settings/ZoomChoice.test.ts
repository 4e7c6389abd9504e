import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import ZoomChoice from './ZoomChoice.vue';

beforeEach(() => setActivePinia(createPinia()));
afterEach(() => vi.unstubAllGlobals());

it('shows the zoom, changes it, and follows other changes to it', async () => {
  let factor = 1.25;
  vi.stubGlobal('explorer', {
    on: () => undefined,
    zoomWindow: ({ direction }: { direction: 1 | -1 | null }) => {
      factor += 0.25 * (direction ?? 0);
      return Promise.resolve(succeed(factor));
    },
  });
  const shown = mount(ZoomChoice);
  const said = async (): Promise<string> => {
    await flushPromises();
    return shown.get('output[aria-label="Zoom"]').text();
  };
  expect(await said()).toBe('125%');
  await shown.get('[aria-label="Larger"]').trigger('click');
  expect(await said()).toBe('150%');
  await shown.get('[aria-label="Smaller"]').trigger('click');
  expect(await said()).toBe('125%');
  factor = 0.67;
  window.dispatchEvent(new Event('resize'));
  expect(await said()).toBe('67%');
  shown.unmount();
});
