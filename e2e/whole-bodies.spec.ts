import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';

const LARGE = 'aaaaaaaa-0000-4000-8000-000000000001';
const BROKEN_OFF = 'bbbbbbbb-0000-4000-8000-000000000001';

/** Over 1 MB, with a number that JavaScript rounds, in ISO-8859-1. */
const session = `{"id":"${LARGE}","expires_at":"2099-01-01T00:00:00Z","total":1.10,"metadata":{"name":"Zoë","filler":"${'x'.repeat(1_500_000)}"}}`;

test('a session over 1 MB in another charset is checked and shown; a broken-off one shows what came', async ({
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await useProfile(page, {
    name: 'A server of the test',
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'not-a-jwt',
  });

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
  await expect(last).toContainText('not checked: the answer did not come whole');
  await sessions.problem().getByRole('button', { name: 'Show what was received' }).click();
  await expect(sessions.tab('JSON')).toHaveAttribute('aria-selected', 'true');
  await expect(sessions.result).toContainText('expires_at');
  server.closeAllConnections();
  server.close();
});
