import { expect, it, vi } from 'vitest';
import { EMPTY_LIBRARY } from '@shared/bridge/drafts';
import { buyersRequest } from '@shared/requests/reading-requests';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import type { CommandContext } from '../commands/command';
import { tellWarnings } from './tell-warnings';

const OWN = { name: 'LOYALTY_ID', becomes: 'a number of the shop', sample: '7' };

async function toldOf(body: string, library: () => Promise<typeof EMPTY_LIBRARY>): Promise<string[]> {
  const say = vi.fn<(words: string) => void>();
  const context = { app: { ask: library }, say } as unknown as CommandContext;
  await tellWarnings(requestOfDraft(draftWith({ body })), context);
  return say.mock.calls.map(([words]) => words);
}

it('warns about a misspelled placeholder with its line and column', async () => {
  const body = '{"pan": "{{CARD_NUMBER_1}}",\n "code": "{{CARD_NUMBR_1}}"}';
  const told = await toldOf(body, () => Promise.resolve(EMPTY_LIBRARY));
  expect(told).toEqual([expect.stringMatching(/^Warning: Body, line 2, column 11: .*CARD_NUMBER/)]);
});

it('does not warn about correct or custom placeholders', async () => {
  const body = '{"pan": "{{CARD_NUMBER_1}}", "of": "{{LOYALTY_ID_1}}"}';
  const library = { ...EMPTY_LIBRARY, placeholders: [OWN] };
  expect(await toldOf(body, () => Promise.resolve(library))).toEqual([]);
});

it('carries on if the custom placeholders cannot be read', async () => {
  const body = '{"pan": "{{CARD_NUMBER_1}}"}';
  expect(await toldOf(body, () => Promise.reject(new Error('no keychain')))).toEqual([]);
});

it('ignores other operations', async () => {
  const ask = vi.fn();
  const context = { app: { ask }, say: vi.fn() } as unknown as CommandContext;
  const request = buyersRequest({ cursor: null, limit: null, parameters: [['of', '{{X}}']] });
  await tellWarnings(request, context);
  expect(ask).not.toHaveBeenCalled();
});

it('warns about a body without a content type', async () => {
  const say = vi.fn<(words: string) => void>();
  const context = { app: { ask: vi.fn() }, say } as unknown as CommandContext;
  const target = { method: 'POST', path: '/orders' };
  const header = { name: 'Content-Type', value: 'application/json', secret: false };
  const order = { version: 1, operation: 'free', target, pathParameters: {}, query: [] } as const;
  await tellWarnings({ ...order, headers: [header], body: '{}' }, context);
  await tellWarnings({ ...order, headers: [], body: null }, context);
  expect(say).not.toHaveBeenCalled();
  await tellWarnings({ ...order, headers: [], body: '{}' }, context);
  expect(say).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^Warning: The body goes out without a content type/),
  );
});
