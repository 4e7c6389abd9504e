import { mkdirSync, readdirSync, readFileSync, writeFileSync, existsSync, appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { HistoryPage } from './pages/history-page';
import { BuyersPage } from './pages/buyers-page';
import { ProfilesPage } from './pages/profiles-page';
import { questionPages, unlockActiveProfile } from './pages/question-page';
import { useProfile } from './stand-alone-sandbox';
import { expect as base, test } from './test';
import { ThirdParty } from './third-party';
const expect = base.configure({ timeout: 8000 });
const OUT = '/tmp/sceptic';
mkdirSync(OUT, { recursive: true });
test.setTimeout(200_000);
function kit(tag: string, page: Page, app?: any) {
  page.setDefaultTimeout(7000);
  const log = (...a: unknown[]) => appendFileSync(`${OUT}/${tag}.log`, a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)).join(' ') + '\n');
  const shot = async (name: string, p: Page = page) => {
    await p.screenshot({ path: `${OUT}/${tag}-${name}.png` }).catch((e) => log('shot failed', name, String(e)));
    const t = await p.evaluate(() => document.body.innerText).catch(String);
    log(`--- ${name} ---\n${t}\n`);
  };
  const step = async (name: string, fn: () => Promise<unknown>) => {
    log(`##### ${name}`);
    try { await fn(); } catch (e) { log(`!!! ${name} FAILED: ${String(e).slice(0, 900)}`); await shot(`FAIL-${name.replace(/\W+/g, '_')}`); }
  };
  const q = async (name: string) => {
    const until = Date.now() + 5000;
    while (Date.now() < until && (!app || questionPages(app).length === 0)) await page.waitForTimeout(150);
    const ps = questionPages(app);
    log(`questions open at ${name}:`, ps.length);
    for (const p of ps) await shot(name, p);
    return ps[0];
  };
  return { log, shot, step, q };
}
const wait = (page: Page, ms = 1200) => page.waitForTimeout(ms);
function tail(desk: any, output: string[], log: any) {
  log('OUTPUT', output.join('').slice(-6000));
  const f = join(desk.userData, 'logs', 'main.log');
  log('MAINLOG', existsSync(f) ? readFileSync(f, 'utf8').slice(-6000) : 'none');
}

test('one', async ({ desk, started, page, vaultForward: vf }) => {
  const k = kit('1', page, started.app); const party = await ThirdParty.start(); const history = new HistoryPage(page);
  const keys = () => party.received.length;
  const heads = () => party.received.map((r: any) => JSON.stringify(r.headers ?? r.rawHeaders ?? Object.keys(r)).match(/idempotency-key[^,]*,?[^,]*/i)?.[0]);
  await k.step('send', async () => {
    await vf.open();
    await vf.url.fill(`${party.url}/v1/charges`);
    const { paymentMethods } = await vf.sandbox();
    await vf.addIds(vf.paymentMethods, paymentMethods[0]);
    await vf.addHeader('idempotency-key', 'abc');
    await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
    await vf.fillBody('{"number": "{{CARD_NUMBER_1}}"}');
    await wait(page); await k.shot('01-composed');
    await vf.send(); await expect(vf.result()).toHaveText(/^20\d/); await k.shot('02-sent');
  });
  await k.step('history', async () => { await history.open(); await history.line(/POST 127\.0\.0\.1/).first().click(); await wait(page); await k.shot('03-history'); });
  await k.step('replay asks', async () => { await history.replay.click(); await wait(page, 1500); await k.shot('04-replay'); k.log('count', keys(), heads()); });
  const panel = page.getByRole('region', { name: 'Replay' });
  const buttons = async () => k.log('panel buttons', await panel.getByRole('button').allInnerTexts(), 'radios', await panel.getByRole('radio').count(), await panel.locator('label').allInnerTexts());
  await k.step('buttons', buttons);
  await k.step('choose same', async () => {
    const radios = panel.getByRole('radio');
    if (await radios.count()) { await radios.first().check(); await k.shot('05-first-radio'); await panel.getByRole('button', { name: /Replay/ }).first().click(); }
    else await panel.getByRole('button', { name: /same/i }).first().click();
    await wait(page, 2000); await k.shot('06-after-first'); k.log('count', keys(), heads());
  });
  await k.step('choose new', async () => {
    await history.line(/POST 127\.0\.0\.1/).last().click(); await wait(page, 800);
    await history.replay.click(); await wait(page, 1500); await buttons();
    const radios = panel.getByRole('radio');
    if (await radios.count()) { await radios.nth(1).check(); await wait(page, 300); await k.shot('07-second-radio'); await panel.getByRole('button', { name: /Replay/ }).first().click(); }
    else await panel.getByRole('button', { name: /new/i }).first().click();
    await wait(page, 2000); await k.shot('08-after-second'); k.log('count', keys(), heads());
  });
  await k.step('many', async () => {
    await history.line(/POST 127\.0\.0\.1/).last().click(); await wait(page, 800);
    await page.getByRole('button', { name: 'More actions' }).click(); await k.shot('09-menu');
    await page.getByRole('menuitem', { name: /Replay many times/ }).click();
    await page.getByRole('spinbutton', { name: 'Times' }).fill('3'); await wait(page, 500); await k.shot('10-many'); await buttons();
    await page.getByRole('button', { name: /^Replay 3 times/ }).click(); await wait(page, 5000); await k.shot('11-many-done'); k.log('count', keys(), heads());
    await page.getByRole('button', { name: /Close/ }).first().click().catch(() => {});
    await history.tab('Replays').click(); await wait(page); await k.shot('12-replays'); k.log('lines', await history.lines.count());
  });
  k.log('received', party.received.length, JSON.stringify(party.received.map((r: any) => ({ ...r, body: String(r.body) }))).slice(0, 3000));
  tail(desk, started.output, k.log); await party.stop();
});

