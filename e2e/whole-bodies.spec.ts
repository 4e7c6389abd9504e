import { createServer } from 'node:http';
import { HistoryPage } from './pages/history-page';
import { useServer } from './stand-alone-sandbox';
import { expect, shareOneApp, test } from './test';

shareOneApp();

const LARGE = 'aaaaaaaa-0000-4000-8000-000000000001';
const BROKEN_OFF = 'bbbbbbbb-0000-4000-8000-000000000001';

/** Over 1 MB, with a number that JavaScript rounds, in ISO-8859-1. */
const session = `{"id":"${LARGE}","expires_at":"2099-01-01T00:00:00Z","total":1.10,"metadata":{"name":"Zoë","filler":"${'x'.repeat(1_500_000)}"}}`;

test('a session over 1 MB in another charset is checked and shown; a truncated one shows what was received', async ({
  page,
  sessions,
}) => {
  const server = createServer((request, response) => {
    const whole = request.url?.includes(LARGE) === true;
    const body = Buffer.from(session, 'latin1');
    response.writeHead(200, {
      'content-type': 'application/json; charset=ISO-8859-1',
      'content-length': body.length,
    });
    if (whole) response.end(body);
    else response.write(body.subarray(0, 80), () => request.socket.end());
  });
  await useServer(page, server);

  await sessions.lookUp(LARGE);
  await sessions.section('Session and card IDs').click();
  await sessions.section('Metadata').click();
  const facts = page.getByRole('region', { name: 'Session facts' });
  await expect(facts).toContainText(LARGE);
  await expect(facts).toContainText('1.10');
  await expect(page.getByRole('table', { name: 'Metadata' })).toContainText('Zoë');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('1 finding');
  await sessions.tab('JSON').click();
  await expect(sessions.result).toContainText('Decoded from ISO-8859-1');

  await sessions.lookUp(BROKEN_OFF);
  const last = page.getByRole('status', { name: 'Last exchange' });
  await expect(last).toContainText('not checked: the answer did not arrive in full');
  await sessions.problem().getByRole('button', { name: 'Show what was received' }).click();
  await expect(sessions.tab('JSON')).toHaveAttribute('aria-selected', 'true');
  await expect(sessions.result).toContainText('expires_at');

  // The history has the beginning of both, and a beginning is not reported as invalid because it is cut off.
  const history = new HistoryPage(page);
  await history.open();
  for (const [id, here] of [
    [LARGE, '1.0 MB'],
    [BROKEN_OFF, '80 B'],
  ] as const) {
    await history.line(id).click();
    await expect(page.getByText(`Only the first ${here} of this body are here.`)).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Response body' })).toContainText('not read to its end');
    await expect(page.getByText('This is not valid JSON.')).toHaveCount(0);
  }
  server.closeAllConnections();
  server.close();
});

test('the first rows of a large session are shown while the rest arrives, and that can be cancelled', async ({
  page,
  sessions,
}) => {
  const items = Array.from({ length: 60_000 }, (_, at) => ({ name: `Item ${at}`, amount: 1.1 }));
  const body = (id: string): string =>
    JSON.stringify({ id, expires_at: '2099-01-01T00:00:00Z', metadata: null, items });
  let rest: (() => void)[] = [];
  const server = createServer((request, response) => {
    const id = request.url?.slice(-LARGE.length) ?? '';
    if (id === BROKEN_OFF) {
      response.end(`{"id":"${id}","expires_at":"2099-01-01T00:00:00Z"}`);
      return;
    }
    const text = body(id);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, 600_000));
    rest.push(() => response.end(text.slice(600_000)));
  });
  await useServer(page, server);
  await sessions.lookUp(BROKEN_OFF);
  await sessions.tab('JSON').click();

  await sessions.lookUp(LARGE);
  const tree = page.getByRole('tree', { name: 'JSON' });
  await expect(tree).toContainText(LARGE);
  await expect(tree).toContainText('Item 0');
  await expect(sessions.state('Receiving…')).toBeVisible();
  await expect(sessions.result).toContainText('The rest is still coming…');
  // While the rest is still arriving, nothing is shown as if it were complete.
  await expect(sessions.result).toContainText('object, 4+ properties');
  await sessions.tab('Findings').click();
  await expect(sessions.result).toContainText('The body is checked when all of it has been received.');
  await sessions.tab('JSON').click();
  // Unfolded rows and the selection stay when the rest arrives.
  const first = tree.getByRole('treeitem').filter({ hasText: 'Item 0' });
  await first.click();
  await first.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-expanded', 'true');
  rest[0]?.();
  await expect(sessions.state(/^Valid/)).toBeVisible();
  await expect(sessions.result).not.toContainText('coming');
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-expanded', 'true');
  await tree.press('End');
  await expect(tree).toContainText('Item 59999');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('finding');

  rest = [];
  await sessions.lookUp('cccccccc-0000-4000-8000-000000000001');
  await expect(sessions.state('Receiving…')).toBeVisible();
  await sessions.result.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(sessions.state('Receiving…')).toHaveCount(0);
  await expect(sessions.result).toContainText(/cancelled/i);
  server.closeAllConnections();
  server.close();
});

