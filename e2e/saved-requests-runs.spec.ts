import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { answerFileDialogs } from './support/canary-search';
import { untilNextClick } from './same-click';
import { saveForward } from './support/save-forward';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

/** A charge as a file of a folder on disk. */
const chargeFile = (name: string, url: string): string => `version: 2
name: ${name}
request:
  operation: vault_forward
  headers:
    - name: content-type
      value: application/json
    - name: x-vault-forward-url
      value: ${url}/${name}
    - name: x-vault-forward-http-method
      value: POST
  body: '{}'
`;

/** Words of the outcomes, the requests' names and the answers that are broken; "200 OK" counts as one word. */
function brokenWords(table: Element): string[] {
  const texts = [...table.querySelectorAll('tbody td:nth-child(-n + 3)')].flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  });
  return texts.flatMap((text) =>
    [...(text.textContent ?? '').matchAll(/200 OK|[^\s.]+/g)].flatMap(({ 0: word, index = 0 }) => {
      const place = document.createRange();
      place.setStart(text, index);
      place.setEnd(text, index + word.length);
      return new Set([...place.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
    }),
  );
}

test('a run shows what is running and waiting, why another folder cannot run, and how each of its requests ended', async ({
  environment,
  started,
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
  await expect(folder.getByRole('status').filter({ hasText: 'as expected' })).toHaveText(
    '0 as expected, 1 running, 2 waiting',
  );

  await tree.getByRole('treeitem', { name: 'Other' }).click();
  await expect(runIt).toHaveAttribute('aria-disabled', 'true');
  await expect(runIt).toHaveAttribute('title', '“Cards” is being run: wait for it, or cancel it there');

  await tree.getByRole('treeitem', { name: 'Cards' }).click();
  await folder.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete all…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(tree.getByRole('treeitem', { name: 'Cards' })).toHaveCount(0);
  held[0]?.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  await expect(folder.getByRole('status').filter({ hasText: 'as expected' })).toHaveText(
    '1 as expected, 2 not run',
  );
  await expect(folder).toContainText(/1 as expected, 2 not run · as .* · \d+ \w+ \d{4} \d\d:\d\d/);
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

  // A file that cannot be read, an answer that fails, an answer that leaves the outcome open, and Cancel while the
  // third request is in progress.
  const root = join(environment.folder, 'team');
  mkdirSync(root);
  for (const name of ['Accepted', 'Declined', 'Late', 'Never', 'Reauthorisations'])
    writeFileSync(join(root, `${name}.request.yaml`), chargeFile(name, party.url));
  writeFileSync(join(root, 'Torn.request.yaml'), 'version: 2\nname: [');
  await answerFileDialogs(started.app, root);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: 'Open a folder on disk…' }).click();
  await tree.getByRole('treeitem', { name: 'team, on disk' }).click();
  await runIt.click();
  for (const [at, status] of [200, 422, 504].entries()) {
    await expect.poll(() => held.length).toBe(at + 2);
    held[at + 1]?.writeHead(status).end('{}');
  }
  await expect.poll(() => held.length).toBe(5);
  await expect(folder.getByRole('status').filter({ hasText: 'as expected' })).toHaveText(
    '1 as expected, 1 not, 1 unknown outcome, 1 not sent, 1 running, 1 waiting',
  );
  await untilNextClick();
  await folder.getByRole('button', { name: 'Cancel' }).click();
  await expect(folder.getByRole('status').filter({ hasText: 'as expected' })).toHaveText(
    '1 as expected, 1 not, 2 unknown outcomes, 1 not sent, 1 not run',
  );
  await expect(folder).toContainText('2 unknown outcomesteam');
  await expect(page.getByRole('table', { name: 'Results' }).getByRole('row')).toHaveText([
    /^Outcome/,
    /^As expected.*Accepted200 OK/,
    /^Not as expected.*Declined422 .*a success \(2xx\)/,
    /^Outcome unknown.*Late504 .*: it may have been carried out/,
    /^Outcome unknown.*NeverOutcome unknown: it may have arrived.*Cancelled/,
    /^Not run.*Reauthorisations.*The run was cancelled\./,
    /^Refused.*Torn\.request\.yaml.*Its file cannot be read\..*Nothing of it was sent\./,
  ]);
  // A status is in one line, and in a narrow window the head has room for the name.
  const lines = await page.getByText('422 Unprocessable Entity').evaluate((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(1);
  await page.setViewportSize({ width: 640, height: 500 });
  const title = folder.getByRole('heading', { name: 'team' });
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Nor is a name broken within a word, however little room is left, nor "200 OK" at all.
  const results = page.getByRole('table', { name: 'Results' });
  for (const width of [640, 760, 1280]) {
    await page.setViewportSize({ width, height: 500 });
    expect(await results.evaluate(brokenWords)).toEqual([]);
    const widths = await results.evaluate(({ scrollWidth, parentElement }) => [
      scrollWidth,
      parentElement?.clientWidth ?? 0,
    ]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  }
  expect(party.received).toHaveLength(5);
  await party.stop();
});