test('two', async ({ desk, started, page, vaultForward: vf }) => {
  const k = kit('2', page, started.app); const party = await ThirdParty.start(); const history = new HistoryPage(page);
  const n = () => party.received.length;
  const held = async (times = 15) => { for (let i = 0; i < times; i++) { await page.keyboard.down('Enter'); await page.waitForTimeout(40); } await page.keyboard.up('Enter'); };
  await k.step('compose', async () => {
    await vf.open(); await vf.url.fill(`${party.url}/v1/charges`);
    await vf.addIds(vf.paymentMethods, (await vf.sandbox()).paymentMethods[0]); await vf.fillBody('{"number": "{{CARD_NUMBER_1}}"}'); await wait(page);
  });
  await k.step('dbl send', async () => { const b = n(); await vf.sendButton.dblclick(); await wait(page, 2500); k.log('dblclick Send ->', n() - b); await k.shot('01-dblsend'); });
  await k.step('held send', async () => { const b = n(); await wait(page, 1500); await vf.sendButton.focus(); await held(); await wait(page, 2500); k.log('held Enter Send ->', n() - b); await k.shot('02-heldsend'); });
  await k.step('held ctrl-enter', async () => { const b = n(); await wait(page, 1500); await vf.body.focus(); await page.keyboard.down('Control'); await held(); await page.keyboard.up('Control'); await wait(page, 2500); k.log('held Ctrl+Enter ->', n() - b); await k.shot('02b'); });
  await k.step('triple slow', async () => { const b = n(); for (let i = 0; i < 2; i++) { await vf.sendButton.click(); await page.waitForTimeout(300); } await wait(page, 2500); k.log('two clicks 300ms apart Send ->', n() - b); });
  await k.step('history', async () => { await history.open(); await history.line(/POST 127\.0\.0\.1/).first().click(); await wait(page); k.log('lines', await history.lines.count(), 'sent', n()); });
  await k.step('dbl replay', async () => { const b = n(); await history.replay.dblclick(); await wait(page, 2500); k.log('dblclick Replay ->', n() - b); await k.shot('03-dblreplay'); });
  await k.step('held replay', async () => { const b = n(); await history.replay.focus(); await held(); await wait(page, 2500); k.log('held Enter Replay ->', n() - b); await k.shot('04-heldreplay'); });
  await k.step('second profile', async () => {
    const facts = await vf.sandbox(); k.log('facts', JSON.stringify(facts).slice(0, 600));
    await useProfile(page, { name: 'Sandbox EU', baseUrl: party.url, token: 'not-a-jwt' } as any);
    await history.open(); await history.line(/POST 127\.0\.0\.1/).first().click(); await wait(page); await k.shot('05-other-profile');
    await page.getByRole('button', { name: 'More actions' }).click(); await k.shot('06-menu'); k.log('menu', await page.getByRole('menuitem').allInnerTexts()); await page.keyboard.press('Escape');
  });
  await k.step('replay as other', async () => {
    const b = n(); const sendAs = page.getByRole('button', { name: /^(Send|Replay) (as|with)/ }).first();
    if (!(await sendAs.count())) { await history.replay.click(); await wait(page, 1500); await k.shot('07-replay-other'); }
    const btn = page.getByRole('button', { name: /^(Send|Replay) (as|with)/ }).first(); k.log('button', await btn.innerText());
    await btn.dblclick(); await wait(page, 2000); await k.q('08-q'); await k.shot('08-after-sendas'); k.log('dblclick send as ->', n() - b, 'questions', questionPages(started.app).length);
    for (const p of questionPages(started.app)) { await p.keyboard.press('Escape').catch(() => {}); }
    await wait(page); await k.shot('09-after-cancel');
  });
  await k.step('run folder', async () => {
    await useProfile(page, { name: 'x' } as any).catch(() => {});
    const profiles = new ProfilesPage(page); await profiles.choose('Local sandbox'); await wait(page);
    for (const p of questionPages(started.app)) { await k.shot('q-switch', p); await p.keyboard.press('Escape').catch(() => {}); }
    await vf.open(); const dialog = page.getByRole('dialog', { name: 'Save request' });
    for (const name of ['A', 'B']) { await page.getByRole('button', { name: 'Save request' }).click(); await dialog.getByLabel('Name').fill(name); await dialog.getByLabel('Folder').fill('F'); if (name === 'A') await k.shot('10-save'); await dialog.getByRole('button', { name: 'Save', exact: true }).click(); await expect(dialog).toBeHidden(); }
    await page.getByRole('link', { name: 'Saved requests' }).click(); await wait(page); await k.shot('11-saved');
    const run = page.getByRole('button', { name: /Run folder/ });
    let b = n(); await run.dblclick(); await wait(page, 3500); k.log('dblclick Run folder (2 requests) ->', n() - b, 'questions', questionPages(started.app).length); await k.shot('12-run');
    b = n(); await wait(page, 1500); await page.getByRole('button', { name: /Run folder/ }).focus(); await held(); await wait(page, 3500); k.log('held Enter Run folder ->', n() - b); await k.shot('13-run-held');
  });
  tail(desk, started.output, k.log); await party.stop();
});

