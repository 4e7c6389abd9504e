import { createServer } from 'node:http';
import { HistoryPage } from './pages/history-page';
import { useProfile, useServer } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** What the screen says about each error of the specification, for the ids that the sandbox reserves for them. */
const ERRORS: readonly (readonly [status: number, title: string, says: RegExp])[] = [
  [400, '400: the request is invalid', /Generic error/],
  [401, 'The service does not accept the token of Local sandbox', /No valid API authentication found/],
  [403, '403: not permitted', /checkout-sessions\.read/],
  [
    404,
    'No session with this ID on Local sandbox',
    /Looked up on Local sandbox, with the service’s default merchant account/,
  ],
  [405, '405: method not allowed', /GET/],
  [409, '409: duplicate record', /Generic error/],
  [422, '422: a referenced payment method does not exist', /no body/],
  [425, '425: too early', /Wait a moment/],
  [429, '429: too many requests', /Retry-After/],
  [500, '500: the service failed', /Request could not be processed/],
  [502, '502: the service failed', /bad gateway/],
  [504, '504: the service failed', /gateway time-out/],
];

test('every error of the specification says what it means and what to do', async ({ page, sessions }) => {
  const facts = await sandboxFacts(page);
  for (const [status, title, says] of ERRORS) {
    const id = facts.errorSessions[status];
    if (id === undefined) throw new Error(`no session id answers with ${status}`);
    await sessions.lookUp(id);
    const problem = sessions.problem();
    await expect(problem.getByRole('heading', { level: 2 })).toHaveText(title);
    await expect(problem).toContainText(says);
    await expect(problem).toContainText('What to do');
    // What to tell the customer comes before what is meant for a ticket.
    await expect(problem).toContainText(/What to tell the customer[^]*Request ID/);
    await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText(String(status));
  }
  await expect(sessions.problem()).toContainText(/What to tell the customer[^]*Request ID[^]*Raw detail/);
  await expect(
    page.getByRole('region', { name: 'Recent' }).getByTitle(`Token refused · ${facts.errorSessions[401]}`),
  ).toContainText('Token refused');
  // The raw answer is one click away, and so is the exact request.
  await sessions.problem().getByText('Raw detail', { exact: true }).click();
  await expect(sessions.problem()).toContainText('"type":"error"');
  await sessions.tab('Request').click();
  await expect(sessions.result.getByRole('table', { name: 'Request headers' })).toContainText(
    'Bearer hidden',
  );
});

test('answers that are not from the API are distinguished from failed connections', async ({
  page,
  sessions,
}) => {
  const server = createServer((request, response) => {
    if (request.url?.includes('aaaaaaaa'))
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
    else if (request.url?.includes('bbbbbbbb'))
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    else if (request.url?.includes('ffffffff'))
      response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
    else if (request.url?.includes('eeeeeeee'))
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    else request.socket.destroy();
  });
  await useServer(page, server);

  await sessions.lookUp('aaaaaaaa-0000-4000-8000-000000000000');
  await expect(sessions.problem()).toContainText('Status 200, but not the API’s JSON');
  await expect(sessions.tab('Findings')).toContainText(/[1-9]/);
  await sessions.lookUp('eeeeeeee-0000-4000-8000-000000000000');
  await expect(sessions.problem()).toContainText('Status 404, but not the API’s answer');
  await expect(sessions.problem()).toContainText('Check the base URL of the profile');
  await expect(sessions.result).not.toContainText(/There is nothing|could not find/);
  const signIn = 'ffffffff-0000-4000-8000-000000000000';
  await sessions.lookUp(signIn);
  await expect(sessions.problem()).toContainText('Status 401, but not the API’s answer');
  await expect(sessions.result).not.toContainText(/Token refused|does not accept/);
  await expect(
    page.getByRole('region', { name: 'Recent' }).getByTitle(`Not the API’s answer · ${signIn}`),
  ).toContainText('Not the API’s answer');
  await sessions.lookUp('bbbbbbbb-0000-4000-8000-000000000000');
  await expect(sessions.problem()).toContainText('302: a redirect, not followed');
  await sessions.lookUp('cccccccc-0000-4000-8000-000000000000');
  await expect(sessions.problem()).toContainText('closed the connection without an answer');
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('3 tries');

  await new Promise((resolve) => server.close(resolve));
  await sessions.lookUp('dddddddd-0000-4000-8000-000000000000');
  await expect(sessions.problem()).toContainText('refused the connection');
  await expect(sessions.problem()).toContainText('did not receive the request');
  await expect(sessions.result.getByText(/^Not sent · .* · tried \d\d:\d\d:\d\d/)).toBeVisible();
});

