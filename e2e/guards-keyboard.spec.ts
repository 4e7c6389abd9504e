import type { Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SendConfirmation } from '../src/shared/guard';
import type { VaultForwardDraft } from '../src/shared/vault-forward/draft';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';

/** A destination that counts what arrives: each of these would have charged a card. */
async function startDestination(): Promise<{ url: string; arrived: () => number; close: () => void }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/charge`,
    arrived: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A production profile that leads to a sandbox of the test, with Read-only switched off as its own step. */
async function openProduction(page: Page, name: string, baseUrl: string, token: string): Promise<string> {
  await useProfile(page, { name, baseUrl, token, environment: 'production' });
  return page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    if (!state.ok) return '';
    const { activeId: profileId, profiles } = state.value;
    const profile = profiles.find(({ id }) => id === profileId);
    if (profile) await window.explorer.editProfile({ profileId, draft: { ...profile, readOnly: false } });
    return profileId;
  });
}

/** `sent`, `question:<ticket>`, or the code of the problem. */
function send(page: Page, draft: VaultForwardDraft, confirmation: object | null): Promise<string> {
  return page.evaluate(
    async ([composed, answer]) => {
      const order = { draft: composed, callId: crypto.randomUUID(), composedUnder: null };
      const confirmed = answer as SendConfirmation | null;
      const result = await window.explorer.sendVaultForward({ ...order, confirmation: confirmed });
      if (!result.ok) return result.problem.code;
      return result.value.kind === 'sent' ? 'sent' : `question:${result.value.question.ticket}`;
    },
    [draft, confirmation] as const,
  );
}

test('a ticket is good for one send of one request on one profile, and cannot be made up', async ({
  page,
}) => {
  const sandbox = await startSandbox();
  const destination = await startDestination();
  const { baseUrl, tokens } = sandbox.description;
  const draft: VaultForwardDraft = {
    version: 1,
    destinationUrl: destination.url,
    method: 'POST',
    paymentMethods: [],
    authentications: [],
    headers: [],
    serviceHeaders: [],
    body: '{}',
  };
  const yes = (question: string): SendConfirmation => ({
    ticket: question.replace('question:', ''),
    decision: 'send',
    doNotAskForTenMinutes: false,
  });
  const asked = /^question:/;
  await openProduction(page, 'Live A', baseUrl, tokens.full);

  // Made up, malformed, or without the explicit word.
  expect(await send(page, draft, yes(crypto.randomUUID()))).toMatch(asked);
  for (const wrong of [
    { ...yes(crypto.randomUUID()), decision: 'no' },
    { ...yes(crypto.randomUUID()), ticket: true },
    { decision: 'send' },
    { ticket: '', decision: 'send', doNotAskForTenMinutes: true },
  ]) {
    expect(await send(page, draft, wrong)).toBe('bad-arguments');
  }
  // For another request: it is used up by the try.
  const first = await send(page, draft, null);
  expect(await send(page, { ...draft, body: '{"amount":1}' }, yes(first))).toMatch(asked);
  expect(await send(page, draft, yes(first))).toMatch(asked);
  // For another profile, and after the profile was edited.
  const ofA = await send(page, draft, null);
  const profileB = await openProduction(page, 'Live B', baseUrl, tokens.full);
  expect(await send(page, draft, yes(ofA))).toMatch(asked);
  const beforeEdit = await send(page, draft, null);
  await page.evaluate(async (profileId) => {
    const state = await window.explorer.describeProfiles();
    const profile = state.ok ? state.value.profiles.find(({ id }) => id === profileId) : undefined;
    if (profile)
      await window.explorer.editProfile({ profileId, draft: { ...profile, merchantAccountId: 'acme' } });
  }, profileB);
  expect(await send(page, draft, yes(beforeEdit))).toMatch(asked);
  expect(destination.arrived()).toBe(0);

  // The explicit yes sends once; neither twice in a row nor twice at the same time does it send more.
  const good = await send(page, draft, null);
  const both = await Promise.all([send(page, draft, yes(good)), send(page, draft, yes(good))]);
  expect(both.filter((result) => result === 'sent')).toHaveLength(1);
  expect(await send(page, draft, yes(good))).toMatch(asked);
  expect(destination.arrived()).toBe(1);
  destination.close();
  await sandbox.stop();
});

const KEYS = [
  'Enter',
  'Space',
  'Control+Enter',
  'Meta+Enter',
  'Shift+Enter',
  'Alt+Enter',
  'Tab',
  'Tab',
  'Shift+Tab',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
] as const;
/** Keys that activate what has the focus. */
const ACTIVATES = /Enter$|^Space$/;
/** The sequences are the same in each run. */
const SEED = 20_261_121;
const BUDGET_MS = 15_000;

function* randomNumbers(seed: number): Generator<number, never> {
  // mulberry32
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

test('no sequence of keys sends to production without the button that says so', async ({ page }) => {
  // The service itself counts: keys may well switch to the Local sandbox, which may send.
  const production = await startDestination();
  await openProduction(page, 'Live EU', production.url.replace('/charge', ''), 'not-a-jwt');
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://psp.example.net/charge');
  const sendButton = page.getByRole('button', { name: 'Send', exact: true });
  const question = page.getByRole('alertdialog');
  const profile = page.getByRole('combobox', { name: 'Profile', includeHidden: true });
  await page.getByRole('textbox', { name: 'Request body' }).click();
  await page.keyboard.type('{}');
  await expect(sendButton).toHaveAttribute('aria-disabled', 'false');

  // The button itself, gone to on purpose, sends: what arrives is counted.
  await sendButton.press('Control+Enter');
  const confirm = question.getByRole('button', { name: 'Send to production' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => production.arrived()).toBe(1);

  const random = randomNumbers(SEED);
  const pick = (): (typeof KEYS)[number] => KEYS[Math.floor(random.next().value * KEYS.length)] ?? 'Enter';
  /** True when the next activation would be the person's explicit yes. */
  const onTheButton = (): Promise<boolean> =>
    page.evaluate(() => /^Send /.test(document.activeElement?.closest('button')?.textContent.trim() ?? ''));
  /** Back to where production is one key away, without the mouse. */
  const returnToSend = async (): Promise<void> => {
    for (let tries = 0; tries < 3 && !(await sendButton.isVisible()); tries += 1) {
      await page.keyboard.press('Escape');
      await page.evaluate(() => (location.hash = '#/vault-forward'));
    }
    await page.keyboard.press('Control+4');
    await expect(profile).toContainText('Live EU');
    // What the keys have made of the draft may not be sendable any more.
    if ((await sendButton.getAttribute('aria-disabled')) !== 'false') {
      await page.keyboard.press('Control+t');
      await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://psp.example.net/charge');
    }
    await sendButton.focus();
  };
  let asked = 0;
  let onButton = 0;
  let granted = 0;
  const end = Date.now() + BUDGET_MS;
  for (let sequence = 0; sequence < 40 && Date.now() < end; sequence += 1) {
    if (!(await question.isVisible())) {
      await returnToSend();
      if (sequence % 2 === 0) await page.keyboard.press(pick());
    }
    for (let step = 0; step < 12; step += 1) {
      const key = pick();
      const activates = ACTIVATES.test(key);
      if (activates && (await onTheButton())) {
        onButton += 1;
        continue;
      }
      if (random.next().value < 0.3 && !key.includes('+')) {
        // Held down: the repeats come while whatever opened has the focus.
        await page.keyboard.down(key);
        if (!(await onTheButton())) await page.keyboard.down(key);
        await page.keyboard.up(key);
      } else {
        await page.keyboard.press(key);
      }
      if (await question.isVisible()) {
        asked += 1;
        // Before that, the dialog takes no answer at all.
        const ready = question.locator('[aria-disabled="false"]').or(sendButton);
        if (random.next().value < 0.7) await ready.first().waitFor();
      }
      granted += await page.getByRole('group', { name: 'Sending without a question' }).count();
    }
    expect(production.arrived(), `after sequence ${sequence} of seed ${SEED}`).toBe(1);
  }
  // Otherwise nothing was tried.
  expect(asked).toBeGreaterThan(10);
  expect(onButton).toBeGreaterThan(0);
  expect(granted).toBe(0);

  production.close();
});
