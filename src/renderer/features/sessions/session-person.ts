import { asObject, asText, type JsonObject } from '@renderer/components/facts/json';
import { shortenEnd } from '@shared/text/shorten-end';
import type { TicketLine } from '@shared/explain/ticket';
import { buyerName } from '@shared/sessions/buyer-name';

/** The fields by which the buyer of a session can be found elsewhere; null if the session does not state any. */
export function buyerOf(session: JsonObject): {
  readonly name: string | null;
  readonly externalIdentifier: string | null;
  readonly email: string | null;
} {
  const buyer = asObject(session.buyer);
  return {
    name: buyerName(buyer),
    externalIdentifier: asText(buyer?.external_identifier),
    email: asText(asObject(buyer?.billing_details)?.email_address),
  };
}

/** The lines about the person in a ticket, if they are wanted. */
export function personOf(session: JsonObject): readonly TicketLine[] {
  const { name, externalIdentifier, email } = buyerOf(session);
  const lines: readonly (readonly [string, string | null])[] = [
    ['Buyer', name],
    ['Buyer identifier', externalIdentifier],
    ['Email', email],
  ];
  return lines.flatMap(([label, value]): TicketLine[] =>
    value === null || value === '' ? [] : [[label, shortenEnd(value)]],
  );
}
