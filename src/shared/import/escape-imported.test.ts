import { expect, it } from 'vitest';
import { atOnce } from '../at-once';
import { fillRequest } from '../requests/variables';
import { requestOfDraft } from '../vault-forward/draft-request';
import { escapeImported } from './escape-imported';
import { toVaultForward } from './to-vault-forward';

it('An imported request is sent as written, whatever the profile’s variables are called', () => {
  const request = {
    method: 'POST',
    url: 'https://psp.example/${host}',
    headers: [
      ['x-a', '${host}'],
      ['x-b', '${host}'],
      ['authorization', 'Bearer ${host}'],
    ] as const,
    body: '{"a":"${host}"}',
    secretHeaders: ['x-b'],
  };
  const fill = (imported: Parameters<typeof toVaultForward>[0]) =>
    fillRequest(requestOfDraft(atOnce(toVaultForward(imported, () => 'row')).draft), () => 'psp.example');
  const plain = requestOfDraft(atOnce(toVaultForward({ request, notes: [] }, () => 'row')).draft);
  expect(fill(escapeImported({ request, notes: [] }))).toEqual(plain);
  expect(fill({ request, notes: [] })).not.toEqual(plain);
});
