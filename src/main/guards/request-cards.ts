import { findCardNumbers, maskCardNumbers, type CardNumberFind } from '@shared/cards/card-numbers';
import type { HeaderList } from '@shared/http/exchange';

/** A card number in a request, with its place. It never holds the number itself. */
export interface RequestCard extends Pick<
  CardNumberFind,
  'masked' | 'network' | 'testNumber' | 'line' | 'column'
> {
  readonly part: 'url' | 'header' | 'body';
  /** The header's name, as it is written; null for the other parts. */
  readonly header: string | null;
}

/** What of a request a person composes. */
export interface RequestTexts {
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string;
}

/** Every card number in a request, in the order url, headers, body: to be told as one types. */
export function findRequestCards({ url, headers, body }: RequestTexts): RequestCard[] {
  const cardsOf = (part: RequestCard['part'], header: string | null, text: string): RequestCard[] =>
    findCardNumbers(text).map(({ masked, network, testNumber, line, column }) => ({
      part,
      // A name may hold a number too, and is repeated in words.
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

/** One card number and its place in a few words: `411111••••••1111 (Visa, a known test number) in the body, line 3`. */
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
