import type { ServerResponse } from 'node:http';
import { HistoryPage } from './pages/history-page';
import { ProfilesPage } from './pages/profiles-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { untilNextClick } from './same-click';
import { answerQuestion, expectNoQuestion, pressIn, question, questionPages } from './pages/question-page';
import { useProfile } from './stand-alone-sandbox';
import { databaseProcess } from './support/processes';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const METHOD = '6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1';

onItsOwnApp(() => {
  test('production is locked until it is unlocked, then asks for each send, and Enter alone never sends', async ({
    started: { app },
    page,
    vaultForward: vf,
  }) => {
    // The service is the test's own server: only what was agreed to may reach it.
    const service = await ThirdParty.start();
    await useProfile(page, { name: 'Live EU', baseUrl: service.url, environment: 'production' });
    await vf.open();
    await vf.url.fill('https://psp.example/charge');
    await vf.addCards(METHOD);
    await vf.fillBody('{"number": "{{CARD_NUMBER_1}}"}');
    await expect(vf.findings()).toHaveCount(0);
    await expect(page.getByText('Live EU is read-only.')).toBeVisible();
    await expect(vf.sendButton).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('link', { name: 'the profile' }).click();
    await page.getByRole('checkbox', { name: 'Read-only' }).uncheck();
    const save = page.getByRole('button', { name: 'Save profile' });
    await save.click();
    await answerQuestion(app, 'Unlock Live EU?', 'Keep it read-only');
    await expect(page.getByText('You did not agree to it')).toBeVisible();
    await save.click();
    await answerQuestion(app, 'Unlock Live EU?', 'Unlock it');
    await vf.open();
    await expect(vf.sendButton).toBeEnabled();

    await vf.sendButton.dblclick();
    let dialog = await question(app, 'Send to production?');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog).toContainText('psp.example');
    await expect(dialog).toContainText(METHOD);
    await pressIn(dialog, 'Enter');
    await expectNoQuestion(app);
    await expect(vf.pane).toContainText('Not sent yet');
    expect(service.received).toHaveLength(0);

    // A long address gets its own box that can be expanded; the answers stay where they are, even in the smallest
    // window.
    await vf.url.fill(`https://psp.example/charge?note=${'long-'.repeat(600)}`);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(640, 480));
    await page.keyboard.press('ControlOrMeta+Enter');
    dialog = await question(app, 'Send to production?');
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    const before = (await cancel.boundingBox())?.y;
    await dialog.getByText('All of it').click();
    const whole = dialog.getByRole('group', { name: 'All of it' });
    await expect(whole).toBeVisible();
    const heights = await whole.evaluate((box) => ({ inner: box.scrollHeight, shown: box.clientHeight }));
    expect(heights.shown).toBeLessThanOrEqual(120);
    expect(heights.inner).toBeGreaterThan(1_000);
    expect((await cancel.boundingBox())?.y).toBe(before);
    await pressIn(dialog, 'Escape');
    await expectNoQuestion(app);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
    await vf.url.fill('https://psp.example/charge');

    await vf.fillBody('{"number": "{{CARD_NUMBER_1}}", "amount": 1}');
    await page.keyboard.press('ControlOrMeta+Enter');
    dialog = await question(app, 'Send to production?');
    await page.keyboard.press('ControlOrMeta+Enter');
    await pressIn(dialog, 'Escape');
    await expectNoQuestion(app);
    expect(service.received).toHaveLength(0);
    await vf.fillBody('{"number": "{{CARD_NUMBER_1}}", "amount": 2}');
    await vf.send();
    dialog = await question(app, 'Send to production?');
    const confirm = dialog.getByRole('button', { name: 'Send to production' });
    await confirm.focus();
    await expect(confirm).toBeEnabled();
    await pressIn(dialog, 'Space');
    await expect(vf.result()).toHaveText('201 Created');
    expect(service.received).toHaveLength(1);
    expect(service.received[0]?.body.toString()).toBe('{"number": "{{CARD_NUMBER_1}}", "amount": 2}');

    // Typing a card number blocks Send here.
    await vf.fillBody('{"number": "4111 1111 1111 1111", "ours": "{{CARD_NUMBER_1}}"}');
    await expect(vf.sendButton).toBeDisabled();
    await vf.tab('Findings').click();
    await expect(vf.findings().first()).toContainText('is a well-known test card number');
    await service.stop();
  });
});

