import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const SMALL = { width: 900, height: 700 };

test('at 900 x 700 an error in History and its body fit in the pane, which does not scroll', async ({
  page,
  sessions,
}) => {
  await sessions.lookUpToTheEnd((await sandboxFacts(page)).errorSessions[401] ?? '');
  const history = new HistoryPage(page);
  await history.open();
  await history.lines.first().getByRole('button').click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.setViewportSize(SMALL);
  const pane = page.getByRole('tabpanel', { name: 'Response' });
  expect(await pane.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
});

test('the button for what was received of a cut answer begins where the text does', async ({
  page,
  sessions,
}) => {
  const party = await ThirdParty.start((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"id":"5e55', () => response.socket?.end());
  });
  await useProfile(page, { name: 'Cut', baseUrl: party.url });
  await sessions.lookUp('5e550000-0000-4000-8000-0000000000c1');
  const button = sessions.problem().getByRole('button', { name: 'Show what was received' });
  await expect(button).toBeVisible();
  const title = await sessions.problem().getByRole('heading', { level: 2 }).boundingBox();
  const box = await button.boundingBox();
  expect(box?.x).toBe(title?.x);
  expect(box?.width).toBeLessThan(200);
  await party.stop();
});
