import type { Locator, Page } from '@playwright/test';
import type { RequestSpec } from '@shared/requests/request-spec';
import { PalettePage } from './pages/palette-page';
import { ProfilesPage } from './pages/profiles-page';
import { SessionsPage } from './pages/sessions-page';
import { useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];

test('each shortcut in Help takes one line and is not cut at 1280 px and 900 px', async ({ page }) => {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  const lines = page.getByRole('dialog').getByRole('listitem');
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 600 });
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
    expect(odd, `at ${width} px`).toEqual([]);
  }
});

test('the words in the search box take one line in a zoomed window of 480 px', async ({ page }) => {
  const words = page.getByRole('banner').getByText('Search or run…');
  for (const width of [1280, 480]) {
    await page.setViewportSize({ width, height: 700 });
    expect((await words.boundingBox())?.height, `at ${width} px`).toBeLessThan(24);
  }
});

test('the names of saved requests are aligned whatever the method, and a long one stays in its column', async ({
  page,
}) => {
  const request: RequestSpec = {
    ...{ version: 1, operation: 'free', pathParameters: {}, query: [], headers: [], body: null },
    target: { method: 'GET', path: '/buyers' },
  };
  await page.evaluate(
    async ({ spec, methods }) => {
      const profiles = await window.explorer.describeProfiles();
      if (!profiles.ok) throw new Error('no profiles');
      const saved = { id: null, folder: '', description: '', profileId: profiles.value.activeId };
      const long = {
        method: 'GET',
        folder: 'Long',
        name: `${'A name of many words '.repeat(4)}${'x'.repeat(20)}`,
      };
      const named = methods.map((method) => ({ method, folder: '', name: `By ${method}` }));
      for (const { method, ...place } of [...named, long]) {
        const asked = {
          ...saved,
          ...place,
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

  await tree.getByRole('treeitem', { name: 'Long' }).click();
  const folder = page.getByRole('article', { name: 'Folder' });
  const edgeOf = (part: Locator, edge: 'left' | 'right'): Promise<number> =>
    part.evaluate((shown, side) => shown.getBoundingClientRect()[side], edge);
  expect(await edgeOf(folder.getByRole('table'), 'right')).toBeLessThanOrEqual(await edgeOf(folder, 'right'));
  const next = folder.getByRole('columnheader', { name: 'What it requests' });
  expect(await edgeOf(folder.getByRole('button', { name: /^A name of/ }), 'right')).toBeLessThanOrEqual(
    await edgeOf(next, 'left'),
  );
});

test('paths in the API tree and what a new profile lacks are not cut', async ({ page }) => {
  await page.getByRole('link', { name: 'API', exact: true }).click();
  const rows = page.getByRole('tree', { name: 'API' }).getByRole('treeitem');
  const longest = rows.filter({ hasText: '{session_id}' });
  await expect(longest).toBeVisible();
  const texts = longest.locator('span').filter({ hasText: /^\// });
  const cut = await texts.evaluateAll((all) => all.map((text) => text.scrollWidth - text.clientWidth));
  expect(cut.length).toBeGreaterThan(0);
  expect(cut.filter((pixels) => pixels > 0)).toEqual([]);

  await new ProfilesPage(page).choose('Manage profiles');
  const lacks = page.getByRole('list', { name: 'Profiles' }).getByText('needs a base URL');
  await expect(lacks).toHaveCount(2);
  expect(await lacks.evaluateAll((all) => all.map((text) => text.scrollWidth - text.clientWidth))).toEqual([
    0, 0,
  ]);
});

onItsOwnApp(() => {
  test('the short ID of an expired session is not cut in a window of 640 px', async ({
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
    // Their labels are hidden, but remain their accessible names.
    await expect(sessions.result.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await sessions.result.getByRole('button', { name: 'Sessions', exact: true }).click();
    await expect(sessions.id).toBeVisible();
  });
});

/** Longer than any place for it, and in a right-to-left script. */
const FROM_THE_RIGHT = 'شركة المدفوعات الدولية للتجارة الإلكترونية والخدمات المالية';

/** True if any cut is not at the beginning of the text. */
function beginsInSight(text: Locator): Promise<boolean> {
  return text.evaluate((element) => {
    const range = document.createRange();
    const letters = [...element.childNodes].find((node) => node instanceof Text && node.data.trim() !== '');
    if (letters === undefined) return false;
    range.setStart(letters, 0);
    range.setEnd(letters, 1);
    const { left, right } = range.getBoundingClientRect();
    const place = (element.closest('.truncated') ?? element).getBoundingClientRect();
    return left >= place.left - 1 && right <= place.right + 1;
  });
}

test('large totals are not cut, a cart’s note has one line, and a right-to-left name is cut at its end, at 640 px and 1280 px', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-0000000000a1';
  const unit = 123_456_789_012_345;
  const answer = {
    id,
    expires_at: '2099-01-01T00:00:00+00:00',
    cart_items: [{ quantity: 1, unit_amount: unit }],
    buyer: { display_name: `${FROM_THE_RIGHT} ${FROM_THE_RIGHT}` },
  };
  const service = await ThirdParty.start((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
  await useProfile(page, { name: FROM_THE_RIGHT, baseUrl: service.url });
  const note = page.getByText(/the session names no currency/);
  await sessions.lookUp(id);
  for (const width of [640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { height } = (await note.boundingBox()) ?? { height: 0 };
    expect(height, `the note at ${width} px`).toBeGreaterThan(0);
    expect(height, `the note at ${width} px`).toBeLessThan(28);
    for (const place of [
      page.getByRole('combobox', { name: 'Profile' }),
      page.getByRole('region', { name: 'Summary' }),
      ...(width === 640 ? [] : [page.getByRole('region', { name: 'Recent', exact: true })]),
    ])
      expect(await beginsInSight(place.getByText(FROM_THE_RIGHT)), `${place} at ${width} px`).toBe(true);
  }
  const header = page.getByRole('banner');
  await expect(header.getByRole('combobox')).toHaveAttribute('title', FROM_THE_RIGHT);
  await expect(header.getByRole('button', { name: /^Token state/ })).toHaveAttribute(
    'title',
    'token (not a JWT)',
  );
  const status = page.getByRole('contentinfo');
  for (const width of [640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await beginsInSight(status.getByText(FROM_THE_RIGHT)), `the status bar at ${width} px`).toBe(true);
    const names = await status.getByText('Sandbox', { exact: true }).boundingBox();
    expect(names?.x, `what is left for the facts at ${width} px`).toBeGreaterThan(width * 0.4 - 32);
    expect(await status.evaluate((all) => all.scrollWidth - all.clientWidth), `${width} px`).toBe(0);
  }
  await page.getByRole('link', { name: 'History' }).click();
  const line = page.getByRole('list', { name: 'History' }).getByText(FROM_THE_RIGHT, { exact: true });
  expect(await beginsInSight(line), 'a line of History').toBe(true);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.setViewportSize({ width: 640, height: 800 });
  await sessions.result.getByRole('button', { name: 'Sessions', exact: true }).click();
  await sessions.lookUp(`${id} ${id.replace('a1', 'a2')}`);
  const total = page.getByRole('gridcell', { name: '123,456,789,012,345' });
  for (const width of [640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(total).toBeVisible();
    const cut = await total.evaluateAll((cells) =>
      cells.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect(cut, `the totals at ${width} px`).toEqual([0]);
  }
  const palette = new PalettePage(page);
  await palette.open();
  await page.keyboard.insertText(id.slice(0, 8));
  const inPalette = palette.options.filter({ hasText: '…00a1' }).getByText(/^123,456,789,012,345/);
  await expect(inPalette).not.toHaveCount(0);
  for (const width of [640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await inPalette.evaluateAll((totals) =>
      totals.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect(new Set(cut), `the totals in the palette at ${width} px`).toEqual(new Set([0]));
  }
  await service.stop();
});

test('with a long profile name, the name, the origin of a result and the way back are readable at 1024 px', async ({
  page,
}) => {
  const name = 'A payment service for every country of Europe, shop 00042';
  const id = '5e550000-0000-4000-8000-0000000000a3';
  const party = await ThirdParty.start((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id, expires_at: '2099-01-01T00:00:00+00:00' })),
  );
  await page.setViewportSize({ width: 1024, height: 640 });
  await useProfile(page, { name, baseUrl: party.url, environment: 'production' });
  const profiles = new ProfilesPage(page);
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible();
  const shown = profiles.select.getByText(name, { exact: true });
  expect((await shown.boundingBox())?.width).toBeGreaterThan(100);
  const sessions = new SessionsPage(page);
  await sessions.lookUp(id);
  await expect(sessions.state(/^Valid/)).toBeVisible();
  await profiles.choose('Local sandbox');
  const from = sessions.result.getByText(/not the profile in use$/);
  await expect(from).toBeVisible();
  for (const width of [1024, 640]) {
    await page.setViewportSize({ width, height: 640 });
    expect((await from.boundingBox())?.width, `${width}`).toBeGreaterThan(100);
    await expect(page.getByRole('button', { name: `Switch to ${name}` })).toBeInViewport({ ratio: 1 });
  }
  await party.stop();
});

test('whose answer it looks like is not cut at 1024 px', async ({ page, vaultForward: vf }) => {
  const party = await ThirdParty.start();
  await vf.open();
  await vf.url.fill(`${party.url}/charge`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  await expect(vf.result()).toHaveText('201 Created');
  await page.setViewportSize({ width: 1024, height: 700 });
  const whose = vf.pane.getByText('looks like the answer of');
  await expect(whose).toContainText(new URL(party.url).host);
  expect(await isWhole(whose)).toBe(true);
  await expect(vf.pane.getByRole('button', { name: 'Expect 201' })).toBeVisible();
  await party.stop();
});

test('the token state is not cut beside Read-only at 1280 px, and drops parts in a narrower window', async ({
  page,
}) => {
  const profileId = await useProfile(page, {
    name: 'Live EU',
    baseUrl: 'http://127.0.0.1:9',
    environment: 'production',
  });
  await page.evaluate(async (id) => {
    const profiles = await window.explorer.describeProfiles();
    const own = profiles.ok ? profiles.value.profiles.find((profile) => profile.id === id) : undefined;
    if (own === undefined) throw new Error('no profile');
    await window.explorer.editProfile({ profileId: id, draft: { ...own, readOnly: true } });
  }, profileId);
  const header = page.getByRole('banner');
  await expect(header.getByText('Read-only')).toBeVisible();
  expect(await isWhole(header.getByText('token (not a JWT)'))).toBe(true);

  const claims = {
    exp: Math.floor(Date.now() / 1_000) + 80_000,
    scopes: ['checkout-sessions.read', 'b', 'c'],
  };
  const [head, body] = [{ alg: 'none' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  await useProfile(page, { name: 'Shops', baseUrl: 'http://127.0.0.1:9', token: `${head}.${body}.x` });
  const left = header.getByText(/^\d+ h$/);
  await expect(left).toBeVisible();
  await page.setViewportSize({ width: 800, height: 600 });
  expect(await isWhole(left)).toBe(true);
  const isSeen = (part: Locator): Promise<boolean> =>
    part.evaluate((element) => {
      const { x, y } = element.getBoundingClientRect();
      const token = element.closest('button')?.getBoundingClientRect();
      return token !== undefined && y < token.bottom && x < token.right;
    });
  expect([await isSeen(left), await isSeen(header.getByText('3 scopes'))]).toEqual([true, false]);
});

/** True if none of it is cut off. */
function isWhole(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const seen = element.parentElement?.getBoundingClientRect();
    const { bottom } = element.getBoundingClientRect();
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isCut = scrollWidth > clientWidth || scrollHeight > clientHeight;
    return !isCut && seen !== undefined && bottom <= seen.bottom + 1;
  });
}

test('in a list of 320 px, a line in History shows its ID and card in full, and its profile once there is room for it', async ({
  page,
  sessions,
}) => {
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  const divider = page.getByRole('separator', { name: 'Divider' });
  await expect(divider).toHaveAttribute('aria-valuenow', '320');
  const line = page.getByRole('list', { name: 'History' }).getByRole('listitem').first();
  const isCut = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const id = line.getByText(/^[0-9a-f]{8}…[0-9a-f]{4}$/);
  const card = line.getByText(/••\d{4}/);
  await expect(card).toBeVisible();
  expect([await isCut(id), await isCut(card)]).toEqual([false, false]);
  const profile = line.getByText('Local sandbox', { exact: true });
  await expect(profile).not.toBeInViewport();
  await divider.press('End');
  await expect(profile).toBeInViewport({ ratio: 1 });
  expect(await isCut(profile)).toBe(false);
  await divider.press('Enter');
  // What a search found takes its room from the profile, not from the ID.
  await page.getByRole('searchbox', { name: 'Search history' }).fill('Example');
  await expect(line.locator('mark')).toBeVisible();
  expect(await isCut(id)).toBe(false);
});

test('one giant total leaves the Expires column in sight, and is complete in its tooltip', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-0000000000b1';
  const factor = 9_000_000_000_000_000;
  const answer = `{"id":"${id}","expires_at":"2099-01-01T00:00:00+00:00","cart_items":[{"quantity":${factor},"unit_amount":${factor}}]}`;
  const service = await ThirdParty.start((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  );
  await useProfile(page, { name: 'Giant', baseUrl: service.url });
  await page.getByRole('link', { name: 'Sessions' }).click();
  await sessions.lookUp(`${id} ${id.replace('b1', 'b2')}`);
  const total = page.getByRole('gridcell', { name: '≈ 8.1E31', exact: true });
  await total.hover();
  await expect(total).toHaveAttribute('title', `81${',000'.repeat(10)}`);
  const pane = await page.getByRole('grid', { name: 'Sessions' }).boundingBox();
  const expires = await page.getByRole('columnheader', { name: 'Expires' }).boundingBox();
  expect((expires?.x ?? 0) + (expires?.width ?? 0)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0));
  await service.stop();
});

/** What no session of the sandbox has: an expiry that cannot be read, and a product type that the specification does not name. */
const ODD_SESSION = {
  type: 'checkout-session',
  expires_at: 'soon',
  cart_items: [{ name: 'Box', quantity: 1, unit_amount: 500, product_type: 'subscription_renewal' }],
};

/** A profile of a service whose sessions are all like that. */
async function serveOddSessions(page: Page): Promise<ThirdParty> {
  const party = await ThirdParty.start((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ODD_SESSION)),
  );
  await useProfile(page, { name: 'Odd', baseUrl: party.url });
  return party;
}

test('at 1280 px “Expiry unknown” is not cut in a list, and Expires is in sight', async ({
  page,
  sessions,
}) => {
  const party = await serveOddSessions(page);
  await sessions.id.fill('9e000000-0000-4000-8000-000000000001\n9e000000-0000-4000-8000-000000000002');
  await sessions.lookUpButton.click();
  const list = page.getByRole('grid', { name: 'Sessions' });
  const outcome = list.getByRole('gridcell', { name: 'Expiry unknown' }).first();
  await expect(outcome).toBeVisible();
  expect(await outcome.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const end = await list.getByRole('columnheader', { name: 'Expires' }).boundingBox();
  expect((end?.x ?? 0) + (end?.width ?? 1281)).toBeLessThanOrEqual(1280);
  await party.stop();
});

test('a long product type is on one line of the cart, which is not scrolled sideways at 1280 px', async ({
  page,
  sessions,
}) => {
  const party = await serveOddSessions(page);
  await sessions.lookUp('9e000000-0000-4000-8000-000000000003');
  const cart = page.getByRole('table', { name: 'Cart lines' });
  const type = cart.getByText('subscription_renewal', { exact: true });
  await expect(type).toBeVisible();
  const { x, width: wide } = (await cart.boundingBox()) ?? { x: 0, width: 1281 };
  expect(x + wide).toBeLessThanOrEqual(1280);
  for (const width of [1280, 1000, 640]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await type.boundingBox())?.height, `at ${width} px`).toBeLessThan(24);
  }
  await party.stop();
});
