import { findCardNumbers, type CardNumberFind } from '@shared/cards/card-numbers';
import type { Environment } from '@shared/profiles/profile';
import type { DraftFields } from '@shared/vault-forward/draft';
import type { DraftFinding, DraftPlace } from '@shared/vault-forward/finding';

/**
 * Card numbers, found as the person types: on production they block Send, as main's guard does; elsewhere they are a
 * warning. Main asks about numbers without a known network, which are a warning here.
 */
export function findCardsInFields(fields: DraftFields, environment: Environment): DraftFinding[] {
  const { destinationUrl, headers, serviceHeaders } = fields;
  const inRows = (field: 'headers' | 'serviceHeaders', rows: DraftFields['headers']): DraftFinding[] =>
    rows.flatMap(({ name, value, enabled }, index) =>
      enabled
        ? [
            ...findingsIn(name, { field, index, part: 'name' }, environment),
            ...findingsIn(value, { field, index, part: 'value' }, environment),
          ]
        : [],
    );
  return [
    ...findingsIn(destinationUrl, { field: 'destinationUrl' }, environment),
    ...inRows('headers', headers),
    ...inRows('serviceHeaders', serviceHeaders),
  ];
}

export function findCardsInBody(body: string, environment: Environment): DraftFinding[] {
  return findingsIn(body, { field: 'body' }, environment);
}

function findingsIn(text: string, where: DraftPlace, environment: Environment): DraftFinding[] {
  return findCardNumbers(text).map((card) => ({
    code: 'card-number',
    severity: environment === 'production' && card.network !== null ? 'error' : 'warning',
    where: { ...where, offset: card.offset, length: card.length },
    message: `${card.masked} ${describeCard(card)}. Put a placeholder such as {{CARD_NUMBER_1}} in its place.`,
  }));
}

function describeCard({ network, testNumber }: CardNumberFind): string {
  if (network === null) return 'could be a card number of a network that is not known here';
  return testNumber ? `is a well-known test card number (${network})` : `is a card number (${network})`;
}
