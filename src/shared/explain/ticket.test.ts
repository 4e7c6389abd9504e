import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange';
import { exchangeOf } from '../testing/exchanges';
import { resolveDetail } from './resolve-detail';
import { formatTicket } from './ticket';

const details = [
  { location: 'query', pointer: '/limit', message: 'must be at most 100', type: 'value_error' },
  { location: 'body', pointer: '/cards/0/number', message: 'unknown placeholder', type: 'value_error' },
];
const body = JSON.stringify({
  type: 'error',
  code: 'bad_request',
  status: 400,
  message: 'Generic error',
  details,
});
const answered = exchangeOf(400, body, [['X-Request-Id', 'req-1']]);
const exchange: Exchange = {
  ...answered,
  profile: { ...answered.profile, name: 'Sandbox EU', merchantAccountId: 'acme' },
  startedAt: '2026-11-21T00:00:00.000Z',
  request: {
    method: 'GET',
    url: 'https://api.example.test/buyers?limit=500&cursor=a%20b',
    headers: [
      ['authorization', 'Bearer ••••••••'],
      ['X-Vault-Forward-Url', 'ftp://x'],
    ],
    body: { kind: 'text', text: '{"cards":[{"number":"{{NOPE_1}}"}]}', bytes: 35, bodyId: null },
  },
  response: answered.response && { ...answered.response, statusText: 'Bad Request' },
  timings: { ...answered.timings, totalMs: 12.4 },
};

describe('resolveDetail', () => {
  const at = (location: string, pointer: string): string | null =>
    resolveDetail(exchange, { location, pointer, message: '', type: '' });

  it('finds what was sent at the place of each kind', () => {
    expect(at('query', '/limit')).toBe('500');
    expect(at('query', '/cursor')).toBe('a b');
    expect(at('header', '/x-vault-forward-url')).toBe('ftp://x');
    expect(at('body', '/cards/0/number')).toBe('"{{NOPE_1}}"');
  });

  it('returns null if nothing was sent or the place does not exist', () => {
    expect(at('query', '/nothing')).toBeNull();
    expect(at('body', '/cards/7')).toBeNull();
    expect(at('elsewhere', '/limit')).toBeNull();
  });
});

describe('formatTicket', () => {
  it('names the time by the service’s clock, too, if this computer’s differs', () => {
    const serviceTime = new Date('2026-11-21T02:00:00.000Z');
    const text = formatTicket(exchange, null, { format: 'text', serviceTime });
    expect(text).toMatch(/^Time: +2026-11-21T00:00:00\.000Z$/m);
    expect(text).toMatch(/^At the service: +2026-11-21T02:00:00\.000Z, by its clock$/m);
    expect(formatTicket(exchange, null, { format: 'text' })).not.toContain('clock');
  });

  it("begins with the resource's state and its summary", () => {
    const state = 'Expired 3 h ago, at 21 Nov 2026 09:00:00 UTC';
    const text = formatTicket(exchange, null, { format: 'text', summary: { state, words: '1 cart line' } });
    const [title, second] = text.split('\n');
    expect(title).toBe(`Buyers: ${state}`);
    expect(second).toMatch(/^Summary: +1 cart line$/);
    expect(text).toContain('400 Bad Request');
  });

  it('repeats an email address from the service only if personal data was chosen', () => {
    const problem = {
      code: 'bad_request',
      title: '400: bad request',
      meaning: 'The service says: duplicate buyer <ada.example+1@shop.example.org>, billing@psp.example.',
      nextStep: 'Look the existing one up.',
      detail: null,
    };
    const plain = formatTicket(exchange, problem, { format: 'text' });
    expect(plain).toContain('duplicate buyer <(an email address, left out)>, (an email address, left out).');
    const personal = [['Buyer', 'Ada Example']] as const;
    expect(formatTicket(exchange, problem, { format: 'text', personal })).toContain(
      'ada.example+1@shop.example.org',
    );
  });

  it('begins with a sentence, and names the default merchant account', () => {
    const text = formatTicket(
      { ...exchange, profile: { ...exchange.profile, merchantAccountId: null } },
      null,
      { format: 'text' },
    );
    expect(text.split('\n')[0]).toBe('Buyers: answered with 400 Bad Request');
    expect(text).toMatch(/Merchant account: +none set \(the service’s default\)/);
  });

  it('contains what a colleague needs, in both formats', () => {
    for (const format of ['text', 'markdown'] as const) {
      const text = formatTicket(exchange, null, {
        format,
        summary: { state: 'a state', words: 'a summary' },
      });
      for (const part of [
        'req-1',
        '400 Bad Request, 12 ms',
        'Sandbox EU (sandbox)',
        'acme',
        'sent: 500',
        'a state',
        'a summary',
      ]) {
        expect(text).toContain(part);
      }
      expect(text).not.toContain('Bearer');
    }
  });

  it('leaves out what was not wanted, and names people only if that was chosen', () => {
    const plain = formatTicket(exchange, null, { format: 'text' });
    expect(plain).not.toMatch(/[*`]/);
    const leftOut = new Set(['profile', 'findings'] as const);
    const chosen = formatTicket(exchange, null, {
      format: 'text',
      leftOut,
      personal: [['Buyer', 'Ada Example']],
    });
    expect(chosen).not.toContain('Sandbox EU');
    expect(chosen).not.toContain('sent: 500');
    expect(chosen).toMatch(/^Buyer: +Ada Example$/m);
    expect(chosen).toContain('400 Bad Request');
  });

  it('keeps each fact on one line, and backticks inside code', () => {
    const odd = { ...exchange, profile: { ...exchange.profile, name: 'two\nlines `x`' } };
    const markdown = formatTicket(odd, null, { format: 'markdown' });
    expect(markdown).toContain('- **Profile:** `` two lines `x` (sandbox) ``');
    expect(markdown.split('\n')).toHaveLength(2 + 8);
  });

  it('says of an empty value that it is empty', () => {
    const response = exchange.response && {
      ...exchange.response,
      headers: [['x-request-id', '']] as const,
    };
    const markdown = formatTicket({ ...exchange, response }, null, { format: 'markdown' });
    expect(markdown).toContain('- **x-request-id:** (empty)');
    expect(markdown).not.toContain('``');
  });

  it('writes a title with words of the service as text, not as Markdown', () => {
    const statusText = '**Gone** <img src=//x> [a](//b) `c`';
    const response = exchange.response && { ...exchange.response, statusText };
    const [title] = formatTicket({ ...exchange, response }, null, { format: 'markdown' }).split('\n');
    expect(title).toMatch(
      /^\*\*.*400 \\\*\\\*Gone\\\*\\\* \\<img src=\/\/x\\> \\\[a\\\]\(\/\/b\) \\`c\\`\*\*$/,
    );
  });
});

it('has no secret of a URL', () => {
  const url = 'https://api.example.test/pay?api_key=CANARY&page=2';
  const words = formatTicket({ ...exchange, request: { ...exchange.request, url } }, null, {
    format: 'text',
  });
  expect(words).not.toContain('CANARY');
  expect(words).toContain('page=2');
});
