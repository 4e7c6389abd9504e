import type { RequestSpec } from '@shared/requests/request-spec';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, test } from './test';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

test('each shortcut has one line in Help, with its words whole', async ({ page }) => {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const lines = page.getByRole('dialog').getByRole('listitem');
  await expect(lines.first()).toBeVisible();
  const odd = await lines.evaluateAll((all) =>
    all
      .filter((line) => {
        const words = line.firstElementChild;
        const isCut = words instanceof HTMLElement && words.scrollWidth > words.clientWidth;
        return line.getBoundingClientRect().height > 30 || isCut;
      })
      .map((line) => line.textContent),
  );
  expect(odd).toEqual([]);
});

test('the names of saved requests stand in one column, whatever the method', async ({ page }) => {
  const request: RequestSpec = {
    ...{ version: 1, operation: 'free', pathParameters: {}, query: [], headers: [], body: null },
    target: { method: 'GET', path: '/buyers' },
  };
  await page.evaluate(
    async ({ spec, methods }) => {
      const profiles = await window.explorer.describeProfiles();
      if (!profiles.ok) throw new Error('no profiles');
      const saved = { id: null, folder: '', description: '', profileId: profiles.value.activeId };
      for (const method of methods) {
        const asked = {
          ...saved,
          name: `By ${method}`,
          request: { ...spec, target: { method, path: '/buyers' } },
          form: null,
          expectations: [],
        };
        const answer = await window.explorer.saveRequest({ request: asked, withoutSecrets: false });
        if (!answer.ok) throw new Error(`${answer.problem.title}: ${answer.problem.meaning}`);
      }
    },
    { spec: request, methods: METHODS },
  );
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const tree = page.getByRole('tree', { name: 'Saved requests' });
  const lefts = await Promise.all(
    METHODS.map(async (method) => (await tree.getByText(`By ${method}`).boundingBox())?.x),
  );
  expect(new Set(lefts).size).toBe(1);
});

test('the ID of an expired session is whole in its short form in a window of 640 px', async ({
  started: { app },
  page,
  sessions,
}) => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(640, 800));
  const id = (await sandboxFacts(page)).sessions.expired ?? '';
  await sessions.lookUp(id);
  await expect(sessions.state(/^Expired · /)).toBeVisible();
  const short = sessions.result.getByText(`${id.slice(0, 8)}…${id.slice(-4)}`, { exact: true });
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(640);
  expect(await short.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
  // Their words are not seen, and are still their names.
  await expect(sessions.result.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await sessions.result.getByRole('button', { name: 'Sessions', exact: true }).click();
  await expect(sessions.id).toBeVisible();
});
