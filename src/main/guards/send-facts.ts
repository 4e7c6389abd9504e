import type { HeaderList } from '@shared/http/exchange';
import { sameHeaderName } from '@shared/http/http-fields';
import { parseUrl } from '@shared/http/parse-url';
import type { Profile } from '@shared/profiles/profile';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import { checkDestination } from '@shared/vault-forward/destination';
import { destinationHeaderName, SERVICE_HEADERS } from '@shared/vault-forward/request';
import type { Unsettled } from '../sending/unsettled-sends';
import { unclearDestination } from './guard-problems';
import { commaList } from '@shared/text/comma-list';

/** Means that it could not be checked whether the identical request is already out. */
export const NOT_CHECKED = Symbol('not checked');

/** Everything that is about to be sent. The guard looks at this, and not at what the window says about it. */
export interface GuardedSend {
  /** The profile as `ProfileService` has it now. */
  readonly profile: Profile;
  readonly method: string;
  /** An absolute URL. */
  readonly url: string;
  /** As on the wire, including the destination's secrets, but without the access token. */
  readonly headers: HeaderList;
  readonly body: string;
  /** How many requests it stands for: identical requests are checked once. */
  readonly times: number;
  /** The profile under which the request was composed or recorded; null if it was made under this one, just now. */
  readonly composedUnder: string | null;
  /** Names of headers that the person marked as secret, in addition to those whose names say so. */
  readonly markedSecret?: readonly string[];
  /**
   * Earlier sends of the identical request, or of its draft, whose outcome is unknown; null for requests that only
   * read. The database looks them up while the guard checks the rest, and may fail to answer.
   */
  readonly unsettled: Promise<Unsettled | null | typeof NOT_CHECKED>;
}

/** Sends that are under way and may have an effect. */
export interface UnderWay {
  readonly sends: readonly GuardedSend[];
  /** Resolves when all of them have ended: to true if it is known of each whether it was carried out. */
  readonly settled: Promise<boolean>;
}

/** What Vault Forward would do, read from the headers that go out. */
export interface ForwardFacts {
  readonly destination: URL;
  readonly method: string;
  readonly paymentMethods: readonly string[];
  readonly authentications: readonly string[];
}

/** A send, and what Vault Forward would do with it (null if it is not a Vault Forward). */
export interface KnownSend {
  readonly send: GuardedSend;
  readonly forward: ForwardFacts | null;
}

/** Null if the headers name no destination. Throws a `ProblemError` if it is unclear which one they name. */
export function forwardFacts(headers: HeaderList): ForwardFacts | null {
  const destinations = headers.filter(([name]) => sameHeaderName(name, SERVICE_HEADERS.url));
  const [first] = destinations;
  if (first === undefined) return null;
  const written = first[1].trim();
  const destination = destinations.length === 1 ? parseUrl(written) : null;
  // A service may take the host of a URL such as `https://one\@two` from another part of it than this app does.
  const isOdd = checkDestination(written).some(({ severity }) => severity === 'error');
  if (destination === null || isOdd) throw unclearDestination();
  return {
    destination,
    method: valueOf(headers, SERVICE_HEADERS.method),
    paymentMethods: commaList(valueOf(headers, SERVICE_HEADERS.paymentMethods)),
    authentications: commaList(valueOf(headers, SERVICE_HEADERS.authentications)),
  };
}

/** A secret in the request, and the header that carries it. */
export interface SecretInHeader {
  readonly header: string;
  readonly value: string;
  /** True if it is passed on to the destination; the service gets every secret. */
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

/** Several headers with the same name count as one list, because a server may read them that way. */
function valueOf(headers: HeaderList, name: string): string {
  return headers
    .filter(([other]) => sameHeaderName(other, name))
    .map(([, value]) => value.trim())
    .join(',');
}