test('a look-up is cancelled by its button, and by a switch of profile, which it says, also in the history', async ({
  page,
  sessions,
}) => {
  const id = 'eeeeeeee-0000-4000-8000-000000000000';
  const server = createServer(() => undefined);
  await useServer(page, server);
  await sessions.lookUp(id);
  await expect(sessions.result.getByText(`Looking up ${id}`)).toBeVisible();
  await sessions.result.getByRole('button', { name: 'Cancel' }).click();
  await expect(sessions.problem()).toContainText('Cancelled');

  // A look-up that has not been sent by then belongs to the previous profile, and is not reported.
  const asked = new Promise((resolve) => server.once('request', resolve));
  await sessions.lookUp(id);
  await asked;
  await page.keyboard.press('ControlOrMeta+1');
  const words = /^Cancelled: the profile was switched from .+ to Local sandbox$/;
  await expect(sessions.problem().getByRole('heading', { level: 2 })).toHaveText(words);
  await expect(sessions.id).toHaveValue(id);
  await expect(sessions.result).toContainText('From A server of the test (sandbox), not the profile in use');

  const history = new HistoryPage(page);
  await history.open();
  await history.lines.first().click();
  await expect(page.getByRole('alert').getByRole('heading', { level: 2 })).toHaveText(words);
  server.closeAllConnections();
  server.close();
});

test('a cancelled refresh keeps the session on screen, and says so', async ({ page, sessions }) => {
  const id = 'aaaaaaaa-0000-4000-8000-000000000000';
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    // The refresh is never answered.
    if (asked > 1) return;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id, expires_at: '2099-01-01T00:00:00Z' }));
  });
  await useServer(page, server);
  await sessions.lookUp(id);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await sessions.result.getByRole('button', { name: 'Refresh' }).click();
  await expect(sessions.result.getByText('Reading again…')).toBeVisible();
  await expect(sessions.result.getByText(/this was read [\d:]+/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sessions.result.getByText(/^Not refreshed · Cancelled/)).toBeVisible();
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await expect(sessions.problem()).toHaveCount(0);

  // While another profile is active, nothing is automatically requested under the earlier one.
  await page.keyboard.press('ControlOrMeta+1');
  await expect(
    sessions.result.getByText('From A server of the test (sandbox), not the profile in use'),
  ).toBeVisible();
  await expect(sessions.result.getByRole('button', { name: 'Refresh' })).toBeHidden();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');
  await sessions.lookUp(id);
  await expect(sessions.problem()).toContainText('No session with this ID on Local sandbox');
  server.closeAllConnections();
  server.close();
});

test('a 200 answer with null is not a session: the screen says so, and offers to look up again', async ({
  page,
  sessions,
}) => {
  let answer = 'null';
  const service = await ThirdParty.start((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  );
  await useProfile(page, { name: 'Stand-in', baseUrl: service.url });
  await sessions.lookUp('5e550000-0000-4000-8000-000000000001');
  const problem = sessions.problem();
  await expect(problem.getByRole('heading', { level: 2 })).toHaveText('Status 200, but not a session');
  await expect(problem.getByRole('button', { name: 'Edit profile' })).toBeVisible();
  answer = '{"id": "5e550000-0000-4000-8000-000000000001", "expires_at": "2099-01-01T00:00:00Z"}';
  await problem.getByRole('button', { name: 'Look up again' }).click();
  await expect(sessions.state(/Valid/)).toBeVisible();
  await expect(problem).toHaveCount(0);
  await service.stop();
});
