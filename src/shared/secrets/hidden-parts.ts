import { findMaskedNumbers, HIDDEN_DIGIT } from '../cards/card-digit-groups';
import { findMaskedCodes } from '../cards/security-codes';
import { MASKED } from '../http/exchange';
import { sameHeaderName } from '../http/http-fields';
import { mapRequest } from '../requests/map-request';
import type { RequestSpec } from '../requests/request-spec';
import { destinationHeaderName, SERVICE_HEADERS } from '../vault-forward/request';

/** A part of a request where dots stand for something that was never kept. */
export interface HiddenPart {
  /** `the body`, `the header X-Trace`. */
  readonly place: string;
  readonly what: 'secret' | 'card-data';
}

/** The parts of a request that hide something, as in what this app keeps, copies and exports. */
export function hiddenParts(request: RequestSpec): readonly HiddenPart[] {
  const parts: HiddenPart[] = [];
  const look = (place: string, text: string): void => {
    const what = hiddenIn(text);
    if (what !== null) parts.push({ place, what });
  };
  mapRequest(request, {
    text: (text, place) => {
      look(`the ${place}`, text);
      return text;
    },
    pair: (pair, place) => {
      look(`the ${place} ${pair[0]}`, pair.join('='));
      return pair;
    },
    header: (header) => {
      const { name, value } = header;
      const isUrl = sameHeaderName(name, SERVICE_HEADERS.url);
      look(isUrl ? 'the URL' : `the header ${destinationHeaderName(name)}`, value);
      return header;
    },
  });
  return parts;
}

function hiddenIn(text: string): HiddenPart['what'] | null {
  if (text.includes(MASKED)) return 'secret';
  if (!text.includes(HIDDEN_DIGIT)) return null;
  return findMaskedNumbers(text).length > 0 || findMaskedCodes(text).length > 0 ? 'card-data' : null;
}
