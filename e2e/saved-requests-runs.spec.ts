import type { ServerResponse } from 'node:http';
import { saveForward } from './support/save-forward';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('a run shows what is running and waiting, why another folder cannot run, and skips requests deleted meanwhile', async ({
  page,
}) => {
  const held: ServerResponse[] = [];
  const party = await ThirdParty.start((response) => void held.push(response));
  const charge = { method: 'POST', destinationUrl: `${party.url}/charge`, body: '{}' } as const;
  const cards = ['First', 'Second', 'Third'].map((name) => ({ folder: 'Cards', name }));
  await saveForward(page, charge, ...cards, { folder: 'Other', name: 'Fourth' });
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const tree = page.getByRole('tree', { name: 'Saved requests' });
  const folder = page.getByRole('article', { name: 'Folder' });
  const runIt = folder.getByRole('button', { name: 'Run', exact: true });
  await tree.getByRole('treeitem', { name: 'Cards' }).click();
  await runIt.click();
  await expect.poll(() => held.length).toBe(1);
  await expect(folder.getByRole('status')).toHaveText('0 as expected, 1 running, 2 waiting');

  await tree.getByRole('treeitem', { name: 'Other' }).click();
  await expect(runIt).toHaveAttribute('aria-disabled', 'true');
  await expect(runIt).toHaveAttribute('title', '“Cards” is being run: wait for it, or cancel it there');

  await tree.getByRole('treeitem', { name: 'Cards' }).click();
  await folder.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete all…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tree.getByRole('treeitem', { name: 'Cards' })).toHaveCount(0);
  held[0]?.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  await expect(folder.getByRole('status')).toHaveText('1 as expected, 2 not run');
  await expect(
    page.getByRole('table', { name: 'Results' }).getByText('It was no longer saved when its turn came.'),
  ).toHaveCount(2);
  // Answers, their column head and a dash in place of an answer all end at the same edge.
  const ends = await page
    .getByRole('table', { name: 'Results' })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const text = document.createRange();
        if (row.children[2]) text.selectNodeContents(row.children[2]);
        return Math.round(text.getBoundingClientRect().right);
      }),
    );
  expect(ends).toHaveLength(4);
  expect(new Set(ends).size).toBe(1);
  expect(party.received).toHaveLength(1);
  await party.stop();
});