test('three four', async ({ desk, started, page }) => {
  const k = kit('3', page, started.app); const buyers = new BuyersPage(page); const history = new HistoryPage(page);
  const dialog = page.getByRole('dialog', { name: 'Save request' });
  await k.step('buyers', async () => {
    await buyers.open(); await wait(page); await k.shot('01-buyers');
    await buyers.pageSize.fill('5'); await buyers.firstPage.click(); await expect(buyers.grid).toBeVisible(); await k.shot('02-page1');
    await buyers.nextPage.click(); await wait(page, 1500); await k.shot('03-page2');
  });
  await k.step('free query', async () => {
    for (const d of await page.locator('main summary').all()) { k.log('summary', await d.innerText()); await d.click().catch(() => {}); }
    await wait(page, 500); k.log('main textboxes', await page.locator('main input').evaluateAll((els: any[]) => els.map((e) => `${e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText ?? e.placeholder}=${e.value}`)));
    k.log('main buttons', await page.locator('main button').allInnerTexts()); await k.shot('04-options');
    const add = page.getByRole('button', { name: /Add.*(param|query)/i }).first();
    if (await add.count()) await add.click(); 
    const names = page.getByRole('textbox', { name: /Name of (query )?param|Parameter.*name|Name of query/i }).or(page.getByRole('combobox', { name: /Name of (query )?param|parameter/i }));
    if (await names.count()) await names.last().fill('search');
    const values = page.getByRole('textbox', { name: /Value of/i });
    if (await values.count()) await values.last().fill('a&b=ü 1');
    const raw = page.getByRole('textbox', { name: /quer|param/i });
    if (!(await names.count()) && (await raw.count())) await raw.last().fill('search=jo');
    await wait(page, 300); await k.shot('05-free');
    const cursor = await buyers.startCursor.inputValue().catch(() => ''); k.log('cursor field', cursor);
    await buyers.refresh.click(); await wait(page, 1500); await k.shot('06-refreshed');
  });
  await k.step('save', async () => {
    await history.open(); await history.line(/Buyers/).first().click(); await wait(page); await k.shot('07-history');
    await page.getByRole('button', { name: 'More actions' }).click(); await wait(page, 300); await k.shot('08-menu');
    await page.getByRole('menuitem', { name: 'Save request' }).click(); await dialog.getByLabel('Name').fill('Some buyers'); await dialog.getByLabel('Folder').fill('Buyers'); await k.shot('09-save');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click(); await expect(dialog).toBeHidden(); await wait(page, 500); await k.shot('10-saved');
  });
  await k.step('open in buyers', async () => {
    await page.getByRole('link', { name: 'Saved requests' }).click(); await wait(page);
    await page.getByRole('treeitem', { name: /Some buyers/ }).click(); await wait(page); await k.shot('11-saved-req');
    await page.getByRole('button', { name: /Open in Buyers/ }).click(); await wait(page); await k.shot('12-opened');
    k.log('inputs', await page.locator('main input').evaluateAll((els: any[]) => els.map((e) => `${e.getAttribute('aria-label') ?? e.labels?.[0]?.innerText ?? e.placeholder}=${e.value}`)));
    k.log('buttons', await page.locator('main button').allInnerTexts());
    await page.getByRole('button', { name: /^(First page|Read|Go|Load page)/ }).first().click(); await wait(page, 1500); await k.shot('13-ran-in-buyers');
  });
  await k.step('run', async () => {
    await page.getByRole('link', { name: 'Saved requests' }).click(); await wait(page); await k.shot('14-back');
    k.log('buttons', await page.locator('main button').allInnerTexts());
    await page.getByRole('button', { name: /^Run/ }).first().click(); await wait(page, 2500); await k.shot('15-run');
  });
  await k.step('export', async () => {
    const folder = join(desk.folder, 'requests'); mkdirSync(folder);
    await started.app.evaluate(({ dialog: d }, c) => { d.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [c] }); }, folder);
    await page.getByRole('button', { name: 'Files' }).first().click(); await wait(page, 300); await k.shot('16-files');
    await page.getByRole('menuitem', { name: /Export to a folder/ }).click(); await wait(page, 1500); await k.shot('17-exported');
    for (const f of readdirSync(folder, { recursive: true }) as string[]) { k.log('FILE', f); if (statSync(join(folder, f)).isFile()) k.log(readFileSync(join(folder, f), 'utf8')); }
  });
  await k.step('load all', async () => {
    await history.open(); const b = await history.lines.count(); k.log('lines before', b);
    await buyers.open(); await wait(page); await k.shot('20-buyers-again'); await buyers.loadAll.click(); await wait(page, 3000); await k.shot('21-loading'); await wait(page, 15000); await k.shot('22-loaded');
    await history.open(); await wait(page); k.log('lines after', await history.lines.count()); await k.shot('23-history');
    await history.lines.first().getByRole('button').first().click(); await wait(page); await k.shot('24-entry');
    for (const t of await page.getByRole('tab').all()) { const n = await t.innerText(); await t.click(); await wait(page, 400); await k.shot(`25-tab-${n.replace(/\W+/g, '')}`); }
  });
  await k.step('connection test', async () => {
    const p = new ProfilesPage(page); await p.choose('Manage profiles'); await wait(page); await p.testButton.click(); await wait(page, 3000); await k.shot('30-test');
    await history.open(); await wait(page); await k.shot('31-history'); k.log('lines', await history.lines.count()); await history.lines.first().getByRole('button').first().click(); await wait(page); await k.shot('32-entry');
  });
  tail(desk, started.output, k.log);
});

