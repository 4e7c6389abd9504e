import { BuyersPage } from './pages/buyers-page';
import { expect, test } from './test';

test('main gives the memory of its garbage back while nothing is asked of it, also when a load has ended', async ({
  environment,
}) => {
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
  // By V8's own clock: 8 s after a collection.
  await expect.poll(heapMegabytes, { timeout: 30_000 }).toBeLessThan(before + 5);
});
