import { sandboxFacts } from './support/sandbox-facts';
import { useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

onItsOwnApp(() => {
  test('recent look-ups, a pin that survives a restart, Back and Forward, and a ticket', async ({
    environment,
    page,
    sessions,
    started,
  }) => {
    const { sessions: samples, errorSessions } = await sandboxFacts(page);
    const { rich = '', expired = '' } = samples;
    await sessions.lookUp(`see ${rich.toUpperCase()} please`);
    await expect(sessions.state(/^Valid · /)).toBeVisible();
    await sessions.lookUp(expired);
    await expect(sessions.state(/^Expired · /)).toBeVisible();
    const recent = page.getByRole('region', { name: 'Recent' });
    await expect(recent.getByRole('listitem')).toHaveCount(2);
    await expect(recent.getByRole('listitem').first()).toContainText('Expired');
    await expect(recent.getByRole('listitem').first()).toContainText('Ada Example');
    await expect(recent.getByRole('listitem').first()).toContainText('13,591');

    await page.goBack();
    await expect(sessions.state(/^Valid · /)).toBeVisible();
    await expect(sessions.id).toHaveValue(rich);
    await page.goForward();
    await expect(sessions.state(/^Expired · /)).toBeVisible();

    // A pinned entry comes first, and survives clearing and a restart.
    await recent.getByRole('button', { name: `Pin ${rich}` }).click();
    await expect(recent.getByRole('listitem').first()).toContainText(`${rich.slice(0, 8)}…${rich.slice(-4)}`);
    // Amounts end at the gutter, even beside a pin, which is next to the age.
    const [pin, ...texts] = await recent
      .getByRole('listitem')
      .first()
      .evaluate((line) => {
        const ends = [line.querySelector('[aria-pressed]'), ...line.querySelectorAll('.list-row__end')];
        return ends.map((end) => end?.getBoundingClientRect().toJSON() as DOMRect);
      });
    // The gutter of the list's pane, which is followed by a divider of 1 px.
    const gutter = ((await sessions.result.boundingBox())?.x ?? 0) - 17;
    expect(texts.map(({ right }) => Math.round(right) - Math.round(gutter))).toEqual([0, -24]);
    expect(texts[1]?.right).toBeLessThanOrEqual(pin?.left ?? 0);
    const clear = async (): Promise<void> => {
      await recent.getByRole('button', { name: 'More for recent look-ups' }).click();
      await page.getByRole('menuitem', { name: 'Clear' }).click();
    };
    await clear();
    await expect(recent.getByRole('listitem')).toHaveCount(1);
    const undo = page.getByRole('region', { name: 'Undo' });
    await expect(undo).toContainText('Cleared 1 recent look-up.');
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(recent.getByRole('listitem')).toHaveCount(2);
    await clear();
    await expect(recent.getByRole('listitem')).toHaveCount(1);

    await sessions.lookUp(errorSessions[403] ?? '');
    await expect(sessions.problem()).toBeVisible();
    await page.getByRole('button', { name: 'Copy for a ticket' }).click();
    await expect
      .poll(() => started.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toContain('403: not permitted');
    const ticket = await started.app.evaluate(({ clipboard }) => clipboard.readText());
    // Plain text, unless the person chooses otherwise.
    expect(ticket).not.toContain('**');
    expect(ticket).toContain('Local sandbox (local)');
    expect(ticket).not.toMatch(/eyJ|Bearer/);
    // What is typed and not looked up is there after a restart, and a paste replaces it.
    await sessions.id.fill('5e550000-half 4111111111111111');
    await started.app.close();
    const again = await environment.start();
    const field = again.page.getByRole('textbox', { name: 'Session ID' });
    await expect(field).toHaveValue(/^5e550000-half 41+•+1{4}$/);
    await again.page.keyboard.insertText(rich);
    await expect(field).toHaveValue(rich);
    await expect(
      again.page
        .getByRole('region', { name: 'Recent' })
        .getByRole('button', { name: `Pin ${rich}`, pressed: true }),
    ).toBeVisible();
  });
});

test('a session that failed in Recent is shown there as a list has read it since', async ({
  page,
  sessions,
}) => {
  const [id, other] = ['5e550000-0000-4000-8000-000000000001', '5e550000-0000-4000-8000-000000000002'];
  let isUp = false;
  const service = await ThirdParty.start((response) => {
    const body = isUp
      ? {
          id: response.req.url?.split('/').at(-1),
          expires_at: '2099-01-01T00:00:00Z',
          buyer: { display_name: 'Ada' },
        }
      : {
          type: 'error',
          status: 500,
          code: 'server_error',
          message: 'Request could not be processed',
          details: [],
        };
    response.writeHead(isUp ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await useProfile(page, { name: 'Up again', baseUrl: service.url });
  await sessions.lookUpToTheEnd(id);
  const rows = page.getByRole('region', { name: 'Recent' }).getByRole('listitem');
  await expect(rows).toContainText(['500: the service failed']);
  isUp = true;
  await sessions.lookUp(`${id} ${other}`);
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  // Those that were only in the list are not added: it may have thousands.
  await expect(rows).toContainText(['Ada']);
  await service.stop();
});
