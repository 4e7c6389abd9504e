import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT } from '../exit-codes';
import { FORMATS } from '../formats';
import { Output } from '../output';
import type { CommandContext } from './command';
import { searchHistory } from './history';

const ENTRY = {
  id: 'e',
  startedAt: '2026-11-28T10:00:00.000Z',
  status: 200,
  outcome: 'answered',
  operation: 'free',
  method: 'GET',
  url: 'https://shop.example/orders?limit=2&api_key=s3cret',
  destination: 'https://psp.example/charges?access_token=s3cret',
  profile: { name: 'Shop' },
  findings: null,
};

it.each(FORMATS)('as %s hides whatever has a secret’s name in the URLs of the history', async (format) => {
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const page = { entries: [ENTRY], next: null, unindexed: 0, unreadable: 0 };
  const context = {
    app: { ask: () => Promise.resolve(page) },
    format,
    output,
    say: () => undefined,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  expect(await searchHistory([], 20)(context)).toBe(EXIT.done);
  await output.close();
  const out = String(stdout.read());
  expect(out).toContain('/orders?limit=2&api_key=••••••••');
  expect(out).not.toContain('s3cret');
});