test('sending under another profile asks first, and a lost connection leaves the outcome unknown', async ({
  started: { app },
  page,
  vaultForward: vf,
}) => {
  const service = await ThirdParty.start((response) => response.destroy());
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url });
  await expect(vf.pane).toContainText('From Local sandbox (local), not the profile in use');
  await vf.url.fill('https://psp.example/charge');
  await vf.send();
  const dialog = await question(app, 'Send with the profile Sandbox EU?');
  await expect(dialog).toContainText('composed or recorded under the profile Local sandbox');
  await answerQuestion(app, 'Send with the profile Sandbox EU?', 'Send with Sandbox EU');
  await expect(vf.result()).toHaveText('Outcome unknown');
  await expect(vf.problem()).toContainText('It may have reached');
  await expect(vf.problem()).toContainText('What to tell the customer');
  await expect(vf.problem()).not.toContainText(/try again/i);
  expect(service.received).toHaveLength(1);
  // From now on, the draft belongs to this profile; with one more space, it is still the same request.
  await vf.body.focus();
  await page.keyboard.insertText(' ');
  await untilNextClick();
  await vf.send();
  await answerQuestion(app, 'Send it again?', 'Send again');
  await expect.poll(() => service.received.length).toBe(2);
  await expect(vf.result()).toHaveText('Outcome unknown');
  await vf.addHeader('x-attempt', '3');
  await vf.send();
  await answerQuestion(app, 'Send it again, changed?', 'Cancel');
  await expect.poll(() => questionPages(app)).toEqual([]);
  expect(service.received).toHaveLength(2);
  await service.stop();
});

test('renaming or switching the profile does not cancel a charge in progress: its outcome is shown and kept', async ({
  page,
  vaultForward: vf,
}) => {
  let answer: () => void = () => undefined;
  const service = await ThirdParty.start((response) => {
    answer = () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"charge-1"}');
  });
  const profileId = await useProfile(page, { name: 'Slow', baseUrl: service.url });
  const { select } = new ProfilesPage(page);
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.send();
  await expect.poll(() => service.received.length).toBe(1);
  const edited = await page.evaluate(async (id) => {
    const state = await window.explorer.describeProfiles();
    const profile = state.ok ? state.value.profiles.find((one) => one.id === id) : undefined;
    return profile && window.explorer.editProfile({ profileId: id, draft: { ...profile, name: 'Slower' } });
  }, profileId);
  expect(edited).toMatchObject({ ok: true });
  await expect(select).toContainText('Slower');
  await expect(vf.cancelButton).toBeVisible();
  await page.keyboard.press('ControlOrMeta+1');
  await expect(select).toContainText('Local sandbox');
  await expect(vf.pane).toContainText('as Slow, not the profile in use');
  await expect(vf.cancelButton).toBeVisible();
  answer();
  await expect(vf.result()).toHaveText('201 Created');
  await expect(vf.pane).toContainText('From Slow (sandbox), not the profile in use');
  expect(service.received).toHaveLength(1);
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.lines.first()).toContainText('201');
  await expect(history.lines.first()).toContainText('Slow');
  await service.stop();
});

