import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { importFound } from './import-requests';
import type { FoundRequest } from './request-folder';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('lets other work run between requests that take long', async () => {
  const order: string[] = [];
  const found = ['first', 'second', 'third'].map((file): FoundRequest => ({
    file,
    get read(): FoundRequest['read'] {
      setImmediate(() => order.push(`after ${file}`));
      work(20);
      order.push(file);
      return { ok: false, why: 'It is not a request.' };
    },
  }));
  await importFound(found, testingProfile({}), {
    store: { all: async () => [], putAll: async () => undefined, rootOf: async () => null },
    references: {
      store: async () => '',
      read: async () => null,
      known: async () => [],
      forget: async () => ({ done: true }),
    },
  });
  expect(order).toEqual(['first', 'after first', 'second', 'after second', 'third', 'after third']);
});
