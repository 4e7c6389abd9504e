import type { HeaderList } from '@shared/http/exchange';
import { sameHeaderName } from '@shared/http/http-fields';
import { parseUrl } from '@shared/http/parse-url';
import type { Profile } from '@shared/profiles/profile';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import { destinationHeaderName, SERVICE_HEADERS } from '@shared/vault-forward/request';
import type { Unsettled } from '../sending/unsettled-sends';
import { unclearDestination } from './guard-problems';

/** Whether the identical request is out already is not known. */
export const NOT_CHECKED = Symbol('not checked');

/** What is about to be sent, whole: the guard looks at this and at nothing the window says about it. */
export interface GuardedSend {
  /** As it is now, from `ProfileService`. */
  readonly profile: Profile;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** As on the wire, but without the access token. Secrets of the destination are in it. */
  readonly headers: HeaderList;
  readonly body: string;
  /** How many requests it stands for: identical ones are looked at once. */
  readonly times: number;
  /** The profile under which the request was composed or recorded; null when it is made on this one, here and now. */
  readonly composedUnder: string | null;
  /** Names of headers that the person marked as secret, besides those whose names say so. */
  readonly markedSecret?: readonly string[];
  /**
   * The sends of the identical request, and of its draft, whose outcome is not known; null for what only reads. The database is
   * asked for them while the guard looks at the rest, and may not answer.
   */
  readonly unsettled: Promise<Unsettled | null | typeof NOT_CHECKED>;
}

/** What is on its way and may have an effect; `settled` resolves when none of it is any more. */
export interface UnderWay {
  readonly sends: readonly GuardedSend[];
  readonly settled: Promise<unknown>;
}

/** What Vault Forward would do, read from the very headers that go out. */
export interface ForwardFacts {
  readonly destination: URL;
  readonly method: string;
  readonly paymentMethods: readonly string[];
  readonly authentications: readonly string[];
}

/** A send, and what Vault Forward would do with it; null where it is none. */
export interface KnownSend {
  readonly send: GuardedSend;
  readonly forward: ForwardFacts | null;
}

/** Null when the headers name no destination. Throws a `ProblemError` when it is unclear which one they name. */
export function forwardFacts(headers: HeaderList): ForwardFacts | null {
  const destinations = headers.filter(([name]) => sameHeaderName(name, SERVICE_HEADERS.url));
  const [first] = destinations;
  if (first === undefined) return null;
  const destination = destinations.length === 1 ? parseUrl(first[1].trim()) : null;
  if (destination === null) throw unclearDestination();
  return {
    destination,
    method: valueOf(headers, SERVICE_HEADERS.method),
    paymentMethods: listOf(valueOf(headers, SERVICE_HEADERS.paymentMethods)),
    authentications: listOf(valueOf(headers, SERVICE_HEADERS.authentications)),
  };
}

/** A secret of the request, and the header it is in. */
export interface SecretInHeader {
  readonly header: string;
  readonly value: string;
  /** It goes on to the destination; every one goes to the service. */
  readonly forwarded: boolean;
}

export function secretsIn({ headers, markedSecret = [] }: GuardedSend): readonly SecretInHeader[] {
  const isSecret = secretHeaderTest(markedSecret);
  return headers
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => {
      const forwarded = name.toLowerCase().startsWith(SERVICE_HEADERS.downstreamPrefix);
      const header = destinationHeaderName(name);
      return { header, value, forwarded, secret: isSecret(header) || isSecret(name) };
    })
    .filter(({ secret }) => secret)
    .map(({ header, value, forwarded }) => ({ header, value, forwarded }));
}

/** Several headers of a name count as one list, as the other side may read them. */
function valueOf(headers: HeaderList, name: string): string {
  return headers
    .filter(([other]) => sameHeaderName(other, name))
    .map(([, value]) => value.trim())
    .join(',');
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