test('five', async ({ desk, started, page, vaultForward: vf }) => {
  const k = kit('5', page, started.app); const history = new HistoryPage(page); const dialog = page.getByRole('dialog', { name: 'Save request' });
  const p = new ProfilesPage(page);
  await k.step('create', async () => {
    await p.choose('New profile'); await p.name.fill('Live Nowhere'); await p.baseUrl.fill('http://127.0.0.1:9'); await p.accessToken.fill('x');
    await wait(page, 400); await k.shot('01-form'); k.log('radios', await page.locator('main label').allInnerTexts());
    const r = page.getByRole('radio', { name: 'Production' }); if (await r.count()) await r.check(); else { const c = page.getByRole('combobox', { name: /Environment/ }); await c.click(); await page.getByRole('option', { name: 'Production' }).click(); }
    await wait(page, 300); await k.shot('02-form-prod'); await p.saveButton.click(); await wait(page, 2000); await k.shot('03-saved');
    if (questionPages(started.app).length) await k.q('03-q');
  });
  await k.step('activate', async () => { await p.choose('Live Nowhere'); await wait(page, 1500); await k.shot('04-active'); for (const x of questionPages(started.app)) await k.shot('04-q', x); });
  await k.step('unlock', async () => {
    await p.choose('Manage profiles'); await p.inList('Live Nowhere').click(); await wait(page, 500); await p.readOnly.uncheck(); await p.saveButton.click(); const qp = await k.q('05-unlock-q');
    await qp.waitForTimeout(1800); await qp.getByRole('button', { name: 'Unlock it' }).click().catch((e: any) => k.log(String(e).slice(0, 200))); await wait(page, 1200); await k.shot('06-unlocked');
  });
  await k.step('send', async () => {
    await vf.open(); await vf.url.fill('https://psp.example.com/charge'); await vf.addIds(vf.paymentMethods, '6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1'); await vf.fillBody('{"number": "{{CARD_NUMBER_1}}"}'); await wait(page);
    await k.shot('07-composed'); await vf.sendButton.click(); const qp = await k.q('08-send-q'); await k.shot('08-behind'); await qp.waitForTimeout(1500); await k.shot('08-send-q-later', qp); await qp.getByRole('button', { name: 'Cancel' }).click().catch(() => {}); await wait(page, 1200); await k.shot('09-cancelled');
    await vf.sendButton.click(); const q2 = await k.q('10-send-q'); if (q2) { await q2.waitForTimeout(1800); await q2.getByRole('button', { name: /^Send/ }).click().catch((e: any) => k.log(String(e).slice(0, 200))); await wait(page, 2500); await k.shot('11-sent-refused'); } else k.log('second question did not come');
  });
  await k.step('folder', async () => {
    for (const [name, host] of [['A', 'psp.example.com'], ['B', 'psp.example.com'], ['C', 'other.example.net']]) { await vf.open(); await vf.url.fill(`https://${host}/charge`); await wait(page, 400); await page.getByRole('button', { name: 'Save request' }).click(); await dialog.getByLabel('Name').fill(name!); await dialog.getByLabel('Folder').fill('F'); await dialog.getByRole('button', { name: 'Save', exact: true }).click(); await expect(dialog).toBeHidden(); }
    await page.getByRole('link', { name: 'Saved requests' }).click(); await wait(page); await page.getByRole('treeitem', { name: /^F/ }).first().click(); await wait(page, 600); await k.shot('12-saved');
    await page.getByRole('button', { name: /^Run folder/ }).first().click(); await wait(page, 1200); const qp = await k.q('13-run-q'); await k.shot('13-behind'); 
    if (qp) { await qp.waitForTimeout(1500); await qp.getByRole('button', { name: 'Cancel' }).click().catch(() => {}); await wait(page, 1500); await k.shot('14-cancelled'); k.log('questions after cancel', questionPages(started.app).length); }
    await page.getByRole('button', { name: /^Run folder/ }).first().click(); await wait(page, 1200); const q2 = await k.q('15-run-q'); if (q2) { await q2.waitForTimeout(1800); k.log('q buttons', await q2.getByRole('button').allInnerTexts()); await q2.getByRole('button', { name: /^(Send|Run)/ }).first().click().catch((e: any) => k.log(String(e).slice(0, 200))); await wait(page, 3500); k.log('questions during run', questionPages(started.app).length); await k.shot('16-ran'); }
  });
  await k.step('history', async () => { await history.open(); await wait(page); await k.shot('17-history'); k.log('lines', await history.lines.count()); await history.lines.first().getByRole('button').first().click(); await wait(page); await k.shot('18-entry'); await history.replay.click(); await wait(page, 1500); if (questionPages(started.app).length) await k.q('19-q'); await k.shot('19-replay-prod'); });
  tail(desk, started.output, k.log);
});

