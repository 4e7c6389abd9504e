import type { RequestSpec } from '@shared/requests/request-spec';
import { forwardRequest } from './support/forward-request';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DraftHeader, VaultForwardDraft } from '@shared/vault-forward/draft';
import { ProfilesPage } from './pages/profiles-page';
import { unlockActiveProfile } from './pages/question-page';
import { SessionsPage } from './pages/sessions-page';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import {
  answerFileDialogs,
  canariesIn,
  canariesInDocument,
  canariesInFiles,
  canariesInHeap,
  copyEverything,
  expectNowhereInTheWindow,
  ownTemp,
  signatureOf,
  unique,
  WHOLE_STRINGS,
  type Canary,
} from './support/canary-search';
import { ECHOES, EVERY_ECHO, startEchoService, type Echo } from './support/echo-service';
import { WHOLE_HISTORY } from './support/whole-history';
import { expect, test } from './test';

test('a token that a service echoes never reaches the window, a file or the clipboard', async ({
  environment,
}) => {
  const service = await startEchoService();
  const sandbox = await startSandbox();
  const { full } = sandbox.description.tokens;
  // Characters that JSON, URLs and base64 each encode in their own way; a service may issue any token whatsoever.
  const odd = `${unique()}"\\/+=<>&%22`;
  const canaries = [
    { name: 'token', value: signatureOf(full) },
    { name: 'odd token', value: odd },
  ];
  const started = await environment.start([WHOLE_STRINGS], ownTemp(environment.folder));
  const { app, page } = started;
  const profiles = new ProfilesPage(page);
  await profiles.choose('New profile');
  await profiles.name.fill('Echo');
  await profiles.baseUrl.fill(service.baseUrl);
  await profiles.accessToken.fill(`Bearer ${full}\n`);
  await profiles.save();
  await profiles.switchTo('Echo');
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toBeVisible();
  await page.getByRole('link', { name: 'Sessions' }).click();
  const sessions = new SessionsPage(page);

  const copied: string[] = [];
  const lookAtEverything = async (echo: Echo): Promise<void> => {
    await sessions.lookUp(ECHOES[echo]);
    // The address changes only once the result is on screen.
    await expect(page).toHaveURL(new RegExp(ECHOES[echo]));
    for (const tab of ['Overview', 'JSON', 'Request', 'Findings'] as const) {
      if ((await sessions.tab(tab).count()) === 0) continue;
      await sessions.tab(tab).click();
      for (const { button, text } of await copyEverything(app, page)) copied.push(`${button}: ${text}`);
      expect(await canariesInDocument(page, canaries), `${echo}, ${tab}`).toEqual([]);
    }
  };
  for (const echo of ['small', 'errorObject'] as const) await lookAtEverything(echo);
  expect(copied.length, 'nothing was copied').toBeGreaterThan(5);
  expect(canariesIn(copied.join('\n'), canaries), 'in the clipboard').toEqual([]);

  // Every kind of answer as the window receives it, including large bodies and what is saved of them.
  const ask = async (echoes: readonly Echo[]): Promise<void> => {
    for (const echo of echoes) {
      const sessionId = ECHOES[echo];
      const { answer, bodyId } = await page.evaluate(async (id) => {
        const result = await window.explorer.lookUpSession({ sessionId: id, callId: crypto.randomUUID() });
        const body = result.ok ? result.value.response?.body : undefined;
        return { answer: JSON.stringify(result), bodyId: body?.kind === 'stored' ? body.bodyId : null };
      }, sessionId);
      expect(canariesIn(answer, canaries), `the answer "${echo}"`).toEqual([]);
      if (bodyId === null) continue;
      const path = join(environment.folder, `saved-${echo}.bin`);
      await answerFileDialogs(app, path);
      await page.evaluate(
        (id) => window.explorer.saveStoredBody({ bodyId: id, suggestedName: 'body' }),
        bodyId,
      );
      expect(canariesIn(readFileSync(path), canaries), `the saved body of "${echo}"`).toEqual([]);
    }
  };
  await ask(EVERY_ECHO);
  await useProfile(page, { name: 'Odd', baseUrl: service.baseUrl, token: odd });
  await ask(['small', 'errorObject', 'large', 'reason', 'encoded', 'utf16']);
  expect(service.seen.map(({ authorization }) => authorization)).toEqual(
    expect.arrayContaining([`Bearer ${full}`, `Bearer ${odd}`]),
  );

  // A list of look-ups, a list of buyers, and an exported file of profiles.
  const lists = await page.evaluate(
    async (sessionIds) => {
      const callId = crypto.randomUUID();
      const query = { limit: null, cursor: null, parameters: [] };
      const lines = await window.explorer.lookUpSessions({ listId: callId, sessionIds, callId });
      return JSON.stringify([lines, await window.explorer.listBuyers({ query, callId })]);
    },
    [ECHOES.small, ECHOES.errorObject, ECHOES.html],
  );
  expect(lists).toContain(ECHOES.small);
  expect(canariesIn(lists, canaries), 'the lists').toEqual([]);
  await answerFileDialogs(app, join(environment.folder, 'profiles.json'));
  const exported = await page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    const ids = state.ok ? state.value.profiles.map(({ id }) => id) : [];
    return window.explorer.exportProfiles({ profileIds: ids });
  });
  expect(exported).toMatchObject({ ok: true });

  await expectNowhereInTheWindow(started, canaries);
  expect(canariesInFiles(environment.folder, canaries), 'while it runs').toEqual([]);
  await app.close();
  expect(canariesInFiles(environment.folder, canaries), 'at the end').toEqual([]);
  service.close();
  await sandbox.stop();
});

