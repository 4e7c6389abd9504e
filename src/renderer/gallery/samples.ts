import type { JsonObject } from '../components/facts/json';
import type { SessionState } from '../components/session/session-state';

/** The gallery's clock is stopped, so that its picture can be compared. */
export const NOW = new Date('2026-11-21T22:00:00Z');

export const SWATCHES: readonly string[] = [
  'chrome',
  'surface',
  'popover',
  'text',
  'muted',
  'hairline',
  'edge',
  'input-edge',
  'hover',
  'selected',
  'accent',
  'accent-text',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'error',
  'error-soft',
  'error-fill',
  'local',
  'sandbox',
  'production',
];

interface Sample {
  readonly id: string;
  readonly state: SessionState;
  readonly buyer: string;
  readonly total: string;
  readonly card: string;
  readonly age: string;
  readonly session: JsonObject;
}

function sample(
  state: SessionState,
  expiresAt: string,
  [id, buyer, total, scheme, label, age]: readonly [string, string, number, string, string, string],
): Sample {
  return {
    id,
    state,
    buyer,
    total: total.toLocaleString('en'),
    card: `${scheme} ••${label}`,
    age,
    session: {
      id,
      expires_at: expiresAt,
      cart_items: [{ name: 'Item', quantity: 1, unit_amount: total }],
      payment_method: {
        scheme,
        label,
        details: { card_type: 'credit', card_issuer_name: 'Example Bank', card_country: 'GB' },
      },
      buyer: { display_name: buyer, external_identifier: 'customer-123' },
    },
  };
}

export const SAMPLE_SESSIONS: readonly Sample[] = [
  sample('valid', '2026-11-22T21:40:00Z', [
    '8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55',
    'Ada Example',
    13_591,
    'visa',
    '1111',
    'now',
  ]),
  sample('expired', '2026-11-21T19:40:00Z', [
    'c1f7a940-6e03-4b1c-8a2d-33d0c95e7b18',
    'Tomás Ferreira',
    48_250,
    'mastercard',
    '4444',
    '2 min',
  ]),
  sample('soon', '2026-11-21T22:12:00Z', [
    '27be60d4-1e9c-4370-a4d7-62c9e0b39042',
    'Hana García',
    8_990,
    'amex',
    '0005',
    '6 min',
  ]),
];
