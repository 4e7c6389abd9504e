import type { RequestSpec } from '@shared/requests/request-spec';
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
