import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { BuyersPage } from './pages/buyers-page';
import { useProfile } from './stand-alone-sandbox';
import {
  answerFileDialogs,
  canariesIn,
  canariesInDocument,
  canariesInFiles,
  copyEverything,
  expectNowhereInTheWindow,
  ownTemp,
  unique,
  WHOLE_STRINGS,
  type Canary,
} from './support/canary-search';
import { forwardRequest } from './support/forward-request';
import { expect, test } from './test';
import { listen } from './support/listen';

const CARD = '4929608312757099';

/** Buyers whose fields echo the token, one of whom has a card number as part of the name. */
async function startBuyers(): Promise<{ baseUrl: string; close: () => void }> {
  const server = createServer((request, response) => {
    const said = request.headers.authorization ?? '';
    const items = [1, 2, 3].map((number) => ({
      type: 'buyer',
      id: `00000000-0000-4000-8000-00000000000${number}`,
      display_name: number === 1 ? `Ada Example ${said}` : `Ada Example ${CARD}`,
      external_identifier: said,
      created_at: '2026-01-01T00:00:00+00:00',
      updated_at: '2026-01-01T00:00:00+00:00',
    }));
    response.writeHead(200, { 'content-type': 'application/json', 'x-echo': said });
    response.end(JSON.stringify({ items, limit: 20, next_cursor: null, previous_cursor: null }));
  });
  const { url, close } = await listen(server);
  return {
    baseUrl: url,
    close,
  };
}

test('no secret is in exported buyers and saved requests, in the report of an import, or in what copy buttons copy', async ({
  environment,
}) => {
  const service = await startBuyers();
  const [token, header, imported] = [unique(), unique(), unique()];
  const secrets: readonly Canary[] = [
    { name: 'token', value: token },
    { name: 'secret header', value: header },
    { name: 'secret of an imported request', value: imported },
  ];
  const canaries = [...secrets, { name: 'card', value: CARD }];
  const started = await environment.start([WHOLE_STRINGS], ownTemp(environment.folder));
  const { app, page } = started;
  await useProfile(page, { name: 'Echoing buyers', baseUrl: service.baseUrl, token });

  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.firstPage.click();
  await expect(buyers.grid).toContainText('Ada Example');
  for (const format of ['CSV', 'JSON', 'NDJSON'] as const) {
    const file = join(environment.folder, `buyers.${format.toLowerCase()}`);
    await answerFileDialogs(app, file);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${format}:`) }).click();
    await expect(page.getByText('Exported 3 rows')).toContainText(file);
    expect(readFileSync(file, 'utf8'), format).toContain('Ada Example');
    expect(canariesIn(readFileSync(file), canaries), format).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }

  // A saved request with a secret header and a card number, exported; and an imported one with a secret typed into it.
  const file = join(environment.folder, 'requests.yaml');
  await answerFileDialogs(app, file);
  const request = forwardRequest({
    version: 1,
    method: 'POST',
    paymentMethods: [],
    authentications: [],
    destinationUrl: 'https://localhost:9/charge',
    headers: [{ id: 'a', name: 'authorization', value: `Bearer ${header}`, secret: true, enabled: true }],
    serviceHeaders: [],
    body: JSON.stringify({ card: CARD, echo: header }),
  });
  const written = await page.evaluate(async (toSave) => {
    const saved = await window.explorer.saveRequest({
      request: {
        id: null,
        folder: '',
        name: 'Charge',
        description: '',
        profileId: 'sandbox',
        request: toSave,
        form: null,
        expectations: [],
      },
      withoutSecrets: false,
    });
    const lines = await window.explorer.listSavedRequests();
    const ids = lines.ok ? lines.value.map(({ id }) => id) : [];
    return JSON.stringify([saved, await window.explorer.exportRequestFile({ ids })]);
  }, request);
  expect(written).toContain('Charge');
  expect(canariesIn(written, canaries), 'what the window is told of a saved request').toEqual([]);
  const exported = readFileSync(file, 'utf8');
  expect(exported).toContain('localhost:9');
  expect(canariesIn(exported, canaries), 'the file of saved requests').toEqual([]);
  const typed = exported
    .replace(/id: .*/, 'id: 5e550000-0000-4000-8000-00000000000f')
    .replace(/( +)secret: true/, `$1value: Bearer ${imported}\n$1secret: true`);
  expect(typed).toContain(imported);
  writeFileSync(file, typed);
  const report = await page.evaluate(async () =>
    JSON.stringify(await window.explorer.importRequests({ from: 'file', callId: crypto.randomUUID() })),
  );
  writeFileSync(file, exported);
  expect(report).toContain('a secret was typed into the header authorization');
  expect(canariesIn(report, canaries), 'the report of an import').toEqual([]);

  const copied: string[] = [];
  for (const screen of ['Sessions', 'Buyers', 'Vault Forward', 'History', 'Settings'] as const) {
    await page.getByRole('link', { name: screen, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached();
    if (screen === 'History')
      await page.getByRole('list', { name: 'History' }).getByRole('button').first().click();
    // The copy buttons of a screen may appear a moment after its heading.
    if (screen !== 'Sessions')
      await expect(page.getByRole('button', { name: /^(Copy|More)/ }).first()).toBeVisible();
    for (const { button, text } of await copyEverything(app, page)) copied.push(`${button}: ${text}`);
    expect(await canariesInDocument(page, secrets), screen).toEqual([]);
  }
  expect(copied.length, 'nothing was copied').toBeGreaterThan(3);
  expect(canariesIn(copied.join('\n'), secrets), 'in the clipboard').toEqual([]);
  // Pasted into a text that is copied: a note, a body.
  const pasted = secrets.map(({ value }) => value).join(' ');
  const masked = await page.evaluate((text) => window.explorer.copyText({ what: 'note', text }), pasted);
  expect(masked).toEqual({ ok: true, value: 'a secret' });
  const clipboard = await app.evaluate((electron) => electron.clipboard.readText());
  expect(canariesIn(clipboard, secrets), 'in the clipboard').toEqual([]);
  await expectNowhereInTheWindow(started, secrets);
  await app.close();
  expect(canariesInFiles(environment.folder, canaries), 'at the end').toEqual([]);
  service.close();
});
