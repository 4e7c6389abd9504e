import { emptyDraft, type VaultForwardDraft } from '@shared/vault-forward/draft';

/** A starting point for composing: a common request to a third party, without any real address. */
export interface VaultForwardTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly method: string;
  readonly headers: readonly TemplateHeader[];
  readonly body: string;
}

interface TemplateHeader {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

const BEARER: TemplateHeader = { name: 'authorization', value: '', secret: true };
const JSON_CONTENT: TemplateHeader = { name: 'content-type', value: 'application/json', secret: false };

export const VAULT_FORWARD_TEMPLATES: readonly VaultForwardTemplate[] = [
  {
    id: 'card-authorisation',
    name: 'Card authorisation',
    description: 'Asks a processor to reserve an amount on a stored card. It may charge the card.',
    method: 'POST',
    headers: [JSON_CONTENT, BEARER],
    body: lines(
      '{',
      '  "amount": 1299,',
      '  "currency": "EUR",',
      '  "capture": false,',
      '  "reference": "order-1001",',
      '  "card": {',
      '    "number": "{{CARD_NUMBER_1}}",',
      '    "expiry": "{{CARD_EXPIRATION_DATE_1}}"',
      '  }',
      '}',
    ),
  },
  {
    id: 'tokenisation',
    name: 'Tokenisation',
    description: 'Hands a stored card over to another vault, which answers with a token of its own.',
    method: 'POST',
    headers: [JSON_CONTENT, BEARER],
    body: lines(
      '{',
      '  "cards": [',
      '    {',
      '      "number": "{{CARD_NUMBER_1}}",',
      '      "expiry": "{{CARD_EXPIRATION_DATE_1}}"',
      '    }',
      '  ]',
      '}',
    ),
  },
  {
    id: 'lookup',
    name: 'Card lookup',
    description: 'Asks what a third party knows about a stored card: its range, offers, a loyalty account.',
    method: 'POST',
    headers: [JSON_CONTENT, BEARER],
    body: lines('{', '  "pan": "{{CARD_NUMBER_1}}"', '}'),
  },
  {
    id: 'form-post',
    name: 'Form post',
    description:
      'Sends the card as form fields. The specification allows JSON bodies only, so the service may refuse this one.',
    method: 'POST',
    headers: [{ name: 'content-type', value: 'application/x-www-form-urlencoded', secret: false }, BEARER],
    body: 'number={{CARD_NUMBER_1}}&expiry={{CARD_EXPIRATION_DATE_1}}&amount=1299&currency=EUR',
  },
];

/** A draft to continue from; `rowId` makes an id for each header's row. */
export function draftFromTemplate(template: VaultForwardTemplate, rowId: () => string): VaultForwardDraft {
  return {
    ...emptyDraft(),
    method: template.method,
    headers: template.headers.map((header) => ({ id: rowId(), ...header, enabled: true })),
    body: template.body,
  };
}

function lines(...text: readonly string[]): string {
  return text.join('\n');
}
