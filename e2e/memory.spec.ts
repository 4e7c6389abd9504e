import type v8 from 'node:v8';
import { BuyersPage } from './pages/buyers-page';
import { setFaults, useSandbox } from './stand-alone-sandbox';
import { expect, test } from './test';

test('main frees the memory of its garbage while idle, also after a load', async ({ environment }) => {
  const { app, page } = await environment.start();
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.loadAll.click();
  await expect(buyers.load).toContainText('All of them');

  const heapMegabytes = (): Promise<number> => app.evaluate(() => process.memoryUsage().heapTotal / 1e6);
  const before = await heapMegabytes();
  const most = await app.evaluate(() => {
    const kept: { readonly id: string }[] = [];
    for (let index = 0; index < 1_000_000; index += 1) kept.push({ id: `id-${index}` });
    return kept.length > 0 ? process.memoryUsage().heapTotal / 1e6 : 0;
  });
  expect(most).toBeGreaterThan(before + 20);
  // On V8's own schedule: 8 s after a collection.
  await expect.poll(heapMegabytes, { timeout: 30_000 }).toBeLessThan(before + 5);
});

test('main’s space for young objects does not grow during a load, but may again after it', async ({
  environment,
}) => {
  const { app, page } = await environment.start();
  const sandbox = await useSandbox(page, 'Slow');
  const { controlUrl } = sandbox.description;
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.pageSize.fill('10');
  await setFaults(controlUrl, { latency: 500 });
  await buyers.loadAll.click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(buyers.load).toContainText('paused');

  /** How much the space for young objects grows while many of them stay alive. */
  const growth = (): Promise<number> =>
    app.evaluate(() => {
      const { getHeapSpaceStatistics } = process.mainModule?.require('node:v8') as typeof v8;
      // Not space_size: it contains the half that objects are copied to only from the first copying after a rest on.
      const room = (): number => {
        const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
        return young === undefined ? 0 : young.space_used_size + young.space_available_size;
      };
      const before = room();
      let most = before;
      const kept: { readonly id: string }[] = [];
      for (let index = 0; index < 1_000_000; index += 1) {
        kept.push({ id: `id-${index}` });
        if (index % 10_000 === 0) most = Math.max(most, room());
      }
      return kept.length > 0 ? most - before : 0;
    });
  expect(await growth()).toBe(0);
  await buyers.cancel.click();
  await expect(buyers.load).toContainText('Cancelled');
  expect(await growth()).toBeGreaterThan(1e6);
  await sandbox.stop();
});
