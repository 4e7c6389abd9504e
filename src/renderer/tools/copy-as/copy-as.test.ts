import { describe, expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { maskedPreview } from '../vault-forward/wire-preview';
import { COPY_FORMATS, copyAs } from './copy-as';

const CARD = '4111111111111111';
const NOBODY = { baseUrl: 'https://api.example', merchantHeader: 'x-merchant', merchantAccountId: null };

describe('a copied request', () => {
  it.each(COPY_FORMATS)('as $label has no card number or security code in any part', async ({ id }) => {
    const body = `{"number":"${CARD}","cvv":"987"}`;
    const request = {
      method: 'POST',
      url: `https://api.example/vault-forward?pan=${CARD}`,
      headers: [
        ['host', 'api.example'],
        ['x-vault-forward-url', `https://psp.example/${CARD}?cvv=987`],
        ['x-note', `card ${CARD}`],
        ['content-length', String(body.length)],
      ] as const,
      body,
    };
    const { text, notes } = await copyAs(id, request, secretHeaderTest([]));
    expect(text).not.toMatch(/4111111111111111|987/);
    expect(notes.join()).toContain('masked');
    const plain = { ...request, url: 'https://api.example/', headers: [], body: '{}' };
    expect((await copyAs(id, plain, secretHeaderTest([]))).notes.join()).not.toContain('masked');
  });

  it.each(COPY_FORMATS)('as $label has no secret of a URL, and says so', async ({ id }) => {
    const request = {
      method: 'POST',
      url: 'https://api.example/pay ü?api_key=CANARY-1&page=2',
      headers: [
        ['host', 'api.example'],
        ['X-Vault-Forward-Url', 'https://psp.example/?sig=CANARY-2'],
      ] as const,
      body: null,
    };
    const { text, notes, variables } = await copyAs(id, request, secretHeaderTest([]));
    expect(text).not.toContain('CANARY');
    expect(text).toContain(`/pay%20%C3%BC?api_key=${MASKED}&page=2`);
    expect(notes).toContain('Secrets in its URL are masked: put in what belongs there.');
    expect(variables.map(({ header }) => header)).toEqual(['X-Vault-Forward-Url']);
  });
});

it.each([
  ['', '{"number":"411111••••••1111"}'],
  ['', `{"echoed":"${MASKED}"}`],
  [`?api_key=${MASKED}`, '{}'],
  ['?pan=411111••••••1111', '{}'],
])('a copied request says that it was kept masked: %s %s', async (search, body) => {
  const request = { method: 'POST', url: `https://api.example/${search}`, headers: [], body };
  const { notes } = await copyAs('curl', request, secretHeaderTest([]));
  expect(notes).toEqual([expect.stringMatching(/masked.*: put in what belongs there/)]);
});

describe('maskedPreview', () => {
  it('masks headers marked as secret, both for the service and for the destination', () => {
    const header = { id: 'h', name: 'x-house', value: 'CANARY', secret: true, enabled: true };
    const draft = draftWith({ headers: [header], serviceHeaders: [{ ...header, name: 'x-service' }] });
    const { headers } = maskedPreview(draft, NOBODY, 0, '1');
    expect(JSON.stringify(headers)).not.toContain('CANARY');
    expect(headers).toContainEqual(['x-service', MASKED]);
    expect(headers).toContainEqual(['x-vault-forward-header-x-house', MASKED]);
  });
});