test('six', async ({ desk, started, page, vaultForward: vf }) => {
  const k = kit('6', page, started.app); const party = await ThirdParty.start(); const history = new HistoryPage(page);
  await k.step('send', async () => {
    await useProfile(page, { name: 'Sandbox EU', baseUrl: party.url, token: 'not-a-jwt', environment: 'sandbox' } as any);
    await vf.open(); await vf.url.fill('https://psp.example.com/charge'); await vf.addIds(vf.paymentMethods, '6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1'); await vf.fillBody('{"number": "{{CARD_NUMBER_1}}",\n "cvv": "123"}'); await wait(page); await vf.tab('Findings').click(); await wait(page, 500); await k.shot('01-findings');
    k.log('send disabled?', await vf.sendButton.getAttribute('aria-disabled'), await vf.sendButton.isDisabled());
    await vf.sendButton.click({ timeout: 3000 }).catch((e) => k.log('click', String(e).slice(0, 200))); await wait(page, 1500); if (questionPages(started.app).length) { const qp = await k.q('02-q'); await qp.waitForTimeout(1800); k.log(await qp.getByRole('button').allInnerTexts()); await qp.getByRole('button').filter({ hasText: /Send/ }).first().click().catch(() => {}); await wait(page, 1500); }
    await k.shot('02-after-send'); k.log('received', party.received.map((r: any) => String(r.body)));
    await vf.tab('Request').click().catch(() => {}); await wait(page, 500); await k.shot('03-request');
    await history.open(); await history.lines.first().getByRole('button').first().click(); await wait(page); await k.shot('04-history'); await history.tab('Request').click(); await wait(page, 500); await k.shot('05-hist-request');
  });
  let b = party.received.length;
  tail(desk, started.output, k.log);
  await started.app.close(); const again = await desk.start(); const pg = again.page; const k2 = kit('6b', pg, again.app); const h2 = new HistoryPage(pg);
  await k2.step('restart', async () => {
    await wait(pg, 1500); await k2.shot('00-start'); await pg.getByRole('link', { name: 'Vault Forward' }).click(); await wait(pg, 1500); await k2.shot('01-composer');
    await h2.open(); await wait(pg); await k2.shot('02-history'); await h2.lines.first().getByRole('button').first().click(); await wait(pg); await h2.tab('Request').click(); await wait(pg, 500); await k2.shot('03-request');
  });
  await k2.step('replay', async () => {
    await h2.replay.click(); await wait(pg, 1500); if (questionPages(again.app).length) await k2.q('04-q'); await k2.shot('04-replay'); k2.log('received after replay click', party.received.length - b);
    const panel = pg.getByRole('region', { name: 'Replay' }); k2.log('panel', await panel.innerText().catch(() => 'none'));
    k2.log('inputs', await panel.locator('input').evaluateAll((e: any[]) => e.map((x) => x.labels?.[0]?.innerText + '=' + x.value + '/' + x.type)));
    const inp = panel.locator('input:not([type=radio]):not([type=checkbox])'); for (let i = 0; i < await inp.count(); i++) await inp.nth(i).fill('999');
    await wait(pg, 300); await k2.shot('05-filled'); await panel.getByRole('button', { name: /^Replay/ }).first().click(); await wait(pg, 2000); if (questionPages(again.app).length) await k2.q('06-q'); await k2.shot('06-replayed'); k2.log('received', party.received.map((r: any) => String(r.body)));
  });
  await k2.step('edit and replay', async () => { await pg.getByRole('button', { name: 'Edit and replay' }).click(); await wait(pg, 1500); await k2.shot('07-edit'); });
  tail(desk, again.output, k2.log); await party.stop();
});