/** Numbers with a valid check digit: a known test number, one that is not, and one spaced as people write it. */
const CARDS: readonly Canary[] = [
  { name: 'test card', value: '4111111111111111' },
  { name: 'card', value: '4929608312757099' },
  { name: 'spaced card', value: '5425 2334 3010 9911' },
];

test('secret headers and card numbers of a composed request are in no saved body, history, file or output', async ({
  environment,
}) => {
  const service = await startEchoService();
  const secrets = ['authorization', 'cookie', 'x-api-key', 'x-mine', 'x-own-service'].map((name) => ({
    name,
    value: unique(),
  }));
  const [authorization, cookie, apiKey, marked, ofService] = secrets.map(({ value }) => value);
  const started = await environment.start([WHOLE_STRINGS], ownTemp(environment.folder));
  const { app, page } = started;
  await useProfile(page, { name: 'Echo', baseUrl: service.baseUrl, token: unique() });
  const draftWith = (body: string): VaultForwardDraft => ({
    version: 1,
    method: 'POST',
    paymentMethods: [],
    authentications: [],
    destinationUrl: 'https://localhost:9/charge',
    headers: [
      row('authorization', `Bearer ${authorization}`),
      row('cookie', `theme=dark; sid=${cookie}`),
      row('x-api-key', apiKey),
      row('x-mine', marked, true),
    ],
    serviceHeaders: [row('x-own-service', ofService, true)],
    body,
  });
  const body = JSON.stringify({ cards: CARDS.map(({ value }) => value) });

  // It is sent small and large, kept as a draft, and sent in a way that is refused.
  const answers = await page.evaluate(
    async ([draft, small, large]) => {
      const order = { composedUnder: null, draftId: null, familyId: null };
      const send = async (request: RequestSpec): Promise<string> =>
        JSON.stringify(await window.explorer.sendRequest({ request, callId: crypto.randomUUID(), ...order }));
      const { body: text, ...fields } = draft;
      const id = crypto.randomUUID();
      const kept = await window.explorer.keepDraft({ id, change: { profileId: 'x', fields, body: text } });
      // @ts-expect-error -- what the bridge has to refuse without repeating it
      const refused = await window.explorer.sendRequest({ request: { ...small, body: 7 }, callId: id });
      return [await send(small), await send(large), JSON.stringify([kept, refused])];
    },
    [
      draftWith(body),
      forwardRequest(draftWith(body)),
      // A really different request: one that differed only in white space would count as the same click.
      forwardRequest(draftWith(body.replace('{', '{"attempt":2,').padEnd(1_200_000))),
    ] as const,
  );
  expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
  expect(answers[0]).toContain('"kind":"sent"');
  for (const answer of answers) expect(canariesIn(answer, secrets)).toEqual([]);
  await answerFileDialogs(app, join(environment.folder, 'large.json'));
  const [, bodyId = ''] = /"response":.*"kind":"stored","bodyId":"([^"]+)"/.exec(answers[1] ?? '') ?? [];
  await page.evaluate((id) => window.explorer.saveStoredBody({ bodyId: id, suggestedName: 'body' }), bodyId);
  const saved = readFileSync(join(environment.folder, 'large.json'));
  expect(saved.length, 'the body was saved whole').toBeGreaterThan(1_000_000);
  expect(canariesIn(saved, [...secrets, ...CARDS]), 'the saved body').toEqual([]);

  // What the history shows and exports.
  await answerFileDialogs(app, join(environment.folder, 'exported.har'));
  const told = await page.evaluate(async (query) => {
    const found = await window.explorer.searchHistory({ query, before: null, limit: 50 });
    const ids = found.ok && found.value ? found.value.entries.map(({ id }) => id) : [];
    const details = await Promise.all(ids.map((id) => window.explorer.openHistoryEntry({ id })));
    const drafts = await Promise.all(ids.map((id) => window.explorer.requestFromHistory({ id })));
    await window.explorer.exportHistory({ ids });
    return JSON.stringify([found, details, drafts]);
  }, WHOLE_HISTORY);
  expect(told).toContain('localhost:9');
  expect(canariesIn(told, [...secrets, ...CARDS]), 'what the history tells').toEqual([]);
  expect(readFileSync(join(environment.folder, 'exported.har'), 'utf8')).toContain('localhost:9');

  // On production, card numbers are refused without being repeated.
  const production = { name: 'Live', baseUrl: service.baseUrl, token: unique() };
  await useProfile(page, { ...production, environment: 'production' });
  await unlockActiveProfile(app, page);
  const blocked = await page.evaluate(
    async (request) => {
      const order = {
        request,
        callId: crypto.randomUUID(),
        composedUnder: null,
        draftId: null,
        familyId: null,
      };
      return JSON.stringify(await window.explorer.sendRequest(order));
    },
    forwardRequest(draftWith(body)),
  );
  expect(blocked).toContain('card numbers in the request');
  expect(canariesIn(blocked, [...secrets, ...CARDS])).toEqual([]);
  expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);

  expect(canariesIn(started.output.join('\n'), [...secrets, ...CARDS])).toEqual([]);
  expect(await canariesInHeap(started, secrets), 'in the heap of the window').toEqual([]);
  await app.close();
  expect(canariesInFiles(environment.folder, [...secrets, ...CARDS])).toEqual([]);
  service.close();
});

function row(name: string, value = '', secret = false): DraftHeader {
  return { id: name, name, value, secret, enabled: true };
}
