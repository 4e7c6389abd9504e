import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { SendQuestion } from '../../../shared/guard';
import SendGuardDialog from './SendGuardDialog.vue';

const question: SendQuestion = {
  ticket: 'ticket-1',
  profile: { id: 'live', name: 'Live EU', environment: 'production' },
  serviceHost: 'api.example.com',
  method: 'POST',
  forward: {
    destinationHost: 'psp.example.net',
    method: 'PUT',
    paymentMethods: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    authentications: ['9b2b0f0a-7f0a-4d5c-8a41-6a3c5f1e2d10'],
  },
  reasons: [{ kind: 'production' }],
  mayGrant: true,
  askedAgain: null,
};

let dialog: VueWrapper;
async function open(changes: Partial<SendQuestion> = {}): Promise<void> {
  dialog = mount(SendGuardDialog, {
    props: { question: { ...question, ...changes } },
    attachTo: document.body,
  });
  await nextTick();
  await vi.advanceTimersByTimeAsync(500);
}
const byName = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (button) => button.textContent?.trim() === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const press = (key: string, repeat = false): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }),
  );

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  dialog.unmount();
  vi.useRealTimers();
});

describe('the question before a send', () => {
  it('is modal, named by its question, and says profile, destination, method and methods by id', async () => {
    await open();
    const content = document.querySelector('[role="alertdialog"]');
    const title = document.getElementById(content?.getAttribute('aria-labelledby') ?? '');
    expect(title?.textContent?.trim()).toBe('Send to production?');
    for (const text of ['Live EU', 'PRODUCTION', 'psp.example.net', 'PUT', '3f2504e0', '9b2b0f0a']) {
      expect(content?.textContent).toContain(text);
    }
  });

  it('has the focus on Cancel, and no control that a key could set off from there', async () => {
    await open();
    expect(document.activeElement).toBe(byName('Cancel'));
    expect(document.querySelector('[role="alertdialog"] form, [role="alertdialog"] [accesskey]')).toBeNull();
    expect([...document.querySelectorAll('button')].every(({ type }) => type === 'button')).toBe(true);
  });

  it('sends for the button alone, with the ticket', async () => {
    await open();
    byName('Send to production').click();
    expect(dialog.emitted('confirmed')).toEqual([
      [{ ticket: 'ticket-1', decision: 'send', doNotAskForTenMinutes: false }],
    ]);
  });

  it('takes no click that comes before anybody could have read it', async () => {
    dialog = mount(SendGuardDialog, { props: { question }, attachTo: document.body });
    await nextTick();
    byName('Send to production').click();
    await vi.advanceTimersByTimeAsync(300);
    byName('Send to production').click();
    expect(dialog.emitted('confirmed')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    byName('Send to production').click();
    expect(dialog.emitted('confirmed')).toHaveLength(1);
  });

  it('has the focus on Cancel again for the next question', async () => {
    await open();
    byName('Send to production').focus();
    await dialog.setProps({ question: { ...question, ticket: 'ticket-2', askedAgain: 'changed' } });
    await vi.advanceTimersByTimeAsync(500);
    expect(document.activeElement).toBe(byName('Cancel'));
    expect(document.body.textContent).toContain('because the request has changed');
  });

  it('cancels with Cancel and with Escape', async () => {
    await open();
    byName('Cancel').click();
    press('Escape');
    await nextTick();
    expect(dialog.emitted('cancelled')?.length).toBeGreaterThanOrEqual(2);
    expect(dialog.emitted('confirmed')).toBeUndefined();
  });

  it.each(['Enter', ' '])('swallows a held-down %j wherever the focus is', async (key) => {
    await open();
    byName('Send to production').focus();
    expect(press(key, true)).toBe(false);
    expect(press(key)).toBe(true);
  });

  it('grants ten minutes only where it is offered, and only when it was ticked for this question', async () => {
    await open();
    const box = document.querySelector<HTMLInputElement>('input[type="checkbox"]');
    box?.click();
    await dialog.setProps({ question: { ...question, ticket: 'ticket-2' } });
    await vi.advanceTimersByTimeAsync(500);
    byName('Send to production').click();
    expect(dialog.emitted('confirmed')?.[0]).toEqual([
      { ticket: 'ticket-2', decision: 'send', doNotAskForTenMinutes: false },
    ]);
    document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
    await nextTick();
    byName('Send to production').click();
    expect(dialog.emitted('confirmed')?.[1]).toMatchObject([{ doNotAskForTenMinutes: true }]);
    await dialog.setProps({ question: { ...question, ticket: 'ticket-3', mayGrant: false } });
    expect(document.querySelector('input[type="checkbox"]')).toBeNull();
  });
});
