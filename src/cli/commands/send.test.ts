import { expect, it, vi } from 'vitest';
import { EMPTY_LIBRARY } from '@shared/bridge/drafts';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { EXIT } from '../exit-codes';
import type { CommandContext } from './command';
import { nothingSaved } from '../requests/find-saved';
import { forward } from './send';

it('forward exits with "not found" if no request has that name, and sends nothing', async () => {
  const ask = vi.fn<(name: string) => Promise<unknown>>(() => Promise.resolve([]));
  const say = vi.fn();
  const context = { app: { ask }, say } as unknown as CommandContext;
  expect(await forward('Cards/Authorise', [])(context)).toBe(EXIT.notFound);
  expect(say.mock.calls).toEqual([
    [
      'No request is saved yet: Save request in the app keeps one under a name. A file ends with .yaml; - is standard input.',
    ],
  ]);
  expect(ask.mock.calls.map(([name]) => name)).toEqual([
    'listSavedRequests',
    'describeStorage',
    'describeLiveFolders',
    'listSavedRequests',
  ]);
});

it('suggests saved requests for an unknown name, the most similar first', () => {
  const line = (path: string) =>
    ({ folder: path.split('/')[0], name: path.split('/')[1] }) as SavedRequestLine;
  const lines = ['A/a', 'B/b', 'C/c', 'D/d', 'E/e', 'Cards/Authorise', 'Cards/Capture'].map(line);
  expect(nothingSaved('cards/authorise', lines)).toBe(
    'There is no saved request "cards/authorise". Saved are: Cards/Authorise, A/a, B/b, C/c, D/d and 2 more.',
  );
  expect(nothingSaved('x', lines.slice(0, 1))).toBe('There is no saved request "x". Saved are: A/a.');
});

it('forward warns before sending', async () => {
  const order: string[] = [];
  const body = '{"pan": "{{CARD_NUMBR_1}}"}';
  const saved = { request: requestOfDraft(draftWith({ body })), profileId: 'p' };
  const ask = vi.fn((name: string) => {
    order.push(name);
    if (name === 'listSavedRequests') return Promise.resolve([{ id: 'a', folder: '', name: 'Pay' }]);
    if (name === 'readComposerLibrary') return Promise.resolve(EMPTY_LIBRARY);
    return Promise.resolve(name === 'sendRequest' ? { kind: 'declined' } : saved);
  });
  const say = (words: string): void => void order.push(words);
  const context = { app: { ask }, say } as unknown as CommandContext;
  expect(await forward('Pay', [])(context)).toBe(EXIT.refused);
  const warned = order.findIndex((words) => words.startsWith('Warning: Body, line 1'));
  expect(warned).toBeGreaterThan(-1);
  expect(warned).toBeLessThan(order.indexOf('sendRequest'));
});
