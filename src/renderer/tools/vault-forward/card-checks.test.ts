import { describe, expect, it } from 'vitest';
import { findCardsInBody, findCardsInFields } from './card-checks';
import { fieldsOf } from '@shared/vault-forward/draft';
import { draftWith } from '@shared/vault-forward/drafts.fixture';

const CARD = '4111 1111 1111 1111';
const header = (name: string, value: string, enabled = true) => ({
  id: name,
  name,
  value,
  secret: false,
  enabled,
});

describe('card numbers in a draft', () => {
  it('are found in every part with their position, and never shown in full', () => {
    const draft = draftWith({
      destinationUrl: 'https://psp.example/4111111111111111',
      headers: [header('x-card', CARD), header('x-off', CARD, false)],
      serviceHeaders: [header('x-vault-forward-note', CARD)],
      body: `{"a": "${CARD}"}`,
    });
    const findings = [
      ...findCardsInFields(fieldsOf(draft), 'sandbox'),
      ...findCardsInBody(draft.body, 'sandbox'),
    ];
    expect(findings.map(({ where }) => where)).toEqual([
      { field: 'destinationUrl', offset: 20, length: 16 },
      { field: 'headers', index: 0, part: 'value', offset: 0, length: 19 },
      { field: 'serviceHeaders', index: 0, part: 'value', offset: 0, length: 19 },
      { field: 'body', offset: 7, length: 19 },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/1111 ?1111 ?1111/);
    expect(findings.every(({ message }) => message.includes('test card number'))).toBe(true);
  });

  it('block sending to production, and cause a warning elsewhere', () => {
    expect(findCardsInBody(CARD, 'production')).toMatchObject([{ severity: 'error' }]);
    expect(findCardsInBody(CARD, 'sandbox')).toMatchObject([{ severity: 'warning' }]);
    expect(findCardsInBody(CARD, 'local')).toMatchObject([{ severity: 'warning' }]);
  });

  it('only cause a warning if their network is unknown, even for production', () => {
    expect(findCardsInBody('"9999999999999995"', 'production')).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('could be a card number') },
    ]);
  });
});
