import { findCardNumbers, maskCardNumbers, type CardNumberFind } from '@shared/cards/card-numbers';
import type { HeaderList } from '@shared/http/exchange';

/** Where a request has a card number. It never contains the number itself. */
export interface RequestCard extends Pick<
  CardNumberFind,
  'masked' | 'network' | 'testNumber' | 'line' | 'column'
> {
  readonly part: 'url' | 'header' | 'body';
  /** The header's name as written; null outside the headers. */
  readonly header: string | null;
}

/** The parts of a request that a person writes. */
export interface RequestTexts {
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string;
}

/** Every card number in a request, in the order URL, headers, body; fast enough to run while somebody types. */
export function findRequestCards({ url, headers, body }: RequestTexts): RequestCard[] {
  const cardsOf = (part: RequestCard['part'], header: string | null, text: string): RequestCard[] =>
    findCardNumbers(text).map(({ masked, network, testNumber, line, column }) => ({
      part,
      // A header's name may hold a card number too, and messages repeat the name.
      header: header === null ? null : maskCardNumbers(header),
      masked,
      network,
      testNumber,
      line,
      column,
    }));
  return [
    ...cardsOf('url', null, url),
    ...headers.flatMap(([name, value]) => [
      ...cardsOf('header', name, name),
      ...cardsOf('header', name, value),
    ]),
    ...cardsOf('body', null, body),
  ];
}

/** A card number and where it is: `411111••••••1111 (Visa, a known test number) in the body, line 3`. */
export function describeCard(card: RequestCard): string {
  const network = card.network ?? 'of no known card network';
  const kind = card.testNumber ? `${network}, a known test number` : network;
  switch (card.part) {
    case 'url':
      return `${card.masked} (${kind}) in the URL, character ${card.column}`;
    case 'header':
      return `${card.masked} (${kind}) in the header ${card.header ?? ''}`;
    case 'body':
      return `${card.masked} (${kind}) in the body, line ${card.line}, column ${card.column}`;
  }
}
