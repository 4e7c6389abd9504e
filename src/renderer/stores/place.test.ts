import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { createApp } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { usePlaceStore } from './place';

let load: (screen: object) => void;
let lose: (error: Error) => void;
const loading = vi.fn(() => new Promise<object>((resolve, reject) => ([load, lose] = [resolve, reject])));
const newRouter = () =>
  createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/here/:id?', name: 'here', component: {} },
      { path: '/elsewhere', name: 'elsewhere', component: loading },
    ],
  });

let router: ReturnType<typeof newRouter>;
let place: ReturnType<typeof usePlaceStore>;

beforeEach(async () => {
  loading.mockClear();
  router = newRouter();
  const pinia = createPinia();
  createApp({}).use(pinia).use(router);
  setActivePinia(pinia);
  place = usePlaceStore();
  await router.push('/here');
});

const answered = (): Promise<void> => place.follow({ name: 'here', params: { id: '1' } });
/** Navigates to a screen that is still loading. */
async function leave() {
  const going = router.push('/elsewhere');
  await vi.waitFor(() => expect(loading).toHaveBeenCalled());
  return { going };
}

it('navigates within its screen, with push or replace', async () => {
  await answered();
  expect(router.currentRoute.value.params.id).toBe('1');
  const replace = vi.spyOn(router, 'replace');
  await place.follow({ name: 'here', params: { id: '2' } }, 'replace');
  expect(router.currentRoute.value.params.id).toBe('2');
  expect(replace).toHaveBeenCalledOnce();
});

it('does not take a person back from another screen', async () => {
  const { going } = await leave();
  load({});
  await going;
  await answered();
  expect(router.currentRoute.value.name).toBe('elsewhere');
});

it('does not take back a person who is on the way to another screen', async () => {
  const { going } = await leave();
  await answered();
  load({});
  await going;
  expect(router.currentRoute.value.name).toBe('elsewhere');
});

it('navigates if the other screen could not be loaded', async () => {
  const { going } = await leave();
  lose(new Error('gone'));
  await expect(going).rejects.toThrow('gone');
  await answered();
  expect(router.currentRoute.value.params.id).toBe('1');
});
