import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('a search result names its profile, and the matching text is marked and visible', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  const service = await ThirdParty.start((response) => {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ type: 'error', code: 'not_found', message: 'Not at slow.example/charge today' }),
    );
  });
  const names = ['Sandbox of a name that is long', 'Acme live'] as const;
  await useProfile(page, { name: names[0], baseUrl: service.url });
  await sessions.lookUp(id);
  await expect(sessions.problem()).toBeVisible();
  await useProfile(page, { name: names[1], baseUrl: service.url, environment: 'production' });
  await sessions.lookUp(id);
  // Until then, the problem of the first look-up is on screen.
  await expect.poll(() => service.received.length).toBe(2);
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.lines).toHaveCount(2);
  await history.search.fill('slow.exa');
  for (const name of names) {
    const line = history.line(new RegExp(name));
    await expect(line.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    const mark = line.locator('mark');
    await expect(mark).toHaveText('slow.exa');
    const [row, found] = [await line.boundingBox(), await mark.boundingBox()];
    expect((found?.x ?? 0) + (found?.width ?? 0)).toBeLessThan((row?.x ?? 0) + (row?.width ?? 0));
    expect(await mark.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  await expect(history.line(/Acme live/).getByText('Acme live', { exact: true })).toHaveAttribute(
    'data-environment',
    'production',
  );
  await service.stop();
});
