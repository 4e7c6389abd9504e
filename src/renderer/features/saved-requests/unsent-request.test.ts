import { describe, expect, it } from 'vitest';
import type { RequestSpec } from '@shared/requests/request-spec';
import { testingProfile } from '@shared/testing/testing-profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, headerRow } from '@shared/vault-forward/drafts.fixture';
import { unsentRequest } from './unsent-request';

const profile = testingProfile({ baseUrl: 'http://127.0.0.1:1' });
const values: Readonly<Record<string, string>> = { host: 'psp.example', order: 'ü-1', secret: 'shown' };
const valueOf = (name: string): string | null => values[name] ?? null;
const unsent = (draft: Parameters<typeof draftWith>[0]) =>
  unsentRequest(
    requestOfDraft(draftWith(draft)),
    profile,
    (url) => url.replace('{sandbox}', 'SANDBOX'),
    valueOf,
  );

describe('a saved request before sending', () => {
  it('is shown with the values of its variables, and its length includes them', () => {
    const shown = unsent({
      destinationUrl: 'https://${host}/charges',
      headers: [headerRow('x-order', '${order}')],
      body: '{"order":"${order}","later":"${kept}"}',
    });
    const header = (wanted: string): string | undefined =>
      shown?.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
    expect(header('x-vault-forward-url')).toBe('https://psp.example/charges');
    expect(header('x-vault-forward-header-x-order')).toBe('ü-1');
    // A variable without a value in any profile stays as its name, as in Preview.
    const body = '{"order":"ü-1","later":"${kept}"}';
    expect(shown?.body).toMatchObject({ text: body });
    expect(header('content-length')).toBe(String(new TextEncoder().encode(body).length));
  });

  it('has the address as it will be on the wire, and in braces what still needs a value', () => {
    const urlOf = (path: string, query: RequestSpec['query']): string | undefined =>
      unsentRequest(
        {
          version: 1,
          operation: 'free',
          target: { method: 'GET', path },
          pathParameters: {},
          query,
          headers: [],
          body: null,
        },
        profile,
        (url) => url,
        valueOf,
      )?.url;
    expect(urlOf('/a b/é', [['q', "it's"]])).toBe('http://127.0.0.1:1/a%20b/%C3%A9?q=it%27s');
    expect(urlOf('/orders/{line}', [['flag', null]])).toBe('http://127.0.0.1:1/orders/{line}?flag');
  });

  it('shows the address of the Local sandbox', () => {
    expect(unsent({ destinationUrl: '{sandbox}/x' })?.headers).toContainEqual([
      'x-vault-forward-url',
      'SANDBOX/x',
    ]);
  });
});
