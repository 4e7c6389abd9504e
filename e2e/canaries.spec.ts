import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApp } from './desk';
import { ProfilesPage } from './pages/profiles-page';
import { SessionsPage } from './pages/sessions-page';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import {
  answerFileDialogs,
  canariesIn,
  canariesInDocument,
  canariesInFiles,
  canariesInHeap,
  copyEverything,
  type Canary,
} from './support/canary-search';
import { ECHOES, startEchoService, type Echo } from './support/echo-service';
import { expect, test } from './test';

/** Text that stands in no other place. */
const unique = (): string => `CANARY${randomBytes(12).toString('hex')}`;

/** A JWT's claims may be shown; the signature is what makes it a secret. */
const signatureOf = (token: string): string => token.split('.')[2] ?? '';

async function expectNowhereInTheWindow(
  { page, output }: OpenApp,
  canaries: readonly Canary[],
): Promise<void> {
  expect(await canariesInDocument(page, canaries), 'in the document').toEqual([]);
  expect(await canariesInHeap(page, canaries), 'in the heap of the window').toEqual([]);
  expect(canariesIn(output.join('\n'), canaries), 'in what the app printed').toEqual([]);
}

test('a token that servers echo in every way is nowhere but in the keychain', async ({ desk }) => {
  const service = await startEchoService();
  const sandbox = await startSandbox();
  const { full } = sandbox.description.tokens;
  // Signs that JSON, URLs and base 64 write in their own way; a service may issue any token.
  const odd = `${unique()}"\\/+=<>&%22`;
  const canaries = [
    { name: 'token', value: signatureOf(full) },
    { name: 'odd token', value: odd },
  ];
  const started = await desk.start();
  const { app, page } = started;
  const profiles = new ProfilesPage(page);
  await profiles.choose('New profile');
  await profiles.name.fill('Echo');
  await profiles.baseUrl.fill(service.baseUrl);
  await profiles.accessToken.fill(`Bearer ${full}\n`);
  await profiles.save();
  await page.getByRole('button', { name: 'Switch to this profile' }).click();
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toBeVisible();
  await page.getByRole('link', { name: 'Sessions' }).click();
  const sessions = new SessionsPage(page);

  const copied: string[] = [];
  const lookAtEverything = async (echo: Echo): Promise<void> => {
    await sessions.lookUp(ECHOES[echo]);
    await expect(page.getByRole('status', { name: 'Last exchange' })).toBeVisible();
    for (const tab of ['Overview', 'JSON', 'Request', 'Findings'] as const) {
      if ((await sessions.tab(tab).count()) === 0) continue;
      await sessions.tab(tab).click();
      for (const { button, text } of await copyEverything(app, page)) copied.push(`${button}: ${text}`);
      expect(await canariesInDocument(page, canaries), `${echo}, ${tab}`).toEqual([]);
    }
  };
  for (const echo of ['small', 'errorObject', 'large', 'cut'] as const) await lookAtEverything(echo);
  expect(copied.length, 'nothing was copied').toBeGreaterThan(5);
  expect(canariesIn(copied.join('\n'), canaries), 'in the clipboard').toEqual([]);

  // Every kind of answer as the window gets it, large bodies and what is saved of them too.
  const ask = async (): Promise<void> => {
    for (const [echo, sessionId] of Object.entries(ECHOES)) {
      const { answer, bodyId } = await page.evaluate(async (id) => {
        const result = await window.explorer.lookUpSession({ sessionId: id, callId: crypto.randomUUID() });
        const body = result.ok ? result.value.response?.body : undefined;
        return { answer: JSON.stringify(result), bodyId: body?.kind === 'stored' ? body.bodyId : null };
      }, sessionId);
      expect(canariesIn(answer, canaries), `the answer "${echo}"`).toEqual([]);
      if (bodyId === null) continue;
      const path = join(desk.folder, `saved-${echo}.bin`);
      await answerFileDialogs(app, path);
      await page.evaluate(
        (id) => window.explorer.saveStoredBody({ bodyId: id, suggestedName: 'body' }),
        bodyId,
      );
      expect(canariesIn(readFileSync(path), canaries), `the saved body of "${echo}"`).toEqual([]);
    }
  };
  await ask();
  await useProfile(page, { name: 'Odd', baseUrl: service.baseUrl, token: odd });
  await ask();
  expect(service.seen.map(({ authorization }) => authorization)).toEqual(
    expect.arrayContaining([`Bearer ${full}`, `Bearer ${odd}`]),
  );

  // A list of look-ups, and exports.
  await answerFileDialogs(app, join(desk.folder, 'exported.json'));
  await page.evaluate(async (sessionIds) => {
    const callId = crypto.randomUUID();
    await window.explorer.lookUpSessions({ sessionIds, callId });
    await window.explorer.exportSessionLines({ callId, format: 'json' });
    const query = { limit: null, cursor: null, parameters: [] };
    await window.explorer.listBuyers({ query, callId });
  }, Object.values(ECHOES));
  expect(readFileSync(join(desk.folder, 'exported.json'), 'utf8')).toContain(ECHOES.small);
  await answerFileDialogs(app, join(desk.folder, 'profiles.json'));
  const exported = await page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    const ids = state.ok ? state.value.profiles.map(({ id }) => id) : [];
    return window.explorer.exportProfiles({ profileIds: ids });
  });
  expect(exported).toMatchObject({ ok: true });

  await expectNowhereInTheWindow(started, canaries);
  expect(canariesInFiles(desk.folder, canaries), 'while it runs').toEqual([]);
  await app.close();
  expect(canariesInFiles(desk.folder, canaries), 'at the end').toEqual([]);
  service.close();
  await sandbox.stop();
});
