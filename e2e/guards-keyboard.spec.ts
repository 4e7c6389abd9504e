import type { ElectronApplication, Page } from '@playwright/test';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { forwardRequest } from './support/forward-request';
import {
  expectNoQuestion,
  ignoreClosing,
  pressIn,
  question,
  questionPages,
  unlockActiveProfile,
} from './pages/question-page';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** A production profile that points to the test's server, with Read-only switched off in a separate step. */
async function openProduction(
  app: ElectronApplication,
  page: Page,
  name: string,
  baseUrl: string,
  token: string,
): Promise<string> {
  await useProfile(page, { name, baseUrl, token, environment: 'production' });
  return unlockActiveProfile(app, page);
}

/**
 * Sends this many times, each right after the last. Resolves to the outcomes: `sent`, `declined`, or the code of the
 * problem.
 */
function sendInTurn(page: Page, draft: VaultForwardDraft, times: number, more: object): Promise<string[]> {
  return page.evaluate(
    async ([request, left, added]) => {
      const outcomes: string[] = [];
      while (outcomes.length < left) {
        const result = await window.explorer.sendRequest({
          request,
          callId: crypto.randomUUID(),
          composedUnder: null,
          draftId: null,
          familyId: null,
          ...added,
        });
        outcomes.push(result.ok ? result.value.kind : result.problem.code);
      }
      return outcomes;
    },
    [forwardRequest(draft), times, more] as const,
  );
}

async function send(page: Page, draft: VaultForwardDraft, more: object = {}): Promise<string> {
  const [outcome = ''] = await sendInTurn(page, draft, 1, more);
  return outcome;
}

