import { describe, expect, it, vi } from 'vitest';
import { useSandbox } from '../test-fixtures/client';
import { storedCards } from '../vault/cards';
import { printablePath } from './request-log';

describe('the log', () => {
  const lines: string[] = [];
  const sandbox = useSandbox({ log: (line) => lines.push(line) });

  /** The log lines that an action causes. A line is written only once the answer has left the connection. */
  async function linesOf(count: number, action: () => Promise<unknown>): Promise<string[]> {
    const before = lines.length;
    await action();
    await vi.waitFor(() => expect(lines.length).toBe(before + count));
    return lines.slice(before);
  }

  it('has one line per request: time, method, path, status, duration, size, ID', async () => {
    const id = sandbox.description.sessions.rich;
    const [line] = await linesOf(1, () => sandbox.call(`/checkout/sessions/${id}`));
    expect(line).toMatch(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} GET /checkout/sessions/${id} 200 \\d+\\.\\d ms \\d+ B [0-9a-f-]{36}$`,
      ),
    );
  });

  it('contains no token, card number or secret, wherever it was sent', async () => {
    const { tokens, paymentMethods, destination, controlUrl } = sandbox.description;
    const number = storedCards[0]?.number ?? '';
    await linesOf(6, async () => {
      await sandbox.callAnonymously(`/buyers?token=${tokens.full}&card=${number}`);
      await sandbox.call(`/checkout/sessions/${number}`);
      await sandbox.call(`/${tokens.full}/${number}`);
      await sandbox.setFaults({});
      await sandbox.call('/vault-forward', {
        method: 'POST',
        headers: {
          'x-vault-forward-url': `${destination.http}/${number}?n=${number}`,
          'x-vault-forward-http-method': 'POST',
          'x-vault-forward-payment-methods': paymentMethods[0] ?? '',
          'x-vault-forward-header-authorization': 'Bearer downstream-secret',
        },
        body: '{"n":"{{CARD_NUMBER_1}}"}',
      });
    });
    const all = lines.join('\n');
    expect(all).toContain('POST /vault-forward 200');
    expect(all).not.toContain(number);
    expect(all).not.toContain('downstream-secret');
    expect(all).not.toContain(tokens.full.slice(0, 20));
    expect(all).not.toContain(new URL(controlUrl).pathname.split('/')[2]);
  });

  it('says if an answer was cut short', async () => {
    const [line] = await linesOf(1, () =>
      sandbox.call('/buyers', { headers: { 'x-sandbox-fault': 'reset=before' } }).catch(() => null),
    );
    expect(line).toContain('cut short');
  });
});

describe('printablePath', () => {
  it.each([
    ['/buyers?limit=1', '/buyers'],
    [
      '/checkout/sessions/5E550000-0000-4000-8000-000000000001',
      '/checkout/sessions/5E550000-0000-4000-8000-000000000001',
    ],
    ['/checkout/sessions/4111111111111111', '/checkout/sessions/…'],
    ['/a/b/c/d/e/f/g', '/a/b/c/d/e'],
    ['*', '/'],
    ['', '/'],
    ['/%0a', '/…'],
  ])('shows %s as %s', (url, shown) => {
    expect(printablePath(url)).toBe(shown);
  });
});
