import { Writable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { EMPTY_LIBRARY } from '@shared/bridge/drafts';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { exchangeOf } from '@shared/testing/exchanges';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { CommandContext } from './command';
import { nothingSaved } from '../requests/find-saved';
import { UnwrittenError } from '../unwritten-error';
import { UsageError } from '../usage-error';
import { forward, send, sent, type SendOptions } from './send';

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

it('says that it was sent if even a short answer cannot be written, which shows only afterwards', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
  const stdout = new Writable({ write: (_text, _encoding, done) => void setImmediate(() => done(full)) });
  const said: string[] = [];
  const context = {
    app: { ask: () => Promise.resolve({ kind: 'open' }) },
    format: 'json',
    output: new Output(null, stdout),
    say: (words: string) => said.push(words),
    showRequest: false,
  } as unknown as CommandContext;
  const result = sent({ kind: 'sent', exchange: exchangeOf(201, '{"id":"charge-1"}') }, context);
  await expect(result).rejects.toBeInstanceOf(UnwrittenError);
  await expect(result).rejects.toMatchObject({ cause: full });
  expect(said.join()).toMatch(/^It was sent, and answered 201 .* Do not send it again because of that\.$/);
});

const NOTHING_ELSE: SendOptions = { param: [], header: [], secret: [] };
const KEY = { name: 'X-Api-Key', value: '', secret: true };

it.each<[string, Partial<SendOptions>, readonly (typeof KEY)[], string]>([
  ['with a body of its own', { body: '{"amount":1}' }, [], 'sent as it is saved'],
  ['with a header', { header: ['X-Mine: 1'] }, [], 'sent as it is saved'],
  ['with a parameter', { param: ['a=1'] }, [], 'sent as it is saved'],
  ['without its secret', {}, [KEY], 'Secrets are missing: give --secret X-Api-Key=VARIABLE'],
])('a saved request is not sent %s', async (_how, options, headers, words) => {
  const request = {
    version: 1,
    operation: 'free',
    target: { method: 'POST', path: '/pay' },
    pathParameters: {},
    query: [],
    headers,
    body: null,
  };
  const ask = vi.fn((name: string): Promise<unknown> => {
    if (name === 'listDocuments') return Promise.resolve({ documents: [] });
    if (name === 'listSavedRequests') return Promise.resolve([{ id: 'a', folder: '', name: 'Pay' }]);
    return Promise.resolve({ id: 'a', request, profileId: 'p' });
  });
  const context = { app: { ask }, say: vi.fn() } as unknown as CommandContext;
  const ended = await send('Pay', { ...NOTHING_ELSE, ...options })(context).catch((error: unknown) => error);
  expect(ended).toBeInstanceOf(UsageError);
  expect(ended).toHaveProperty('message', expect.stringContaining(words));
  expect(ask.mock.calls.map(([name]) => name)).not.toContain('sendRequest');
});
