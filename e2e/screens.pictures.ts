import type { ElectronApplication, Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { ProfilesPage } from './pages/profiles-page';
import { answerQuestion, question, questionPages, unlockActiveProfile } from './pages/question-page';
import { SessionsPage } from './pages/sessions-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { untilNextClick } from './same-click';
import { useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

/**
 * Pictures of every screen in its various states, for people who review the window: `npm run pictures`. Full-size
 * pictures go to out/pictures, small ones and the page that shows them to docs/screenshots/screens.
 */
interface Look {
  readonly name: string;
  readonly size: readonly [width: number, height: number];
  readonly theme?: 'dark';
  readonly forcedColours?: true;
  readonly zoom?: number;
  /** The states to show, if not all of them. */
  readonly only?: readonly string[];
}

const MAIN_STATES = [
  'session',
  'session-expired',
  'session-error',
  'buyers',
  'vault-forward',
  'history',
  'saved-requests',
  'api',
  'profiles',
  'palette',
];
const LOOKS: readonly Look[] = [
  { name: '1280x800', size: [1280, 800] },
  { name: 'dark', size: [1280, 800], theme: 'dark' },
  { name: '900x600', size: [900, 600] },
  { name: '1600x1000', size: [1600, 1000], only: MAIN_STATES },
  { name: 'forced-colours', size: [1280, 800], forcedColours: true, only: MAIN_STATES },
  { name: '200-percent', size: [1600, 1000], zoom: 2, only: MAIN_STATES },
];
const CONTENTS = [
  '# The window in pictures',
  '',
  'Every screen in its states, made by `npm run pictures` on the Local sandbox; every name and number is invented.',
  '',
  ...LOOKS.map(({ name, only }) => `- [${name}](${name}.md)${only ? ', the main states' : ''}`),
  '',
].join('\n');
const WIDTH = 800;
const QUALITY = 70;
const folder = join('docs', 'screenshots', 'screens');
const whole = join('out', 'pictures');

for (const look of LOOKS) {
  test(`pictures, ${look.name}`, async ({ environment }) => {
    test.setTimeout(600_000);
    const { app, page } = await environment.start();
    await dress(app, page, look);
    const takes = pictures(app, look);
    await sessions(page, takes);
    await buyers(page, takes);
    await vaultForward(page, takes);
    await history(page, takes);
    await saved(page, takes);
    // From here on, the security codes of test cards are not kept.
    await production(app, page, takes);
    await api(page, takes);
    await rest(page, takes);
    writeFileSync(join(folder, `${look.name}.md`), takes.page());
    writeFileSync(join(folder, 'README.md'), CONTENTS);
  });
}

async function dress(app: ElectronApplication, page: Page, look: Look): Promise<void> {
  await emulate(page, look);
  await app.evaluate(
    ({ BrowserWindow, nativeTheme }, { size, zoom, theme }) => {
      nativeTheme.themeSource = theme;
      const [window] = BrowserWindow.getAllWindows();
      window?.setContentSize(size[0], size[1]);
      window?.webContents.setZoomFactor(zoom);
    },
    { size: look.size, zoom: look.zoom ?? 1, theme: look.theme ?? ('light' as const) },
  );
}

/** Has to be set for each page, because a question is a separate page. */
async function emulate(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: look.theme ?? 'light',
    forcedColors: look.forcedColours ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
}

type Take = ReturnType<typeof pictures>;

function pictures(app: ElectronApplication, look: Look) {
  const taken: string[] = [];
  const target = join(whole, look.name);
  for (const path of [folder, target]) mkdirSync(path, { recursive: true });
  return {
    async of(page: Page, state: string): Promise<void> {
      if (look.only && !look.only.includes(state)) return;
      await emulate(page, look);
      await page.evaluate(() => document.fonts.ready);
      // After the second frame everything has been painted.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      const path = join(target, `${state}.png`);
      await (look.zoom === undefined
        ? page.screenshot({ path, animations: 'disabled' })
        : wholeWindow(app, path));
      // By its path: a message of about 128 kB, such as one picture was as text, never arrived.
      const small = await app.evaluate(
        ({ nativeImage }, { file, width, quality }) =>
          nativeImage
            .createFromPath(file)
            .resize({ width, quality: 'best' })
            .toJPEG(quality)
            .toString('base64'),
        { file: resolve(path), width: WIDTH, quality: QUALITY },
      );
      writeFileSync(join(folder, `${look.name}-${state}.jpg`), Buffer.from(small, 'base64'));
      taken.push(state);
    },
    page: () =>
      [
        `# The window, ${look.name}`,
        '',
        'Made by `npm run pictures`. [All of them](README.md).',
        ...taken.flatMap((state) => ['', `## ${state}`, '', `![${state}](${look.name}-${state}.jpg)`]),
        '',
      ].join('\n'),
  };
}

/** Captures the window as it is on the screen: Playwright captures only a part of a zoomed page. */
async function wholeWindow(app: ElectronApplication, path: string): Promise<void> {
  const data = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

async function backToList(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'Sessions', exact: true });
  if (await back.isVisible()) await back.click();
}

async function sessions(page: Page, take: Take): Promise<void> {
  const screen = new SessionsPage(page);
  await expect(page.getByRole('button', { name: 'Look up a sample session' })).toBeVisible();
  await take.of(page, 'session-start');
  const lookUp = async (id: string): Promise<void> => {
    await backToList(page);
    await screen.lookUp(id);
    await expect(page.getByRole('status', { name: 'Last exchange' })).not.toHaveText('Ready');
    await expect(screen.result.getByRole('heading').first()).toBeVisible();
  };
  const { sessions: samples, errorSessions } = await sandboxFacts(page);
  for (const [status, state] of [
    ['404', 'session-error'],
    ['401', 'session-error-401'],
    ['500', 'session-error-500'],
  ] as const) {
    await lookUp(errorSessions[status] ?? '');
    await take.of(page, state);
  }
  await lookUp(samples.expired ?? '');
  await take.of(page, 'session-expired');
  await lookUp(samples.rich ?? '');
  await take.of(page, 'session');
  for (const name of ['JSON', 'Request', 'Findings'] as const) {
    await screen.tab(name).click();
    if (name === 'JSON') await expect(page.getByRole('treeitem').first()).toBeVisible();
    await take.of(page, `session-${name.toLowerCase()}`);
  }
  await screen.tab('Overview').click();
  await backToList(page);
  await screen.id.fill([...Object.values(samples), ...Object.values(errorSessions)].join('\n'));
  await screen.lookUpButton.click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  await take.of(page, 'session-list');
}

async function buyers(page: Page, take: Take): Promise<void> {
  await page.getByRole('link', { name: 'Buyers' }).click();
  await take.of(page, 'buyers-start');
  await page.getByRole('button', { name: 'List the sample buyers' }).click();
  const grid = page.getByRole('grid', { name: 'Buyers' });
  await expect(grid.getByRole('row')).not.toHaveCount(0);
  await take.of(page, 'buyers');
  await grid.getByRole('row').nth(2).getByRole('gridcell').nth(1).click();
  await expect(page.getByRole('region', { name: 'Buyer', exact: true })).toBeVisible();
  await take.of(page, 'buyers-panel');
}

async function vaultForward(page: Page, take: Take): Promise<void> {
  const screen = new VaultForwardPage(page);
  await screen.open();
  await take.of(page, 'vault-forward-start');
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await expect(screen.body).toContainText('cards');
  await take.of(page, 'vault-forward-draft');
  for (const part of ['Cards', 'Auth', 'Headers', 'Service'] as const) {
    await screen.part(part);
    await take.of(page, `vault-forward-${part.toLowerCase()}`);
  }
  await screen.part('Body');
  await screen.send();
  await expect(screen.result()).toHaveText(/^20\d/);
  await take.of(page, 'vault-forward');
  await screen.tab('Preview').click();
  await take.of(page, 'vault-forward-preview');
}

async function production(app: ElectronApplication, page: Page, take: Take): Promise<void> {
  const screen = new VaultForwardPage(page);
  const service = await ThirdParty.start((response) => response.destroy());
  await useProfile(page, { name: 'Live EU', baseUrl: service.url, environment: 'production' });
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await page.getByRole('button', { name: 'New draft' }).click();
  await screen.url.fill('https://psp.example/charge');
  await screen.addCards('5e550000-0000-4000-8000-00000000c001');
  await screen.part('Body');
  const body = {
    card: { number: '{{CARD_NUMBER_1}}', expiry: '{{CARD_EXPIRATION_DATE_1}}' },
    ...{ amount: 13591, currency: 'EUR', reference: 'order-20417' },
  };
  await screen.fillBody(JSON.stringify(body, null, 2));
  await take.of(page, 'production');
  await unlockActiveProfile(app, page);
  await screen.send();
  await question(app, 'Send to production?');
  const [asking] = questionPages(app);
  if (asking) await take.of(asking, 'production-question');
  await answerQuestion(app, 'Send to production?', 'Send to production');
  await expect(screen.result()).toHaveText('Outcome unknown');
  await take.of(page, 'vault-forward-unknown');
  await service.stop();
  await new ProfilesPage(page).choose('Local sandbox');
}

async function history(page: Page, take: Take): Promise<void> {
  const screen = new HistoryPage(page);
  await screen.open();
  await take.of(page, 'history-list');
  await screen
    .line(/POST 127\.0\.0\.1/)
    .first()
    .click();
  await expect(screen.replay).toBeVisible();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await take.of(page, 'history');
  await untilNextClick();
  await screen.replay.click();
  await expect(screen.tab('Replays')).toBeVisible();
  await screen.tab('Replays').click();
  await take.of(page, 'history-replays');
}

async function saved(page: Page, take: Take): Promise<void> {
  const screen = new HistoryPage(page);
  await screen.choose('Save request');
  const dialog = page.getByRole('dialog');
  await take.of(page, 'save-request');
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem').first().click();
  await take.of(page, 'saved-requests');
  await page.getByRole('tab', { name: /^Details/ }).click();
  await page.getByRole('button', { name: 'Add a JSON path' }).click();
  await page.getByRole('textbox', { name: 'JSON path 1' }).fill('$.id');
  await page.getByLabel('Value 1, as JSON').fill('"charge-1"');
  await take.of(page, 'saved-requests-details');
  await page.getByRole('tab', { name: 'Request' }).click();
  await untilNextClick();
  await page
    .getByRole('article', { name: 'Saved request' })
    .getByRole('button', { name: 'Send', exact: true })
    .click();
  await expect(page.getByRole('tab', { name: 'Report' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Results' })).toContainText(/s expected/);
  await take.of(page, 'saved-requests-report');
}

const DOCUMENT = `openapi: 3.1.0
info: { title: Shop API, version: "1.0" }
paths:
  /orders/{order_id}/captures:
    post:
      operationId: capture_order
      summary: Capture an order
      tags: [Orders]
      parameters:
        - { name: order_id, in: path, required: true, schema: { type: string, format: uuid } }
        - { name: mode, in: query, schema: { type: string, enum: [full, partial] }, description: How much of it }
        - { name: idempotency-key, in: header, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Capture" }
      responses:
        "201": { description: Captured }
        "404": { $ref: "#/components/responses/Missing" }
components:
  schemas:
    Capture:
      type: object
      required: [amount]
      properties: { amount: { type: integer, minimum: 1 }, reference: { type: [string, "null"], maxLength: 40 } }
`;

async function api(page: Page, take: Take): Promise<void> {
  const screen = new ApiPage(page);
  const back = page.getByRole('button', { name: 'Back to API' });
  const toTree = async (): Promise<void> => {
    const form = page.getByRole('radio', { name: 'Request' });
    if (await form.isVisible()) await form.click();
    if (await back.isVisible()) await back.click();
  };
  await screen.open();
  await take.of(page, 'api-start');
  await screen.row(/GET \/checkout/).click();
  await page.getByRole('textbox', { name: 'session_id' }).fill('5e550000-0000-4000-8000-000000000001');
  await screen.send.click();
  await expect(screen.answer.getByText('200 OK', { exact: true })).toBeVisible();
  await expect(screen.answer.getByRole('treeitem').first()).toBeVisible();
  await take.of(page, 'api');
  await toTree();
  await screen.paste(DOCUMENT);
  await expect(page.getByRole('table')).toBeVisible();
  await take.of(page, 'api-document');
  await toTree();
  await screen.row(/POST \/orders/).click();
  await screen.tab('Query').click();
  await take.of(page, 'api-query');
  await screen.tab('Body').click();
  await page.getByRole('button', { name: 'Use example' }).click();
  await expect(page.getByText('Generated from the schema.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Request body' }).fill('{ "amount": 0 }');
  await expect(page.getByRole('list', { name: 'Findings in the body' })).toBeVisible();
  await take.of(page, 'api-body');
  await toTree();
  await screen.freeRequest.click();
  await screen.path.fill('/buyers?limit=2');
  await screen.path.press('Enter');
  await screen.send.click();
  await expect(screen.answer.getByText('200 OK', { exact: true })).toBeVisible();
  await take.of(page, 'api-free');
}

async function rest(page: Page, take: Take): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await take.of(page, 'settings');
  await new ProfilesPage(page).choose('Manage profiles');
  await take.of(page, 'profiles');
  // A narrow window shows the list first.
  const own = new ProfilesPage(page).inList('Local sandbox');
  if (!(await page.getByText('Variables', { exact: true }).isVisible())) await own.click();
  await page.getByText('Variables', { exact: true }).click();
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await page.getByRole('textbox', { name: 'Variable 1 name' }).fill('host');
  await page.getByRole('textbox', { name: 'Variable 1 value' }).fill('psp.example');
  await take.of(page, 'profiles-variables');
  await page.getByRole('button', { name: 'Search or run' }).click();
  await page.getByRole('combobox', { name: 'Search or run' }).fill('ada');
  await take.of(page, 'palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await take.of(page, 'help');
  await page.keyboard.press('Escape');
}
