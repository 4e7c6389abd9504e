import { createServer, type ServerResponse } from 'node:http';
import { useServer } from './stand-alone-sandbox';
import { expect, test } from './test';

test('a look-up in progress during sleep is tried again on waking, and the next one works', async ({
  started: { app },
  page,
  sessions,
}) => {
  const error = { type: 'error', code: 'not_found', status: 404, message: 'none', details: [] };
  const answer = (response: ServerResponse): unknown =>
    response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(error));
  let asked = 0;
  // The first request is never answered, as on a connection that was cut during sleep.
  const server = createServer((_request, response) => void ((asked += 1) > 1 && answer(response)));
  await useServer(page, server);

  await sessions.lookUp('aaaaaaaa-0000-4000-8000-000000000000');
  await expect.poll(() => asked).toBe(1);
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend');
    powerMonitor.emit('resume');
  });
  const last = page.getByRole('status', { name: 'Last exchange' });
  await expect(sessions.problem().getByRole('heading', { level: 2 })).toHaveText(
    'No session with this ID on A server of the test',
    {
      timeout: 20_000,
    },
  );
  await expect(last).toContainText('2 tries');
  await sessions.lookUp('bbbbbbbb-0000-4000-8000-000000000000');
  await expect(last).not.toContainText('tries');
  expect(asked).toBe(3);
  server.closeAllConnections();
  server.close();
});
