import { expect, it } from 'vitest';
import type { Finding } from '@contract';
import { apiError, exchangeOf } from '../testing/exchanges';
import { explainByDocument } from './explain-by-document';
import { explainExchange } from './explain-exchange';
import { formatTicket } from './ticket';

const TURN = '\u202e';
const KNOWN = { requiredScope: null, credential: null };

// A service's words appear in sentences of the app, and in a ticket beside the words of others.

it('characters that reverse text are removed from a service’s words', () => {
  const body = apiError(400, 'bad_request').replace('said by', `said ${TURN}by`);
  expect(body).toContain(TURN);
  const exchange = exchangeOf(400, body);
  expect(explainExchange(exchange, KNOWN)?.meaning).toContain('The service says: “said  by the service”.');
  const own = exchangeOf(409, `{"code":"${TURN}x","message":"${TURN}y"}`);
  expect(explainByDocument(own, [], KNOWN)?.meaning).toContain('The service says: “ y”.');
  expect(explainByDocument(own, [], KNOWN)?.meaning).not.toContain(TURN);
});

it('a ticket contains no characters that reverse text, whatever the answer', () => {
  const place = { pointer: `/${TURN}a`, value: null, expected: 'a text' };
  const finding: Finding = { ...place, severity: 'warning', rule: 'type', message: `${TURN}b` };
  const details = [{ location: 'body', pointer: `/${TURN}c`, message: `${TURN}d`, type: 'x' }];
  const body = JSON.stringify({ ...JSON.parse(apiError(400, 'bad_request')), details });
  const exchange = { ...exchangeOf(400, body), findings: [finding] };
  for (const format of ['text', 'markdown'] as const) {
    const ticket = formatTicket(exchange, null, {
      format,
      summary: { state: `${TURN}e`, words: `${TURN}f` },
    });
    for (const said of ['/ a', 'b', '/ c', 'd', 'e', 'f']) expect(ticket).toContain(said);
    expect(ticket).not.toContain(TURN);
  }
});