test('another session, broken JSON, an answer without a body and 20,000 pairs are each shown as what they are', async ({
  page,
  sessions,
}) => {
  const idOf = (digit: number): string => `cccccccc-0000-4000-8000-00000000000${digit}`;
  const valid = (id: string): string => `{"id":"${id}","expires_at":"2099-01-01T00:00:00Z","metadata":null}`;
  const pairs = Array.from({ length: 20_000 }, (_, at): [string, string] => [`key ${at}`, `value ${at}`]);
  const filler = `,"more":["${'x'.repeat(1_500_000)}"]`;
  const answers: Record<string, string> = {
    [idOf(1)]: valid(idOf(9)),
    [idOf(2)]: valid(idOf(2)).slice(0, -1),
    [idOf(3)]: valid(idOf(3)).slice(0, -1) + filler,
    [idOf(4)]: '',
    [idOf(5)]: valid(idOf(5)),
    [idOf(6)]: valid(idOf(6)).replace('null', JSON.stringify(Object.fromEntries(pairs))),
  };
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answers[request.url?.slice(-LARGE.length) ?? '']);
  });
  await useServer(page, server);

  await sessions.lookUp(idOf(1));
  const notice = sessions.result.getByText(`The answer is another session: ${idOf(9)}`);
  await expect(notice).toBeVisible();
  await expect(sessions.state('Another session')).toBeVisible();
  await expect(
    sessions.result.getByRole('heading', { name: /^Another session · Valid until / }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent' }).locator('[aria-current="true"]')).toContainText(
    'Unexpected answer',
  );
  await sessions.tab('JSON').click();
  await expect(notice).toBeVisible();
  await sessions.tab('Overview').click();
  await sessions.lookUp(idOf(5));
  await expect(sessions.result).toContainText('Valid until');
  await expect(sessions.result.getByText('The answer is another session')).toHaveCount(0);

  for (const id of [idOf(2), idOf(3)]) {
    await sessions.lookUpToTheEnd(id);
    await expect(sessions.result).toContainText(/but it is not:|its body is not valid JSON/);
    await expect(sessions.result).not.toContainText('not an object');
    await sessions.tab('Findings').click();
    await expect(sessions.result).toContainText('this one is not JSON: nothing in it could be checked');
    await expect(sessions.result).not.toContainText('it is text');
    await sessions.tab('Overview').click();
  }
  await sessions.lookUp(idOf(4));
  await expect(sessions.result).toContainText('The answer has no body.');

  // However many pairs there are, the Overview draws only some, and says how many.
  await sessions.lookUp(idOf(6));
  await sessions.section('Metadata').click();
  const metadata = sessions.result.getByRole('region', { name: 'Metadata' });
  await expect(metadata).toContainText('The first 50 of 20,000 pairs.');
  await expect(metadata.getByRole('row')).toHaveCount(51);
  await metadata.getByRole('button', { name: 'Show all 20,000 pairs' }).press('Enter');
  const grid = metadata.getByRole('grid', { name: 'Metadata' });
  await expect(grid).toHaveAttribute('aria-rowcount', '20001');
  await expect(grid.locator(':focus')).toHaveCount(1);
  await expect(grid.getByText('value 5', { exact: true })).toBeInViewport();

  // The history does not mark as valid a session whose answer Recent calls unexpected.
  const recent = page.getByRole('region', { name: 'Recent', exact: true });
  for (const digit of [2, 3, 4])
    await expect(recent.getByTitle(`Unexpected answer · ${idOf(digit)}`)).toBeVisible();
  const history = new HistoryPage(page);
  await history.open();
  for (const digit of [2, 3, 4])
    await expect(history.line(idOf(digit))).toHaveAttribute('title', /^1 finding · /);
  await expect(history.line(idOf(5))).toHaveAttribute('title', /^Valid · /);
  server.closeAllConnections();
  server.close();
});