test('while the database hangs, Send says that nothing is sent yet and why; Cancel sends nothing', async ({
  started: { app },
  page,
  vaultForward: vf,
}) => {
  test.skip(process.platform === 'win32', 'Windows has no signals');
  const third = await ThirdParty.start();
  await vf.open();
  await vf.url.fill(`${third.url}/charge`);
  await vf.fillBody('{"amount": 1}');
  const pid = await databaseProcess(app, page);
  process.kill(pid, 'SIGSTOP');
  try {
    await vf.send();
    await expect(vf.pane).toContainText('Waits for the history: nothing is sent yet');
    await expect(vf.pane).toContainText('Not sent yet');
    await expect(vf.pane).not.toContainText('Sending');
    await vf.cancelButton.click();
    await expect(vf.problem()).toContainText('You cancelled it in time: nothing was sent.');
    expect(third.received).toHaveLength(0);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await vf.fillBody('{"amount": 2}');
  await vf.send();
  await expect(vf.result()).toHaveText('201 Created');
  expect(third.received).toHaveLength(1);
  await third.stop();
});

onItsOwnApp(() => {
  test('a duplicate, or a draft from the history, of an unsettled send asks before it is sent with changes, also after a restart', async ({
    environment,
    started,
  }) => {
    let answer = (response: ServerResponse): unknown => response.destroy();
    const service = await ThirdParty.start((response) => answer(response));
    await useProfile(started.page, { name: 'Sandbox EU', baseUrl: service.url });
    let vf = new VaultForwardPage(started.page);
    await vf.open();
    await vf.url.fill('https://psp.example/charge');
    await vf.fillBody('{"amount": 13591}');
    await vf.send();
    await expect(vf.result()).toHaveText('Outcome unknown');
    await vf.drafts.first().click({ button: 'right' });
    await started.page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(vf.drafts).toHaveCount(2);
    await vf.fillBody('{"amount": 13592}');
    await expect(started.page.getByRole('button', { name: 'Send asks first' })).toBeVisible();
    await untilNextClick();
    await vf.send();
    const asked = await question(started.app, 'Send it again, changed?');
    await expect(asked).toContainText('Another version of this request was sent');
    await answerQuestion(started.app, 'Send it again, changed?', 'Cancel');

    const history = new HistoryPage(started.page);
    await history.open();
    await history
      .line(/Vault Forward/)
      .first()
      .click();
    await history.choose('Edit and replay');
    await expect(vf.drafts).toHaveCount(3);
    await vf.fillBody('{"amount": 13593}');
    await untilNextClick();
    await vf.send();
    await answerQuestion(started.app, 'Send it again, changed?', 'Cancel');
    await started.app.close();

    const { app, page } = await environment.start();
    vf = new VaultForwardPage(page);
    await vf.open();
    for (const which of [1, 2]) {
      await vf.drafts.nth(which).click();
      await vf.fillBody(`{"amount": ${which}}`);
      await untilNextClick();
      await vf.send();
      await answerQuestion(app, 'Send it again, changed?', 'Cancel');
    }
    expect(service.received).toHaveLength(1);

    // An unrelated draft is sent without a question.
    await page.keyboard.press('ControlOrMeta+T');
    await expect(page.getByRole('button', { name: 'Send asks first' })).toBeHidden();
    await vf.url.fill('https://psp.example/charge');
    await vf.fillBody('{ "amount":  13591 }');
    await expect(page.getByRole('button', { name: 'Send asks first' })).toHaveAttribute(
      'title',
      'The same content may have reached the destination already.',
    );
    await vf.url.fill('https://psp.example/charge');
    await vf.fillBody('{"amount": 3}');
    await vf.send();
    await expect.poll(() => service.received.length).toBe(2);
    expect(questionPages(app)).toEqual([]);

    // A copy was carried out in its place, as the person wanted. The text beside the first draft's Send says what Send
    // will do.
    answer = (response) => response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
    await vf.drafts.nth(1).click();
    await vf.send();
    await answerQuestion(app, 'Send it again, changed?', 'Send again');
    await expect(vf.result()).toContainText('201');
    await vf.drafts.first().click();
    await expect(page.getByRole('button', { name: 'Send asks first' })).toBeVisible();
    await vf.fillBody('{"amount": 4}');
    await expect(page.getByRole('button', { name: 'Ready to send' })).toBeVisible();
    await vf.send();
    await expect.poll(() => service.received.length).toBe(4);
    expect(questionPages(app)).toEqual([]);
    await service.stop();
  });

  test('with a locked keychain, a charge asks first, as earlier sends cannot be checked; Cancel sends nothing', async ({
    environment,
  }) => {
    const service = await ThirdParty.start();
    const first = await environment.start();
    await useProfile(first.page, { name: 'Sandbox EU', baseUrl: service.url });
    await first.app.close();

    await environment.keyring.setKeyring('locked');
    const { app, page } = await environment.start();
    const kept = await page.evaluate(async () => {
      const state = await window.explorer.describeProfiles();
      const profileId = state.ok ? (state.value.activeId ?? '') : '';
      const saved = await window.explorer.saveToken({ profileId, token: 'not-a-jwt', home: 'this-run-only' });
      return saved.ok;
    });
    expect(kept).toBe(true);
    const vf = new VaultForwardPage(page);
    await vf.open();
    await vf.url.fill('https://psp.example/charge');
    await vf.fillBody('{"amount": 1}');
    await vf.send();
    const asked = await question(app, 'Send it unchecked?');
    await expect(asked).toContainText(
      'the app could not check whether this same request already went out with an unknown outcome',
    );
    await answerQuestion(app, 'Send it unchecked?', 'Do not send');
    expect(service.received).toHaveLength(0);
    await untilNextClick();
    await vf.send();
    await answerQuestion(app, 'Send it unchecked?', 'Send unchecked');
    await expect(vf.result()).toHaveText('201 Created');
    expect(service.received).toHaveLength(1);
    // In this run, the app knows the outcome of that request, so it asks only about a different one.
    await untilNextClick();
    await vf.send();
    await expect.poll(() => service.received.length).toBe(2);
    await vf.fillBody('{"amount": 2}');
    await vf.send();
    await answerQuestion(app, 'Send it unchecked?', 'Do not send');
    await expectNoQuestion(app);
    expect(service.received).toHaveLength(2);
    // None of it is on disk, so ending the app would lose it.
    await app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
    await answerQuestion(app, 'Quit and lose what you typed?', 'Stay');
    await expect(vf.body).toContainText('"amount": 2');
    await service.stop();
  });
});