test('a yes allows one send of one request under one profile, and no argument from the page replaces it', async ({
  started: { app },
  page,
}) => {
  const sandbox = await startSandbox();
  const destination = await ThirdParty.start();
  const { baseUrl, tokens } = sandbox.description;
  const draft: VaultForwardDraft = {
    version: 1,
    destinationUrl: `${destination.url}/charge`,
    method: 'POST',
    paymentMethods: [],
    authentications: [],
    headers: [],
    serviceHeaders: [],
    body: '{}',
  };
  const profileId = await openProduction(app, page, 'Live A', baseUrl, tokens.full);
  const asked = async <T>(sending: Promise<T>, button: string): Promise<T> => {
    const dialog = await question(app, 'Send to production?');
    await dialog.getByRole('button', { name: button, exact: true }).click().catch(ignoreClosing);
    return sending;
  };

  /**
   * Sends the identical request after the pause that makes it a separate click, as each attempt within a second
   * restarts that second.
   */
  const sendAgain = async (): Promise<string> => {
    let sending = Promise.resolve('not tried');
    const attempt = (): Promise<string> => {
      sending = send(page, draft);
      const asking = question(app, 'Send to production?').then(
        () => 'asked',
        () => 'nothing asked',
      );
      return Promise.race([sending, asking]);
    };
    await expect.poll(attempt, { intervals: [1_100] }).not.toBe('sent-just-now');
    return sending;
  };

  // Claims that a page makes on its own behalf are ignored.
  const said = { confirmation: { ticket: crypto.randomUUID(), decision: 'send' }, confirmed: true };
  expect(await asked(send(page, draft, said), 'Cancel')).toBe('declined');
  expect(destination.received).toHaveLength(0);
  // The explicit yes sends once: within a second it is still the same click, and after that the app asks again.
  const twice = sendInTurn(page, draft, 2, {});
  expect(await asked(twice, 'Send to production')).toEqual(['sent', 'sent-just-now']);
  expect(await asked(sendAgain(), 'Close')).toBe('declined');
  expect(destination.received).toHaveLength(1);

  // Two sends at the same time lead to two questions, one after the other.
  const both = [send(page, draft), send(page, { ...draft, body: '{"amount":1}' })];
  await question(app, 'Send to production?');
  expect(questionPages(app)).toHaveLength(1);
  const [first] = questionPages(app);
  await first?.getByRole('button', { name: 'Cancel' }).click().catch(ignoreClosing);
  await expect.poll(() => questionPages(app).filter((one) => one !== first).length).toBe(1);
  await question(app, 'Send to production?');
  await questionPages(app)[0]
    ?.getByRole('button', { name: 'Send to production' })
    .click()
    .catch(ignoreClosing);
  expect((await Promise.all(both)).sort()).toEqual(['declined', 'sent']);
  expect(destination.received).toHaveLength(2);

  // Editing the profile, cancelling the call or switching to another profile closes the question: nothing is sent.
  const beforeEdit = send(page, draft);
  await question(app, 'Send to production?');
  await page.evaluate(async (id) => {
    const state = await window.explorer.describeProfiles();
    const profile = state.ok ? state.value.profiles.find((one) => one.id === id) : undefined;
    if (profile)
      await window.explorer.editProfile({ profileId: id, draft: { ...profile, merchantAccountId: 'acme' } });
  }, profileId);
  expect(await beforeEdit).toBe('cancelled');
  await expectNoQuestion(app);
  const callId = crypto.randomUUID();
  const cancelled = send(page, draft, { callId });
  await question(app, 'Send to production?');
  await page.evaluate((id) => window.explorer.cancelCall({ callId: id }), callId);
  expect(await cancelled).toBe('declined');
  const beforeSwitch = send(page, draft);
  await question(app, 'Send to production?');
  await page.evaluate(() => window.explorer.activateProfile({ profileId: 'local-sandbox' }));
  expect(await beforeSwitch).toBe('cancelled');
  await expectNoQuestion(app);
  expect(destination.received).toHaveLength(2);
  await destination.stop();
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
/** Keys that activate the focused element. */
const ACTIVATES = /Enter$|^Space$/;
/** The seed makes the sequences the same in every run. */
const SEED = 20_261_121;
const BUDGET_MS = 15_000;
/** When this runs out, the step is tried again from the start. */
const SOON = { timeout: 2_000 };

function* randomNumbers(seed: number): Generator<number, never> {
  // mulberry32
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

test('no sequence of keys sends to production without its confirm button', async ({
  started: { app },
  page,
}) => {
  // The service itself counts the requests, because keys may well switch to the Local sandbox, where sending is
  // allowed.
  const production = await ThirdParty.start();
  await openProduction(app, page, 'Live EU', production.url, 'not-a-jwt');
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://psp.example.net/charge');
  const sendButton = page.getByRole('button', { name: 'Send', exact: true });
  const profile = page.getByRole('combobox', { name: 'Profile', includeHidden: true });
  await page.getByRole('textbox', { name: 'Request body' }).click();
  await page.keyboard.type('{}');
  await expect(sendButton).toHaveAttribute('aria-disabled', 'false');

  // The button itself, when deliberately focused, does send, which shows that arriving requests are counted.
  await sendButton.press('Control+Enter');
  const dialog = await question(app, 'Send to production?');
  const confirm = dialog.getByRole('button', { name: 'Send to production' });
  await expect(confirm).toBeEnabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.page().keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await pressIn(dialog, 'Enter');
  await expect.poll(() => production.received).toHaveLength(1);
  await expectNoQuestion(app);

  const random = randomNumbers(SEED);
  const pick = (): (typeof KEYS)[number] => KEYS[Math.floor(random.next().value * KEYS.length)] ?? 'Enter';
  /** Where a person's keys go: to the question while there is one. */
  const target = (): Page => questionPages(app)[0] ?? page;
  /** A key is lost if its window closes while it is pressed. */
  const orGone = async (doing: Promise<unknown>): Promise<void> => {
    await doing.catch(ignoreClosing);
  };
  /** True when the next activation would be the person's explicit yes. */
  const onTheButton = (): Promise<boolean> =>
    target()
      .evaluate(() => /^Send /.test(document.activeElement?.closest('button')?.textContent.trim() ?? ''))
      .catch(() => false);
  /**
   * Returns to where production is one key away, without the mouse. Something that an earlier key opened may appear
   * late.
   */
  const returnToSend = (): Promise<void> =>
    expect(async () => {
      if (!(await sendButton.isVisible())) {
        await page.keyboard.press('Escape');
        await page.evaluate(() => (location.hash = '#/vault-forward'));
      }
      await page.keyboard.press('Control+4');
      await expect(profile).toContainText('Live EU', SOON);
      // After what the keys did to the draft, it may no longer be possible to send it.
      if ((await sendButton.getAttribute('aria-disabled', SOON)) !== 'false') {
        await page.keyboard.press('Control+t');
        await page
          .getByRole('textbox', { name: 'Destination URL' })
          .fill('https://psp.example.net/charge', SOON);
      }
      await sendButton.focus(SOON);
    }).toPass();
  let asked = 0;
  let onButton = 0;
  let granted = 0;
  const end = Date.now() + BUDGET_MS;
  // On a slow machine, the loop continues until the keys have reached what matters.
  const triedEnough = (): boolean => asked > 10 && onButton > 0;
  for (let sequence = 0; sequence < 40 || !triedEnough(); sequence += 1) {
    if (Date.now() >= end && triedEnough()) break;
    if (questionPages(app).length === 0) {
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
      const { keyboard } = target();
      if (random.next().value < 0.3 && !key.includes('+')) {
        // Held down, so that the repeats arrive while whatever it opened has the focus.
        await orGone(keyboard.down(key));
        if (!(await onTheButton())) await orGone(target().keyboard.down(key));
        await orGone(target().keyboard.up(key));
      } else {
        await orGone(keyboard.press(key));
      }
      const [open] = questionPages(app);
      if (open) {
        asked += 1;
        // Until then, the question does not accept a yes at all.
        const ready = open.getByRole('button', { name: 'Send to production', disabled: false });
        if (random.next().value < 0.7) await orGone(ready.waitFor());
        // Main does not wait for the window: the page behind the question may receive the same keys.
        if (random.next().value < 0.3) await orGone(page.keyboard.press(key));
      }
      granted += await page.getByRole('group', { name: 'Sending without a question' }).count();
    }
    expect(production.received, `after sequence ${sequence} of seed ${SEED}`).toHaveLength(1);
  }
  // Otherwise the test would not have tested anything.
  expect(asked).toBeGreaterThan(10);
  expect(onButton).toBeGreaterThan(0);
  expect(granted).toBe(0);

  await production.stop();
});
